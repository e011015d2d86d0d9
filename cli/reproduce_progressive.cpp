// Laus et al.: every matrix of section 3, as printed and as corrected, beside the library's.
#include "reproduce_progressive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "reproduce_crucible.hpp"

namespace kinetree::cli {
namespace {

constexpr int state_count = 20;  // random ones, the same in every run
constexpr double same = 1e-13;   // of the largest entry: what counts as agreement

/// The same matrix with zeros appended: what the print and we have may differ in size.
Matrix padded(const Matrix& A, Eigen::Index rows, Eigen::Index columns) {
  Matrix result = Matrix::Zero(rows, columns);
  result.topLeftCorner(A.rows(), A.cols()) = A;
  return result;
}

using Form = std::function<Matrix(const Moment&)>;

/// Largest entry of our side of some matrices, in all states.
double size_of(const std::vector<Moment>& moments, std::span<const PrintedMatrix> matrices) {
  double size = 0;
  for (const Moment& t : moments) {
    for (const PrintedMatrix& m : matrices) size = std::max(size, m.ours(t).cwiseAbs().maxCoeff());
  }
  return size;
}

/// Closed forms beside ours, in all states: entries that agree, and the worst difference relative
/// to the size. Entries beyond ours do not agree.
struct TermAgreement {
  std::size_t held = 0, entries = 0;
  double worst = 0;

  void add(const std::vector<Moment>& moments, const Form& form, const Form& ours, double size) {
    Matrix apart;
    Eigen::Index beyond = 0;
    for (const Moment& t : moments) {
      const Matrix a = form(t), b = ours(t);
      const auto rows = std::max(a.rows(), b.rows()), columns = std::max(a.cols(), b.cols());
      const Matrix difference = (padded(a, rows, columns) - padded(b, rows, columns)).cwiseAbs();
      apart = apart.size() == 0 ? difference : Matrix(apart.cwiseMax(difference));
      beyond = rows * columns - b.size();
    }
    entries += static_cast<std::size_t>(apart.size());
    held += static_cast<std::size_t>((apart.array() <= same * size).count() - beyond);
    worst = std::max(worst, apart.maxCoeff() / size);
  }
};

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

/// One item for the matrices of one equation.
Item make_item(const std::vector<Moment>& moments, std::span<const PrintedMatrix> matrices,
               double& worst) {
  const double size = size_of(moments, matrices);
  TermAgreement printed, corrected;
  Item item{.item = matrices.front().equation, .claim = {}};
  for (const PrintedMatrix& m : matrices) {
    printed.add(moments, m.printed, m.ours, size);
    corrected.add(moments, m.corrected ? m.corrected : m.printed, m.ours, size);
    item.claim += (item.claim.empty() ? "" : ", ") + m.symbol;
    item.paper += m.misprint;
  }
  item.ours = fmt::format("{} of {} entries as printed", printed.held, printed.entries);
  item.verdict = verdict_of(printed.held, printed.entries);
  if (item.paper.empty()) {
    item.paper = "closed form";
    item.evidence = fmt::format("largest difference {:.1e} of the largest entry", printed.worst);
  } else {
    item.ours += fmt::format("; {} of {} corrected", corrected.held, corrected.entries);
    item.evidence =
        fmt::format("as printed off by {} of the largest entry; corrected by {:.1e} of it",
                    percent(printed.worst), corrected.worst);
  }
  worst = std::max(worst, corrected.worst);
  return item;
}

void add_matrices(Reproduction& to, const std::vector<Moment>& moments,
                  const std::vector<PrintedMatrix>& matrices, double& worst) {
  for (auto first = matrices.begin(); first != matrices.end();) {
    const auto last = std::find_if(first, matrices.end(), [&](const PrintedMatrix& m) {
      return m.equation != first->equation;
    });
    to.items.push_back(make_item(moments, {first, last}, worst));
    first = last;
  }
}

/// Error of one line, relative to the largest value of the element that its label names.
double line_error(const std::vector<Moment>& moments,
                  const std::function<double(const Moment&)>& value, int row, int column,
                  const Matrix LinkTerms::*term) {
  double apart = 0, size = 0, all = 0;
  for (const Moment& t : moments) {
    const Matrix& A = t.three[2].*term;
    const double ours = A(row - 1, column - 1);
    apart = std::max(apart, std::abs(value(t) - ours));
    size = std::max(size, std::abs(ours));
    all = std::max(all, A.cwiseAbs().maxCoeff());
  }
  return apart / (size > same * all ? size : all);  // an element may be zero
}

/// (58) or (59), line by line.
void add_lines(Reproduction& to, const std::vector<Moment>& moments, const char* equation,
               const char* claim, const std::vector<PrintedLine>& lines,
               const Matrix LinkTerms::*term, double& worst) {
  Rows rows{{"line", "as printed off by", "corrected off by", "what is wrong"}};
  std::size_t held = 0, repaired = 0;
  std::string misprints;
  for (const PrintedLine& line : lines) {
    const double printed = line_error(moments, line.value, line.row, line.column, term);
    const double corrected =
        line_error(moments, line.corrected, line.true_row, line.true_column, term);
    if (printed <= same) ++held;
    if (corrected <= same) ++repaired;
    worst = std::max(worst, corrected);
    const bool wrong = printed > same;
    if (wrong) {
      misprints +=
          fmt::format("{}{}: {}", misprints.empty() ? "" : "; ", line.label, percent(printed));
    }
    rows.push_back({line.label, wrong ? percent(printed) : fmt::format("{:.1e}", printed),
                    fmt::format("{:.1e}", corrected), line.correction});
  }
  to.items.push_back(
      {.item = equation,
       .claim = claim,
       .paper = fmt::format("{} lines", lines.size()),
       .ours = fmt::format("{} of {} lines as printed; {} of {} corrected", held, lines.size(),
                           repaired, lines.size()),
       .verdict = verdict_of(held, lines.size()),
       .evidence = fmt::format("wrong, in percent of the element's largest value: {}", misprints),
       .rows = rows});
}

}  // namespace

Reproduction reproduce_progressive() {
  Reproduction result;
  result.paper = 3;
  result.title =
      "Laus et al. 2009: progressive dynamic analysis of serial robots based on screw theory";
  const std::vector<Moment> moments = pelican_moments(state_count);
  double worst = 0;
  add_construction(result);
  for (const auto& printed : {printed_arm(), printed_arm_transforms(), printed_arm_jacobians(),
                              printed_arm_terms(), printed_arm_gravity(), printed_payload()}) {
    add_matrices(result, moments, printed, worst);
  }
  add_lines(result, moments, "Eq. (58)", "the elements of M_3", lines_of_58(), &LinkTerms::M,
            worst);
  add_lines(result, moments, "Eq. (59)", "the elements of C_3", lines_of_59(), &LinkTerms::C,
            worst);
  add_matrices(result, moments, printed_payload_gravity(), worst);
  add_derived(result);
  add_sums(result, moments);
  result.checks.push_back({"(37) to (61) as corrected, relative difference", worst, 0, same});
  reproduce_crucible(result);
  return result;
}

}  // namespace kinetree::cli
