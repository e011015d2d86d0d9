// How a diagnostic reads on one line.
#include "kinetree/error.hpp"

namespace kinetree {

std::string to_string(const Diagnostic& d) {
  std::string text = d.file;
  if (d.at.line > 0) text.append(":").append(std::to_string(d.at.line));
  if (d.at.column > 0) text.append(":").append(std::to_string(d.at.column));
  if (!text.empty()) text += ": ";
  if (!d.subject.empty()) text += d.subject + ": ";
  text += d.message;
  if (!d.remedy.empty()) text += " (" + d.remedy + ")";
  return text;
}

}  // namespace kinetree
