# The page of `kinetree simulate --report`: web/ becomes one HTML file, and that a C++ source.
# kinetree_add_report_page(TARGET) adds the source. The source folder is only read.
option(KINETREE_WEB "Plots in the report page: needs npm, and the network once" ON)

# Installs what web/package-lock.json names, into the build folder; sets `stamp` for the caller.
function(kinetree_npm_packages web folder)
  find_program(KINETREE_NPM npm DOC "The package manager of node")
  if(NOT KINETREE_NPM)
    message(FATAL_ERROR
      "npm is missing: the plots of the report page (web/package.json) come from there.\n"
      "Either install it (on Debian: apt-get install --no-install-recommends npm), or configure "
      "with -DKINETREE_WEB=OFF for report pages that have the audit and tables but no plots.")
  endif()
  add_custom_command(OUTPUT ${folder}/installed
    COMMAND ${CMAKE_COMMAND} -DNPM=${KINETREE_NPM} -DWEB=${web} -DFOLDER=${folder}
            -P ${PROJECT_SOURCE_DIR}/cmake/npm_packages.cmake
    DEPENDS ${web}/package.json ${web}/package-lock.json
            ${PROJECT_SOURCE_DIR}/cmake/npm_packages.cmake
    COMMENT "Installing the packages of the report page" VERBATIM)
  set(stamp ${folder}/installed PARENT_SCOPE)
endfunction()

function(kinetree_add_report_page target)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(folder ${PROJECT_BINARY_DIR}/web)
  set(stamp "")
  set(uplot "")
  if(KINETREE_WEB)
    kinetree_npm_packages(${web} ${folder})
    set(uplot ${folder}/node_modules/uplot)
  endif()
  # Changes when the option does, so that the page follows.
  file(CONFIGURE OUTPUT ${folder}/plots.txt CONTENT "${KINETREE_WEB}\n")
  file(GLOB parts CONFIGURE_DEPENDS ${web}/report/*)
  add_custom_command(OUTPUT ${folder}/report_page.cpp
    COMMAND ${CMAKE_COMMAND} -DREPORT=${web}/report -DUPLOT=${uplot}
            -DOUTPUT=${folder}/report_page.cpp -P ${PROJECT_SOURCE_DIR}/cmake/report_page.cmake
    DEPENDS ${parts} ${stamp} ${folder}/plots.txt ${PROJECT_SOURCE_DIR}/cmake/report_page.cmake
    COMMENT "Writing the report page as C++" VERBATIM)
  set_source_files_properties(${folder}/report_page.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${folder}/report_page.cpp)
endfunction()
