// Farpoint: instruction-set tagging.
//
// The linker keeps one copy of an inline function. When the same header is compiled for several
// instruction sets in one binary, a baseline path may therefore run the AVX-512 copy and die of
// SIGILL. So vector, support and solver code lives in `namespace farpoint::FARPOINT_ISA`, a macro
// that each translation unit sets to the set it is compiled for (`scalar` unless told otherwise);
// every instantiation then carries its instruction set in its name. Plain data stays in `namespace
// farpoint`; what initialises its members is code as well, hence FARPOINT_INLINE before
// constructors.

#ifndef FARPOINT_SRC_ISA_H_
#define FARPOINT_SRC_ISA_H_

#ifndef FARPOINT_ISA
#ifdef __CUDACC__
#define FARPOINT_ISA cuda
#else
#define FARPOINT_ISA scalar
#endif
#endif

#ifdef __CUDACC__
#define FARPOINT_HD __host__ __device__
#else
#define FARPOINT_HD
#endif

/// Never a function of its own, however little the compiler optimises: for code of types that are
/// shared by all instruction sets.
#define FARPOINT_INLINE [[gnu::always_inline]]

/// Calls inside are inlined as far as they go; not for sanitizers, with which GCC 12 needs more
/// than ten minutes to compile the lanes so.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FARPOINT_FLATTEN
#else
#define FARPOINT_FLATTEN [[gnu::flatten]]
#endif

#endif  // FARPOINT_SRC_ISA_H_
