# cmake -DNPM=… -DWEB=… -DFOLDER=… -P npm_packages.cmake: exactly the packages of the lock file, whose
# checksums npm compares, into FOLDER/node_modules. No script of a package runs.
file(COPY ${WEB}/package.json ${WEB}/package-lock.json DESTINATION ${FOLDER})
execute_process(
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --no-update-notifier --prefer-offline
          --loglevel=error
  WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${text}\n"
    "npm could not install the packages of the report page (${WEB}/package-lock.json).\n"
    "It needs the network, once. Either see to that (a mirror: npm config set registry URL) and "
    "build again, or configure with -DKINETREE_WEB=OFF for report pages without plots.")
endif()
file(TOUCH ${FOLDER}/installed)
