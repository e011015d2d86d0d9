#include <gtest/gtest.h>

#include <algorithm>

#include "kinetree/count.hpp"

namespace kinetree::testing {
namespace {

const PaperRow& row_of(const PaperTable& table, std::string_view label) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                [&](const PaperRow& r) { return r.label == label; });
  if (row == table.rows.end()) throw UsageError("no row " + std::string(label));
  return *row;
}

bool says(const PaperTable& table, std::string_view text) {
  return std::any_of(table.findings.begin(), table.findings.end(), [&](const std::string& finding) {
    return finding.find(text) != std::string::npos;
  });
}

TEST(PaperTables, WangAndJuDifferInTwelveForElevenMultiplications) {
  const PaperTable table = make_paper_table("wang_ju");
  const PaperRow& proposed = row_of(table, "the proposed method");
  EXPECT_EQ(to_string(proposed.printed->multiplications), "3.5n³ + 16n² + 12.5n");
  EXPECT_NE(proposed.verdict.find("multiplications differ by 0.5n² + 0.5n; additions agree"),
            std::string::npos);
  EXPECT_EQ(proposed.source, "Wang & Ju, Table 1");
  EXPECT_TRUE(says(table, "cheaper than momentum: does NOT hold"));
  EXPECT_TRUE(says(table, "cheaper than momentum_dense: holds from n = 3 on"));
  EXPECT_TRUE(says(table, "cheaper than pseudo_inertia: holds;"));
}

TEST(PaperTables, SafeeaCrossesCrbaWhereTheirFormulasSay) {
  const PaperTable table = make_paper_table("safeea");
  EXPECT_TRUE(says(table, "by the printed formulas from n = 13 on"));
  EXPECT_TRUE(says(table, "as counted from n = 14 on, in composite form from n = 11 on"));
}

TEST(PaperTables, MohanAndSahaMissTwoOfTheirCrossings) {
  const PaperTable table = make_paper_table("mohan_saha");
  EXPECT_TRUE(
      says(table, "Brandle et al.: by its polynomials n* = 15, n⁺ = 18; printed 14, 16: differs"));
  EXPECT_TRUE(says(table, "Valasek: by its polynomials n* = 13, n⁺ = 16; printed 13, 15: differs"));
  EXPECT_TRUE(says(table, "Saha: by its polynomials n* = 10, n⁺ = 14; printed 10, 14: agrees"));
  EXPECT_TRUE(row_of(table, "the proposed method").measured.has_value());
}

TEST(PaperTables, EveryRowHasAVerdict) {
  for (const std::string_view name : paper_table_names()) {
    for (const PaperRow& row : make_paper_table(name).rows) EXPECT_FALSE(row.verdict.empty());
  }
  EXPECT_THROW(make_paper_table("nobody"), UsageError);
}

TEST(PrintedCost, IsThereForMethodsThatPapersCount) {
  int found = 0;
  for (const Method& method : methods()) found += printed_cost(method) ? 1 : 0;
  EXPECT_EQ(found, 10);
}

}  // namespace
}  // namespace kinetree::testing
