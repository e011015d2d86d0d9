// From quantities to calls of a BatchEvaluator, and from its blocks to rows.
#pragma once
#include <array>
#include <vector>

#include "kinetree/batch.hpp"
#include "kinetree/report.hpp"
#include "kinetree/state_reader.hpp"
#include "request.hpp"

namespace kinetree::cli {

/// Throws UsageError where a quantity is not one of a batch, with those that are.
void expect_batch_quantities(const std::vector<Request>& requests);

/// Which arrays of states the requests depend on.
StateReader::Which inputs_of(const std::vector<Request>& requests);

/// A description of each result, without values.
std::vector<Field> batch_fields(const std::vector<Request>& requests, const Model& model);

/// Evaluates portions of states; one for every thread.
class BatchCalls {
 public:
  BatchCalls(const Model& model, const Include& include, const std::vector<Request>& requests,
             std::size_t most);
  /// `values` has a vector for every request, which is filled state after state, row by row.
  void run(const StateReader& reader, const StateReader::Portion& states,
           std::vector<std::vector<double>>& values);
  const SimdSet& simd() const noexcept { return batch_.simd(); }

 private:
  enum Call { mass_matrix, coriolis, g, h, tau, a, tau_derivatives, a_derivatives, calls };
  /// What a request takes from which call.
  struct Source {
    Call call;
    std::size_t result;
  };
  using Blocks = std::span<double>;
  static Source source_of(Kind kind);
  std::size_t width_of(Call call) const;
  Blocks part(BatchBuffer& buffer, std::size_t states, std::size_t width);
  void evaluate(Call call, std::size_t states);
  void gather(Source source, std::size_t states, std::vector<double>& values);

  BatchEvaluator batch_;
  std::size_t nq_, nv_;
  StateReader::Which wanted_;
  std::vector<Source> sources_;
  std::array<BatchBuffer, StateReader::arrays> inputs_;
  std::array<std::array<BatchBuffer, 3>, calls> results_;
};

}  // namespace kinetree::cli
