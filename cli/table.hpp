// Text in aligned columns.
#pragma once
#include <string>
#include <vector>

namespace kinetree::cli {

class Table {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Columns to the left, two spaces between them, no spaces at the end of a line.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace kinetree::cli
