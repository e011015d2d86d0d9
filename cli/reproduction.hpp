// What reproducing a paper yields: items with a verdict each, checks of our own, figures and data.
//
// Verdicts are computed from numbers and never written down. "Not reproduced" is a finding and no
// failure; a check that does not hold is one.
#pragma once
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "console.hpp"
#include "kinetree/report.hpp"

namespace kinetree::cli {

enum class Verdict { reproduced, partly, not_reproduced, not_run };
std::string_view to_string(Verdict verdict) noexcept;
/// All of it, some of it, or nothing.
Verdict verdict_of(std::size_t held, std::size_t claimed) noexcept;
inline Verdict verdict_of(bool held) noexcept { return verdict_of(held ? 1u : 0u, 1u); }

using Rows = std::vector<std::vector<std::string>>;

/// One claim of a table, a figure or a section, beside what we find.
struct Item {
  std::string item;   ///< "Table 3"
  std::string claim;  ///< in our words
  std::string paper = {}, ours = {};
  Verdict verdict = Verdict::not_reproduced;
  std::string evidence = {};  ///< numbers, bounds and why
  Rows rows = {};             ///< a table with its header, where one says more
};

/// What must hold for our own side of the comparison to be sound.
struct OwnCheck {
  std::string name;
  double value = 0, least = -std::numeric_limits<double>::infinity(),
         most = std::numeric_limits<double>::infinity();
  bool holds() const noexcept { return value >= least && value <= most; }  // NaN does not
};

/// DIR/paperN/name.svg
struct Figure {
  std::string name;
  Plot plot;
};

/// DIR/paperN/name.csv
struct Column {
  std::string name;
  std::vector<double> values;
};
struct Data {
  std::string name;
  std::vector<Column> columns;
};

struct Reproduction {
  int paper = 0;
  std::string title;  ///< "Mohan & Saha 2007: …"
  std::vector<Item> items;
  std::vector<OwnCheck> checks;
  std::vector<Figure> figures;
  std::vector<Data> data;
  bool sound() const noexcept;  ///< whether all checks hold
};

void write_text(Console& console, const Reproduction& reproduction);
void write_markdown(std::ostream& out, const std::vector<Reproduction>& papers);
/// kinetree-reproduction/1
void write_json(std::ostream& out, const std::vector<Reproduction>& papers);
/// report.md, report.json, and a folder of figures and data for each paper; makes the directory.
/// Throws OutputError.
void write_directory(const std::string& directory, const std::vector<Reproduction>& papers);

// One file each. They take seconds.
Reproduction reproduce_denoc();        ///< Mohan & Saha
Reproduction reproduce_progressive();  ///< Laus et al.
Reproduction reproduce_kronecker();    ///< Truc et al.

}  // namespace kinetree::cli
