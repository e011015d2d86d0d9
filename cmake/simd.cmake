# Kernels on packs of doubles: the same sources once for each instruction set, in namespaces of their
# own (src/scalar/pack.hpp). Multiplications and additions may fuse here, and only here: that is a
# third of the time. Never below -O2: a function of a header that is not inlined could be linked in
# place of its plain copy, and run where its instructions do not exist; tests/tools looks for such.
set(kinetree_simd_sources src/batch/kernels.cpp src/batch/rollout_kernels.cpp)
set_source_files_properties(${kinetree_simd_sources} PROPERTIES
  COMPILE_OPTIONS -ffp-contract=fast)  # after that of kinetree_flags

# g++ 12 keeps structs of vectors in memory and copies them in halves, unless it is told otherwise:
# registers that are stored in halves and loaded whole made M four times slower. clang needs none of
# this.
set(kinetree_simd_gnu -fno-tree-slp-vectorize -Wno-psabi
  "SHELL:--param sra-max-scalarization-size-Ospeed=8192"
  "SHELL:--param max-inline-insns-single=3000" "SHELL:--param max-inline-insns-auto=300"
  "SHELL:--param inline-unit-growth=2000" "SHELL:--param large-function-growth=5000"
  "SHELL:--param large-unit-insns=100000" "SHELL:--param large-stack-frame-growth=10000")

# kinetree_add_simd_set(NAME LANES FLAG…)
function(kinetree_add_simd_set name lanes)
  set(target kinetree_simd_${name})
  add_library(${target} OBJECT ${kinetree_simd_sources})
  target_include_directories(${target} PRIVATE src)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_definitions(${target} PRIVATE
    KINETREE_SIMD_SET=${name} KINETREE_LANES=${lanes})
  target_link_libraries(${target} PRIVATE kinetree_flags)
  math(EXPR bits "64 * ${lanes}")
  set(whole_registers -mmove-max=${bits} -mstore-max=${bits})
  if(lanes EQUAL 2)
    set(whole_registers "")
  endif()
  set(optimised -O3)
  if(KINETREE_SANITIZE)  # makes these functions many times longer
    set(optimised -O2)
  endif()
  target_compile_options(${target} PRIVATE ${optimised} ${ARGN}
    "$<$<CXX_COMPILER_ID:GNU>:${kinetree_simd_gnu};${whole_registers}>")
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
  target_sources(kinetree PRIVATE $<TARGET_OBJECTS:${target}>)
  string(TOUPPER ${name} macro)
  target_compile_definitions(kinetree PRIVATE KINETREE_HAS_${macro})
endfunction()

kinetree_add_simd_set(baseline 2)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  kinetree_add_simd_set(avx2 4 -march=x86-64-v3)
  if(NOT KINETREE_SANITIZE)  # the same text once more
    kinetree_add_simd_set(avx512 8 -march=x86-64-v4)
  endif()
endif()
