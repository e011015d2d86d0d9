# Flags shared by everything built here, and by nobody who links to it.
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(kinetree_flags INTERFACE)
# One rounding on every machine: no contraction, and never -ffast-math or -march=native.
target_compile_options(kinetree_flags INTERFACE -ffp-contract=off)
if(KINETREE_DEVELOPER)
  target_compile_options(kinetree_flags INTERFACE -Werror -Wall -Wextra -Wpedantic -Wshadow
    -Wconversion -Wsign-conversion -Wold-style-cast -Wdouble-promotion)
endif()
if(KINETREE_CHECKS)
  target_compile_definitions(kinetree_flags INTERFACE KINETREE_CHECKS=1)
endif()
if(KINETREE_SANITIZE)
  target_compile_options(kinetree_flags INTERFACE -fsanitize=${KINETREE_SANITIZE}
    -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(kinetree_flags INTERFACE -fsanitize=${KINETREE_SANITIZE})
endif()
