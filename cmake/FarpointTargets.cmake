# How every Farpoint target is compiled, and two helpers that keep the lists short.
find_package(Threads REQUIRED)
find_package(absl REQUIRED)
find_package(Eigen3 REQUIRED)

add_library(farpoint_compile_options INTERFACE)
target_include_directories(farpoint_compile_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(farpoint_compile_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wnon-virtual-dtor;-ffp-contract=off>
  # Templates for both bools and packs of lanes have | and &: packs know no others.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-bitwise-instead-of-logical>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${FARPOINT_WERROR}>>:-Werror>)
if(FARPOINT_SANITIZE)
  target_compile_options(farpoint_compile_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${FARPOINT_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>)
  target_link_options(farpoint_compile_options INTERFACE -fsanitize=${FARPOINT_SANITIZE})
endif()

if(FARPOINT_BUILD_FUZZ)
  # The list's hash tells Ninja and ccache that another list makes other objects.
  set(known_faults ${PROJECT_SOURCE_DIR}/tests/fuzz/known_faults.txt)
  file(SHA256 ${known_faults} known_faults_hash)
  target_compile_options(farpoint_compile_options INTERFACE
    -fsanitize-ignorelist=${known_faults} -DFARPOINT_KNOWN_FAULTS=${known_faults_hash})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${known_faults})
endif()

# farpoint_library(name SOURCES … DEPS …): a static library with the alias farpoint::name.
function(farpoint_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_library(farpoint_${name} STATIC ${ARG_SOURCES})
  add_library(farpoint::${name} ALIAS farpoint_${name})
  target_link_libraries(farpoint_${name} PUBLIC ${ARG_DEPS}
    PRIVATE $<BUILD_INTERFACE:farpoint_compile_options>)
  target_include_directories(farpoint_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  set_target_properties(farpoint_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(farpoint_${name} PUBLIC cxx_std_20)
endfunction()

# farpoint_test(name SOURCES … DEPS …): a GoogleTest binary, registered with CTest as `name`.
function(farpoint_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock_main farpoint_compile_options)
  # GCC 12 sees overlaps of 2^62 bytes in assignments of string literals (its bug 105651).
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
