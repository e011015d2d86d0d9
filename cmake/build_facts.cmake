# kinetree_add_build_facts(TARGET): build_facts.hpp, which tells `kinetree bench` how it was built.
#
# The commit is asked for in every build, but the file is written only where it says something new:
# one file is compiled again after a commit, and nothing at all otherwise.
function(kinetree_add_build_facts target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_target_property(own kinetree_flags INTERFACE_COMPILE_OPTIONS)
  list(FILTER own EXCLUDE REGEX "-W")  # warnings change nothing
  string(JOIN " " flags ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${own})
  set(for_figures 1)
  if(KINETREE_CHECKS OR KINETREE_SANITIZE OR NOT flags MATCHES "-O[23]")
    set(for_figures 0)
  endif()
  if(KINETREE_CHECKS)
    string(APPEND flags " KINETREE_CHECKS")
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/facts)
  find_package(Git QUIET)
  add_custom_target(${target}_facts
    COMMAND ${CMAKE_COMMAND} "-DGIT=${GIT_EXECUTABLE}" "-DSOURCE=${PROJECT_SOURCE_DIR}"
            "-DHEADER=${folder}/build_facts.hpp" "-DFLAGS=${flags}" "-DFOR_FIGURES=${for_figures}"
            "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
            -P ${PROJECT_SOURCE_DIR}/cmake/write_build_facts.cmake
    BYPRODUCTS ${folder}/build_facts.hpp
    COMMENT "" VERBATIM)
  add_dependencies(${target} ${target}_facts)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
