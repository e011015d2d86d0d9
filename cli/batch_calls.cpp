#include "batch_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kinetree::cli {
namespace {

constexpr std::array batch_kinds{Kind::mass_matrix,  Kind::coriolis,         Kind::bias,
                                 Kind::gravity,      Kind::inverse_dynamics, Kind::forward_dynamics,
                                 Kind::inverse_by_q, Kind::inverse_by_v,     Kind::forward_by_q,
                                 Kind::forward_by_v, Kind::forward_by_tau};

bool is_batch_kind(Kind kind) {
  return std::find(batch_kinds.begin(), batch_kinds.end(), kind) != batch_kinds.end();
}

}  // namespace

void expect_batch_quantities(const std::vector<Request>& requests) {
  for (const Request& request : requests) {
    if (is_batch_kind(request.kind())) continue;
    std::string names;
    for (const QuantityInfo& info : quantity_infos()) {
      if (is_batch_kind(info.kind)) names += (names.empty() ? "" : ", ") + std::string(info.name);
    }
    throw UsageError(
        fmt::format("--batch does not compute {}; there are: {}", request.name, names));
  }
}

StateReader::Which inputs_of(const std::vector<Request>& requests) {
  StateReader::Which wanted{true, false, false, false};
  for (const Request& request : requests) {
    wanted[StateReader::v] |= request.info->has(uses_v);
    wanted[StateReader::a] |= request.info->has(uses_a);
    wanted[StateReader::tau] |= request.info->has(uses_tau);
  }
  return wanted;
}

std::vector<Field> batch_fields(const std::vector<Request>& requests, const Model& model) {
  std::vector<Field> fields;
  for (const Request& request : requests) {
    constexpr std::array vectors{Kind::bias, Kind::gravity, Kind::inverse_dynamics,
                                 Kind::forward_dynamics};
    const bool vector = std::find(vectors.begin(), vectors.end(), request.kind()) != vectors.end();
    Field field;
    field.name = request.name;
    field.shape = vector ? Field::vector : Field::matrix;
    field.rows = model.nv();
    field.columns = vector ? 1 : model.nv();
    field.row_names = v_names(model);
    fields.push_back(std::move(field));
  }
  return fields;
}

BatchCalls::Source BatchCalls::source_of(Kind kind) {
  switch (kind) {
    case Kind::mass_matrix:
      return {mass_matrix, 0};
    case Kind::coriolis:
      return {coriolis, 0};
    case Kind::gravity:
      return {g, 0};
    case Kind::bias:
      return {h, 0};
    case Kind::inverse_dynamics:
      return {tau, 0};
    case Kind::forward_dynamics:
      return {a, 0};
    case Kind::inverse_by_q:
      return {tau_derivatives, 0};
    case Kind::inverse_by_v:
      return {tau_derivatives, 1};
    case Kind::forward_by_q:
      return {a_derivatives, 0};
    case Kind::forward_by_v:
      return {a_derivatives, 1};
    default:
      return {a_derivatives, 2};
  }
}

std::size_t BatchCalls::width_of(Call call) const {
  return call == mass_matrix || call == coriolis || call == tau_derivatives || call == a_derivatives
             ? nv_ * nv_
             : nv_;
}

BatchCalls::BatchCalls(const Model& model, const Include& include,
                       const std::vector<Request>& requests, std::size_t most)
    : batch_(model, {.include = include, .threads = 1}),
      nq_(static_cast<std::size_t>(model.nq())),
      nv_(static_cast<std::size_t>(model.nv())),
      wanted_(inputs_of(requests)) {
  const std::size_t states = batch_.blocks(most) * static_cast<std::size_t>(batch_.lanes());
  for (const Request& request : requests) {
    const Source source = source_of(request.kind());
    sources_.push_back(source);
    if (results_[source.call][0].size() > 0) continue;
    // The derivatives come together, wanted or not.
    const std::size_t count = source.call == a_derivatives     ? 3
                              : source.call == tau_derivatives ? 2
                                                               : 1;
    for (std::size_t i = 0; i < count; ++i) {
      results_[source.call][i] = BatchBuffer(states * width_of(source.call));
    }
    // da_dtau alone does not depend on v and tau, but the call that gives it does.
    if (source.call == a_derivatives) wanted_[StateReader::v] = wanted_[StateReader::tau] = true;
  }
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    if (wanted_[i]) inputs_[i] = BatchBuffer(states * (i == StateReader::q ? nq_ : nv_));
  }
}

BatchCalls::Blocks BatchCalls::part(BatchBuffer& buffer, std::size_t states, std::size_t width) {
  return {buffer.data(), batch_.blocks(states) * static_cast<std::size_t>(batch_.lanes()) * width};
}

void BatchCalls::evaluate(Call call, std::size_t states) {
  const auto input = [&](StateReader::Array which) {
    return part(inputs_[which], states, which == StateReader::q ? nq_ : nv_);
  };
  const auto result = [&](std::size_t i) {
    return part(results_[call][i], states, width_of(call));
  };
  const auto q = [&] { return input(StateReader::q); };
  const auto v = [&] { return input(StateReader::v); };
  switch (call) {
    case mass_matrix:
      return batch_.mass_matrix(q(), result(0));
    case coriolis:
      return batch_.coriolis(q(), v(), result(0));
    case g:
      return batch_.gravity(q(), result(0));
    case h:
      return batch_.bias(q(), v(), result(0));
    case tau:
      return batch_.inverse_dynamics(q(), v(), input(StateReader::a), result(0));
    case a:
      return batch_.forward_dynamics(q(), v(), input(StateReader::tau), result(0));
    case tau_derivatives:
      return batch_.inverse_dynamics_derivatives(q(), v(), input(StateReader::a), result(0),
                                                 result(1));
    case a_derivatives:
      return batch_.forward_dynamics_derivatives(q(), v(), input(StateReader::tau), result(0),
                                                 result(1), result(2));
    case calls:
      return;
  }
}

/// Matrices are column by column in blocks, and row by row in files.
void BatchCalls::gather(Source source, std::size_t states, std::vector<double>& values) {
  const std::size_t width = width_of(source.call), lanes = static_cast<std::size_t>(batch_.lanes());
  const std::size_t columns = width / nv_, rows = nv_;
  values.resize(states * width);
  for (std::size_t k = 0; k < states; ++k) {
    const double* const from =
        results_[source.call][source.result].data() + k / lanes * lanes * width + k % lanes;
    double* to = values.data() + k * width;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) *to++ = from[(j * rows + i) * lanes];
    }
  }
}

void BatchCalls::run(const StateReader& reader, const StateReader::Portion& states,
                     std::vector<std::vector<double>>& values) {
  const std::size_t count = states.states;
  for (std::size_t i = 0; i < StateReader::arrays; ++i) {
    if (!wanted_[i]) continue;
    const std::size_t width = i == StateReader::q ? nq_ : nv_;
    const Blocks blocks = part(inputs_[i], count, width);
    if (reader.has(static_cast<StateReader::Array>(i))) {
      batch_.to_blocks(states.values[i], static_cast<int>(width), blocks);
    } else {
      std::fill(blocks.begin(), blocks.end(), 0.0);
    }
  }
  std::array<bool, calls> done{};
  for (const Source& source : sources_) {
    if (!std::exchange(done[source.call], true)) evaluate(source.call, count);
  }
  values.resize(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) gather(sources_[i], count, values[i]);
}

}  // namespace kinetree::cli
