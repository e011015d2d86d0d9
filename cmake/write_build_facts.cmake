# cmake -DGIT=… -DSOURCE=… -DHEADER=… -DFLAGS=… -DFOR_FIGURES=… -DCOMPILER=… -P write_build_facts.cmake
# Writes the header where it would differ. Without a history of our own (a tarball, a copy inside
# somebody else's repository) the commit is unknown.
set(commit unknown)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} --no-optional-locks -C ${SOURCE} describe --always --dirty
                          --abbrev=12
                  RESULT_VARIABLE code OUTPUT_VARIABLE described ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(code EQUAL 0)
    set(commit ${described})
  endif()
endif()
foreach(fact commit FLAGS COMPILER)
  string(REPLACE "\\" "\\\\" ${fact} "${${fact}}")
  string(REPLACE "\"" "\\\"" ${fact} "${${fact}}")
endforeach()
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT [[
// Written by cmake/write_build_facts.cmake.
#pragma once
#define KINETREE_BUILD_COMMIT "@commit@"
#define KINETREE_BUILD_FLAGS "@FLAGS@"
#define KINETREE_BUILD_COMPILER "@COMPILER@"
#define KINETREE_BUILD_FOR_FIGURES @FOR_FIGURES@
]])
