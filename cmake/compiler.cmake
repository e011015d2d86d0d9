# Flags shared by everything built here, and by nobody who links to it.
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(kinetree_flags INTERFACE)
# One rounding on every machine: no contraction, and never -ffast-math or -march=native.
target_compile_options(kinetree_flags INTERFACE -ffp-contract=off)
if(KINETREE_DEVELOPER)
  target_compile_options(kinetree_flags INTERFACE -Werror -Wall -Wextra -Wpedantic -Wconversion
    -Wsign-conversion -Wold-style-cast -Wdouble-promotion -Wshadow)
endif()
if(KINETREE_CHECKS)
  target_compile_definitions(kinetree_flags INTERFACE KINETREE_CHECKS=1)
endif()
if(KINETREE_SANITIZE)
  target_compile_options(kinetree_flags INTERFACE -fsanitize=${KINETREE_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(kinetree_flags INTERFACE -fsanitize=${KINETREE_SANITIZE})
endif()

# The kernels are straight-line code on small structs. The vectoriser for straight-line code of
# g++ 12 packs their scalars through memory: M takes 20 % (6 joints) to 70 % (100 joints) longer.
function(kinetree_kernel_flags)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
  endif()
endfunction()
