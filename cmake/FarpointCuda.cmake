# CUDA where it is wanted and found. Sets FARPOINT_HAVE_CUDA; the runtime is linked statically, so that a binary built
# with it starts on a machine without a driver.
set(FARPOINT_HAVE_CUDA OFF)
if(NOT FARPOINT_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER)  # looked for each time: it may have been installed since
    unset(CMAKE_CUDA_COMPILER CACHE)
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    # Turing to Blackwell; the newest as PTX too, which drivers compile for what comes after it. For one's own device
    # alone, quicker to compile: -DCMAKE_CUDA_ARCHITECTURES=90-real, or native where the device is.
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120
        CACHE STRING "Device code to compile")
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    if(CCACHE)
      set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE})
    endif()
    enable_language(CUDA)
    # CMake 3.25 fails without this library, which CUDA 13 no longer has.
    if(CMAKE_VERSION VERSION_LESS 3.26 AND NOT TARGET CUDA::nvToolsExt)
      add_library(CUDA::nvToolsExt INTERFACE IMPORTED)
    endif()
    find_package(CUDAToolkit REQUIRED)
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc speaks C++20
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    # Eigen's and Abseil's constexpr functions are called in device code; 20012 is a warning inside Eigen 3.4.
    add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>
                        "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-diag-suppress 20012>"
                        $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${FARPOINT_WERROR}>>:-Werror=all-warnings>)
    set(FARPOINT_HAVE_CUDA ON)
  elseif(FARPOINT_CUDA STREQUAL "ON")
    message(FATAL_ERROR "FARPOINT_CUDA=ON, but no CUDA compiler was found")
  endif()
endif()
message(STATUS "CUDA kernels: ${FARPOINT_HAVE_CUDA}")
