# Installs the client library and the command line: `cmake --install build/release --prefix …`. Then
#
#   find_package(farpoint REQUIRED)
#   target_link_libraries(planner PRIVATE farpoint::client)     # #include "client/client.h"
#
# The libraries are static. The generated code of the contract is linked, its headers stay here: the
# client's own headers need none of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/farpoint)
set(header_dir ${CMAKE_INSTALL_INCLUDEDIR}/farpoint)

install(TARGETS farpoint_client farpoint_geometry_id farpoint_shape farpoint_proto
                farpoint_error_details
        EXPORT farpointTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${header_dir})
install(EXPORT farpointTargets NAMESPACE farpoint:: DESTINATION ${config_dir})

install(FILES answers.h client.h error.h questions.h reports.h support.h DESTINATION ${header_dir}/client)
install(FILES ${PROJECT_SOURCE_DIR}/src/isa.h DESTINATION ${header_dir}/src)
install(FILES ${PROJECT_SOURCE_DIR}/src/narrowphase/answer.h
              ${PROJECT_SOURCE_DIR}/src/narrowphase/gjk_variant.h
        DESTINATION ${header_dir}/src/narrowphase)
install(FILES ${PROJECT_SOURCE_DIR}/src/support/support_field.h
        DESTINATION ${header_dir}/src/support)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/geometry_id ${PROJECT_SOURCE_DIR}/src/math
                  ${PROJECT_SOURCE_DIR}/src/shape
        DESTINATION ${header_dir}/src FILES_MATCHING PATTERN "*.h")

configure_package_config_file(farpointConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/farpointConfig.cmake
                              INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/farpointConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/farpointConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/farpointConfigVersion.cmake
        DESTINATION ${config_dir})
