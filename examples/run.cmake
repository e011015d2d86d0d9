# cmake -D PROGRAM=… -D EXPECTED=… -P run.cmake: runs the program; its output must be the file's.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE said RESULT_VARIABLE code)
file(READ ${EXPECTED} expected)
if(NOT code STREQUAL "0")
  message(FATAL_ERROR "${PROGRAM} ended with ${code}\n${said}")
endif()
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "expected:\n${expected}\nprinted:\n${printed}")
endif()
