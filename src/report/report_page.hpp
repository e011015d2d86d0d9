// The page of a run, made of web/report while building. A run is shown by writing report_head, the
// run as JSON (kinetree-run/1), and report_tail. The JSON stands in a script element that head
// opens and tail closes, so its strings must have every < written as \u003c. Everything the page
// needs is in head: where a writer was killed, what it had written still opens.
#pragma once
#include <string_view>

namespace kinetree::detail {

extern const std::string_view report_head;
extern const std::string_view report_tail;

}  // namespace kinetree::detail
