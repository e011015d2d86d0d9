# kinetree_add_peers(TARGET SOURCE): other libraries beside us in `kinetree bench`, those that are
# installed. Only where KINETREE_PEERS is on: their headers take long to compile.
#
# They are built for other alignments of Eigen's types than ours, so each stays in a module that
# shares nothing with us; SOURCE gets the file of each module that is built.
option(KINETREE_PEERS "KDL, DART, Pinocchio and RBDL beside us in `kinetree bench`" OFF)

function(kinetree_add_peer_module name)
  add_library(kinetree_${name} MODULE ${PROJECT_SOURCE_DIR}/bench/versus/${name}_module.cpp)
  set_target_properties(kinetree_${name} PROPERTIES CXX_STANDARD 20 CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(kinetree_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cli)
  target_include_directories(kinetree_${name} SYSTEM PRIVATE
    $<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>)
endfunction()

# By a header and a library: kinetree_find_peer(kdl kdl/chain.hpp orocos-kdl)
function(kinetree_find_peer name header library)
  string(TOUPPER ${name} upper)
  find_path(KINETREE_${upper}_INCLUDE ${header})
  find_library(KINETREE_${upper}_LIBRARY ${library})
  mark_as_advanced(KINETREE_${upper}_INCLUDE KINETREE_${upper}_LIBRARY)
  if(KINETREE_${upper}_INCLUDE AND KINETREE_${upper}_LIBRARY)
    kinetree_add_peer_module(${name})
    target_include_directories(kinetree_${name} SYSTEM PRIVATE ${KINETREE_${upper}_INCLUDE})
    target_link_libraries(kinetree_${name} PRIVATE ${KINETREE_${upper}_LIBRARY})
  endif()
endfunction()

function(kinetree_add_peers target source)
  if(NOT KINETREE_PEERS)
    return()
  endif()
  if(BUILD_SHARED_LIBS)
    message(FATAL_ERROR "KINETREE_PEERS needs a static kinetree: others would find our Eigen in it")
  endif()
  kinetree_find_peer(kdl kdl/chain.hpp orocos-kdl)
  kinetree_find_peer(dart dart/dynamics/Skeleton.hpp dart)
  kinetree_find_peer(rbdl rbdl/rbdl.h rbdl)
  find_package(pinocchio QUIET)
  if(TARGET pinocchio::pinocchio)
    kinetree_add_peer_module(pinocchio)
    target_link_libraries(kinetree_pinocchio PRIVATE pinocchio::pinocchio)
  endif()
  foreach(name kdl dart pinocchio rbdl)
    if(TARGET kinetree_${name})
      string(TOUPPER ${name} upper)
      add_dependencies(${target} kinetree_${name})
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
        "KINETREE_${upper}_MODULE=\"$<TARGET_FILE:kinetree_${name}>\"")
      message(STATUS "kinetree bench: beside ${name}")
    endif()
  endforeach()
endfunction()
