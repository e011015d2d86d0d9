// From how many joints on which method is the fastest.
#pragma once
#include <string>
#include <vector>

namespace kinetree::cli {

/// Times of one method over the number of joints; slow ones end early.
struct CrossoverCurve {
  std::string method;
  std::vector<int> n;
  std::vector<double> ns;
};

/// One method is the fastest from a number of joints on, up to the next.
struct Crossover {
  std::string quantity;
  int from = 0, to = 0;  ///< both were timed
  std::string method;
};

/// The fastest at every n. Another takes over only where it is faster by more than 2 %, which is
/// what windows scatter.
std::vector<Crossover> find_crossovers(const std::string& quantity,
                                       const std::vector<CrossoverCurve>& curves);

}  // namespace kinetree::cli
