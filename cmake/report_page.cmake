# cmake -DREPORT=web/report -DUPLOT=node_modules/uplot -DOUTPUT=….cpp -P report_page.cmake: one page of
# all parts, cut where the run goes, as two arrays. An empty UPLOT makes the page without plots.

file(READ ${REPORT}/page.html page)

# put(NAME text): the text instead of @NAME@, which must be there.
function(put name text)
  string(FIND "${page}" "@${name}@" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "page.html has no @${name}@")
  endif()
  string(REPLACE "@${name}@" "${text}" page "${page}")
  set(page "${page}" PARENT_SCOPE)
endfunction()

function(refuse text pattern what)
  if("${text}" MATCHES "${pattern}")
    message(FATAL_ERROR "${what} may not contain ${pattern}: it would end there")
  endif()
endfunction()

set(uplot_js "/* built without uPlot: no plots */")
set(uplot_css "")
set(uplot_license "")
if(UPLOT)
  file(READ ${UPLOT}/dist/uPlot.iife.min.js uplot_js)
  file(READ ${UPLOT}/dist/uPlot.min.css uplot_css)
  file(READ ${UPLOT}/LICENSE uplot_license)
  refuse("${uplot_license}" "--" "a comment")
  set(uplot_license "<!-- uPlot, which draws the plots:\n\n${uplot_license}\n-->")
endif()

set(js "")
foreach(name words run panels audit plots report)
  file(READ ${REPORT}/${name}.js text)
  string(APPEND js "${text}\n")
endforeach()
file(READ ${REPORT}/report.css css)
refuse("${uplot_js}${js}" "</[sS][cC]|<!--" "a script")
refuse("${uplot_css}${css}" "</[sS][tT]" "a style sheet")

put(UPLOT_LICENSE "${uplot_license}")
put(UPLOT_CSS "${uplot_css}")
put(REPORT_CSS "${css}")
put(UPLOT_JS "${uplot_js}")
put(REPORT_JS "${js}")

# ---- as C++: a string of this length is more than the standard promises to take ------------------
function(array name text out)
  string(HEX "${text}" bytes)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  set(${out} "constexpr char ${name}_bytes[] = {\n${bytes}};\n" PARENT_SCOPE)
endfunction()

string(FIND "${page}" "@RUN@" place)
string(FIND "${page}" "@RUN@" last REVERSE)
if(place EQUAL -1 OR NOT place EQUAL last)
  message(FATAL_ERROR "page.html needs @RUN@ once, where the run goes")
endif()
string(SUBSTRING "${page}" 0 ${place} head)
math(EXPR place "${place} + 5")
string(SUBSTRING "${page}" ${place} -1 tail)
array(head "${head}" head)
array(tail "${tail}" tail)
file(WRITE ${OUTPUT} "// Made of web/report by cmake/report_page.cmake: edit those instead.
#include \"report/report_page.hpp\"

namespace kinetree::detail {
namespace {

${head}
${tail}
}  // namespace

const std::string_view report_head{head_bytes, sizeof head_bytes};
const std::string_view report_tail{tail_bytes, sizeof tail_bytes};

}  // namespace kinetree::detail
")
