// States in: vectors of a file, put into the order of a model.
//
// Tools order joints differently: by file, by name, by depth. Where a file names its joints, its
// vectors are matched by name; entries of a floating base that is not named come first. Files of
// results can be given as they are: where one holds "tau_in", "a_in" or "fd_tau", that was the
// input, and its "tau" or "a" a result.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <unordered_map>

#include "io/fields.hpp"
#include "kinetree/io.hpp"

namespace kinetree {
namespace {

// Entry k of a vector in the file is entry q[k] (or v[k]) of the model's.
struct Layout {
  std::vector<int> q, v;

  void append(const JointSlot& slot) {
    for (int k = 0; k < slot.nq; ++k) q.push_back(slot.q_first + k);
    for (int k = 0; k < slot.nv; ++k) v.push_back(slot.v_first + k);
  }
};

class StatesReader {
 public:
  StatesReader(const Model& model, Complaints& complaints)
      : model_(model), complaints_(complaints) {
    for (const JointSlot& slot : model.joints()) slots_.emplace(name(slot), &slot);
  }

  std::vector<StateInput> read(const json::Value& root) {
    Fields fields(root, complaints_, "");
    const auto joints = fields.array("joints");
    joints ? match(*joints) : take_model_order();
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

  void take_model_order() {
    for (const JointSlot& slot : model_.joints()) layout_.append(slot);
  }

  void match(const json::Value& joints) {
    std::unordered_map<std::string, json::Value> named;
    for (const json::Value entry : joints) {
      const std::string joint = entry.is(json::Kind::text) ? entry.text() : "";
      if (!entry.is(json::Kind::text)) {
        complaints_.error(entry.where(), "wrong_type", "",
                          fmt::format("\"joints\" holds {}", to_string(entry.kind())),
                          "write the joints' names");
      } else if (!named.emplace(joint, entry).second) {
        complaints_.error(entry.where(), "duplicate_name", "",
                          "the joint " + in_quotes(joint) + " is listed twice", "list it once");
      } else if (!slots_.contains(joint)) {
        refuse(joint, entry.where());
      }
      if (complaints_.failed()) return;
    }
    for (const JointSlot& slot : model_.joints()) {
      if (named.contains(name(slot))) continue;
      if (!model_.is_floating_base(slot.link)) return report_missing(slot, joints.where());
      layout_.append(slot);
    }
    for (const json::Value entry : joints) layout_.append(*slots_.at(entry.text()));
  }

  void refuse(const std::string& joint, Location at) {
    if (const auto link = model_.find_joint(joint)) {
      const bool mimics = model_.link(*link).joint.mimic.has_value();
      complaints_.error(at, "not_a_coordinate", "joint " + in_quotes(joint),
                        mimics ? "mimics another joint and has no entry of its own" : "is fixed",
                        mimics ? "remove it, or use --mimic off" : "remove it from \"joints\"");
      return;
    }
    std::vector<std::string> names;
    for (const JointSlot& slot : model_.joints()) names.push_back(name(slot));
    complaints_.error(at, "unknown_joint", "",
                      fmt::format("{} has no joint {}", in_quotes(model_.name), in_quotes(joint)),
                      did_you_mean(joint, names, "kinetree info lists the joints"));
  }

  void report_missing(const JointSlot& slot, Location at) {
    complaints_.error(at, "missing_joint", "",
                      "\"joints\" lacks the moving joint " + in_quotes(name(slot)),
                      "list every moving joint of the model");
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
  std::unordered_map<std::string, const JointSlot*> slots_;
  Layout layout_;
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
