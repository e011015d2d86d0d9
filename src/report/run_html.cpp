// The page of a run: the template of web/report around the run as JSON.
#include <ostream>

#include "kinetree/run_report.hpp"
#include "report/report_page.hpp"

namespace kinetree {
namespace {

/// Inside a script element no < may stand: names come from files.
void write_escaped(std::ostream& out, const std::string& json) {
  for (const char c : json) {
    if (c == '<') {
      out << "\\u003c";
    } else {
      out.put(c);
    }
  }
}

}  // namespace

void write_run_html(std::ostream& out, const RunInfo& info, const std::vector<Sample>& samples,
                    const Run& run) {
  out << detail::report_head;
  write_escaped(out, run_json_head(info));
  for (const Sample& sample : samples) {
    write_escaped(out, run_json_sample(sample, &sample == samples.data()));
  }
  write_escaped(out, run_json_tail(info, &run));
  out << detail::report_tail;
}

}  // namespace kinetree
