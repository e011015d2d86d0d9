// Which kind of file it is, and what states of every kind must be.
#include "kinetree/state_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/complaints.hpp"
#include "io/state_source.hpp"

namespace kinetree {
namespace {

std::unique_ptr<StateReader::Source> open_states(const std::string& name, const Model& model,
                                                 const StateReader::Which& wanted) {
  if (model.nq() == 0) throw ModelError("the robot has no moving joint, and so no states");
  auto file = std::make_unique<ByteFile>(name);
  std::string start(4096, '\0');
  start.resize(file->read(start.data(), start.size()));
  if (start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06")) {
    return open_npz_states(std::move(file), model, wanted);
  }
  const auto refuse = [&](const char* message, const char* remedy) {
    throw ParseError(to_string(
        Diagnostic{Diagnostic::error, "format", file->name(), {1, 1}, "", message, remedy}));
  };
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && (start[first] == '{' || start[first] == '[')) {
    refuse("this is JSON", "batches are CSV or NPZ; without --batch, eval reads JSON");
  }
  if (start.starts_with("\x93NUMPY")) {
    refuse("this is one array", "write an archive of arrays: numpy.savez(file, q=q, v=v)");
  }
  return open_csv_states(std::move(file), std::move(start), model, wanted);
}

}  // namespace

std::string_view choose_name(
    std::size_t which, const std::function<bool(std::string_view)>& is_there,
    const std::function<void(std::string_view, std::string_view)>& refuse) {
  std::string_view found;
  for (const std::string_view name : array_names[which]) {
    if (name.empty() || !is_there(name)) continue;
    // What has "_in" was an input, and the other one of that name a result.
    if (found.empty()) found = name;
    const bool result_too = found.ends_with("_in") || found == "fd_tau";
    const bool rivals = name == "fd_tau" || !result_too;
    if (found != name && rivals) refuse(found, name);
  }
  return found;
}

StateReader::StateReader(const std::string& file, const Model& model, const Which& wanted)
    : source_(open_states(file, model, wanted)) {
  source_->nq = static_cast<std::size_t>(model.nq());
  for (const JointSlot& slot : model.joints()) {
    if (slot.nq == slot.nv) continue;
    source_->quaternions.push_back(
        {static_cast<std::size_t>(slot.q_first + slot.nq - 4), model.link(slot.link).joint.name});
  }
}
StateReader::StateReader(StateReader&&) noexcept = default;
StateReader& StateReader::operator=(StateReader&&) noexcept = default;
StateReader::~StateReader() = default;

bool StateReader::has(Array which) const noexcept { return source_->has[which]; }
std::optional<std::uint64_t> StateReader::states() const { return source_->states(); }
std::optional<double> StateReader::share() const { return source_->share(); }
bool StateReader::take(Portion& portion, std::size_t most) { return source_->take(portion, most); }
void StateReader::confirm(const Portion& portion) { source_->confirm(portion); }
std::string StateReader::place(const Portion& portion, std::size_t k) const {
  return source_->place(portion, k);
}

void StateReader::read(Portion& portion) const {
  source_->read(portion);
  if (!source_->has[q]) return;
  for (std::size_t k = 0; !source_->quaternions.empty() && k < portion.states; ++k) {
    const double* const state = portion.values[q].data() + k * source_->nq;
    for (const Source::Quaternion& x : source_->quaternions) {
      const double* const p = state + x.first;
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      constexpr double tolerance = 1e-6;  // as at the evaluators' gates
      if (std::abs(length - 1) <= tolerance) continue;
      throw ParseError(
          fmt::format("{}: the quaternion (x y z w) of joint {} has length {:.9g} (normalise it)",
                      place(portion, k), in_quotes(x.joint), length));
    }
  }
}

}  // namespace kinetree
