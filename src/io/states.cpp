// States in: vectors of a file, put into the order of a model.
//
// Tools order joints differently: by file, by name, by depth. Where a file names its joints, its
// vectors are matched by name; entries of a floating base that is not named come first. Files of
// results can be given as they are: where one holds "tau_in", "a_in" or "fd_tau", that was the
// input, and its "tau" or "a" a result.
#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "io/fields.hpp"
#include "io/joint_order.hpp"
#include "kinetree/io.hpp"

namespace kinetree {
namespace {

class StatesReader {
 public:
  StatesReader(const Model& model, Complaints& complaints)
      : model_(model), complaints_(complaints) {}

  std::vector<StateInput> read(const json::Value& root) {
    Fields fields(root, complaints_, "");
    const auto joints = fields.array("joints");
    if (joints) {
      match(*joints);
    } else {
      layout_ = model_order(model_);
    }
    std::vector<StateInput> result;
    const auto states = fields.array("states");
    if (!states && !complaints_.failed()) {
      fields.error(root.where(), "missing_key", "has no \"states\"",
                   "write {\"states\": [{\"q\": […], \"v\": […]}]}");
    }
    if (!states || complaints_.failed()) return result;
    for (const json::Value entry : *states) {
      result.push_back(read_state(entry, result.size()));
      if (complaints_.failed()) break;
    }
    return result;
  }

 private:
  const std::string& name(const JointSlot& slot) const { return model_.link(slot.link).joint.name; }

  void match(const json::Value& joints) {
    std::vector<std::string> names;
    std::vector<Location> places;
    for (const json::Value entry : joints) {
      if (!entry.is(json::Kind::text)) {
        complaints_.error(entry.where(), "wrong_type", "",
                          fmt::format("\"joints\" holds {}", to_string(entry.kind())),
                          "write the joints' names");
        return;
      }
      names.push_back(entry.text());
      places.push_back(entry.where());
    }
    if (const auto fault = match_joints(model_, names, layout_)) {
      complaints_.error(fault->entry ? places[*fault->entry] : joints.where(), fault->rule,
                        fault->subject, fault->message, fault->remedy);
    }
  }

  StateInput read_state(const json::Value& entry, std::size_t index) {
    Fields state(entry, complaints_, fmt::format("state {}", index + 1));
    StateInput result;
    result.q = vector(state, "q", layout_.q);
    if (result.q.size() > 0) check_quaternions(result.q, state);
    result.v = vector(state, only(state, {"v", "qd"}), layout_.v);
    const std::string_view a = only(state, {"a_in"}), tau = only(state, {"tau_in", "fd_tau"});
    result.a = vector(state, a.empty() ? only(state, {"a", "qdd"}) : a, layout_.v);
    result.tau = vector(state, tau.empty() ? "tau" : tau, layout_.v);
    result.w = vector(state, "w", layout_.v);
    return result;
  }

  void check_quaternions(const Vector& q, Fields& state) const {
    for (const JointSlot& slot : model_.joints()) {
      if (slot.nq == slot.nv) continue;
      const double length = q.segment<4>(slot.q_first + slot.nq - 4).norm();
      constexpr double tolerance = 1e-6;
      if (std::abs(length - 1) <= tolerance) continue;
      state.error(state.find("q")->where(), "not_a_rotation",
                  fmt::format("the quaternion (x y z w) of joint {} has length {:.9g}",
                              in_quotes(name(slot)), length),
                  "normalise it");
    }
  }

  /// The one of these names that the state has; empty where it has none.
  static std::string_view only(Fields& state, std::initializer_list<std::string_view> names) {
    std::string_view found;
    for (const std::string_view name : names) {
      const auto value = state.find(name);
      if (!value) continue;
      if (!found.empty()) {
        state.error(value->where(), "two_names",
                    fmt::format("has both \"{}\" and \"{}\"", found, name), "keep one");
      }
      found = name;
    }
    return found;
  }

  static Vector vector(Fields& state, std::string_view key, const std::vector<int>& place) {
    std::vector<double> values(place.size());
    if (key.empty() || !state.numbers(key, values)) return {};
    Vector result(static_cast<Eigen::Index>(place.size()));
    for (std::size_t k = 0; k < place.size(); ++k) result[place[k]] = values[k];
    return result;
  }

  const Model& model_;
  Complaints& complaints_;
  JointOrder layout_;
};

}  // namespace

std::vector<StateInput> load_states(const std::string& file, const Model& model) {
  const Source source = Source::read(file);
  const json::Document document(source);
  Diagnostics found;
  Complaints complaints(source, found);
  std::vector<StateInput> states = StatesReader(model, complaints).read(document.root());
  if (complaints.failed()) throw ParseError(to_string(found.front()));
  return states;
}

}  // namespace kinetree
