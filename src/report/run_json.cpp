// kinetree-run/1: a head that says what the numbers mean, one object a sample, then the audit.
#include <fmt/format.h>

#include <algorithm>

#include "kinetree/run_report.hpp"
#include "kinetree/version.hpp"

namespace kinetree {
namespace {

std::string array(const Vector& x) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < x.size(); ++i) text += (i > 0 ? ", " : "") + json_number(x[i]);
  return text + "]";
}

std::string names(const std::vector<std::string>& list) {
  std::string text = "[";
  for (std::size_t i = 0; i < list.size(); ++i) text += (i > 0 ? ", " : "") + json_quote(list[i]);
  return text + "]";
}

std::string extreme(const Audit::Extreme& x) {
  return fmt::format("{}, \"at\": {}", json_number(x.value), json_number(x.at));
}

const char* to_text(bool value) { return value ? "true" : "false"; }

std::string integrator_json(const RunInfo& info) {
  const IntegratorOptions& o = info.integrator;
  if (!info.adaptive) {
    return fmt::format("{{\"method\": {}, \"step\": {}}}", json_quote(o.method),
                       json_number(o.step));
  }
  const double most = o.max_step > 0 ? o.max_step : info.duration / 10;
  return fmt::format("{{\"method\": {}, \"rtol\": {}, \"atol\": {}, \"max_step\": {}}}",
                     json_quote(o.method), json_number(o.rtol), json_number(o.atol),
                     json_number(most));
}

std::string energy_and_work(const Audit& a) {
  const double total = a.work.sum();
  const std::string of = a.work_names.empty() ? "" : "\"names\": " + names(a.work_names) + ", ";
  return fmt::format(
      "    \"energy\": {{\"initial\": {}, \"final\": {}}},\n"
      "    \"work\": {{{}\"joints\": {}, \"total\": {}, \"friction\": {}, \"external\": {}, "
      "\"limits\": {}, \"events\": {}}},\n"
      "    \"balance\": {{\"final\": {}, \"largest\": {}}},\n",
      json_number(a.initial_energy), json_number(a.final_energy), of, array(a.work),
      json_number(total), json_number(a.friction_work), json_number(a.external_work),
      json_number(a.limit_work), json_number(a.event_work), json_number(a.final_balance),
      extreme(a.largest_balance));
}

std::string momentum_and_steps(const Audit& a) {
  std::string text = "    \"momentum\": null,\n";
  if (a.linear_drift && a.angular_drift) {
    text = fmt::format(
        "    \"momentum\": {{\"linear_drift\": {}, \"angular_drift\": {}, "
        "\"about\": \"centre of mass\"}},\n",
        json_number(a.linear_drift->value), json_number(a.angular_drift->value));
  }
  return text + fmt::format(
                    "    \"steps\": {{\"taken\": {}, \"rejected\": {}, \"evaluations\": {}, "
                    "\"smallest\": {}, \"largest\": {}}},\n"
                    "    \"condition\": {{\"initial\": {}, \"largest\": {}}},\n",
                    a.steps, a.rejected, a.evaluations, json_number(a.smallest_step),
                    json_number(a.largest_step), json_number(a.initial_condition),
                    extreme(a.largest_condition));
}

std::string tracking(const Audit& a) {
  if (!a.tracking_error) return "    \"tracking\": null,\n";
  std::string list;
  for (const Audit::Departure& d : a.departures) {
    list += fmt::format("{}{{\"joint\": {}, \"t\": {}}}", list.empty() ? "" : ", ",
                        json_quote(d.joint), json_number(d.t));
  }
  return fmt::format(
      "    \"tracking\": {{\"largest\": {}, \"joint\": {}, \"band\": {}, \"departures\": [{}]}},\n",
      extreme(*a.tracking_error), json_quote(a.tracking_joint), json_number(a.band), list);
}

std::string limits(const Audit& a) {
  std::string list;
  for (const Audit::LimitViolation& l : a.limits) {
    list += fmt::format("{}{{\"joint\": {}, \"t\": {}, \"q\": {}, \"limit\": \"{}\"}}",
                        list.empty() ? "" : ", ", json_quote(l.joint), json_number(l.t),
                        json_number(l.q), l.upper ? "upper" : "lower");
  }
  return "    \"limits\": [" + list + "],\n";
}

std::string instability(const Audit& a) {
  if (!a.instability) return "    \"instability\": null,\n";
  const Audit::Instability& i = *a.instability;
  return fmt::format(
      "    \"instability\": {{\"t\": {}, \"joint\": {}, \"largest_real_eigenvalue\": {}, "
      "\"text\": {}}},\n",
      json_number(i.t), json_quote(i.joint), i.growth ? json_number(*i.growth) : "null",
      json_quote(i.text));
}

std::string robot_change(const RobotChange& c) {
  return fmt::format(
      ", \"robot\": {{\"what\": {}, \"mass\": {}, \"momentum\": {{\"linear\": {{\"before\": {}, "
      "\"after\": {}}}, \"angular\": {{\"before\": {}, \"after\": {}}}, \"conserved\": {}, "
      "\"residual\": {}}}, \"energy\": {{\"kinetic\": {}, \"potential\": {}, \"lost\": {}, "
      "\"drive\": {}}}}}",
      json_quote(c.what), json_number(c.mass), array(c.linear_before), array(c.linear_after),
      array(c.angular_before), array(c.angular_after), to_text(c.floats), json_number(c.residual),
      json_number(c.kinetic), json_number(c.potential), json_number(c.lost),
      json_number(c.drive_work));
}

std::string robot_changes(const Audit& a) {
  if (!a.robot_changes) return "";
  const Audit::RobotChanges& c = *a.robot_changes;
  return fmt::format(
      "    \"robot_changes\": {{\"number\": {}, \"kinetic\": {}, \"potential\": {}, \"lost\": {}, "
      "\"drive\": {}, \"residual\": {}, \"linear_residual\": {}, \"angular_residual\": {}}},\n",
      c.number, json_number(c.kinetic), json_number(c.potential), json_number(c.lost),
      json_number(c.drive_work), json_number(c.residual.value),
      json_number(c.linear_residual.value), json_number(c.angular_residual.value));
}

std::string numbers(const std::vector<int>& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

std::string robots(const RunRobots& list) {
  if (list.empty()) return "";
  std::string text = "  \"robots\": [";
  for (std::size_t i = 0; i < list.size(); ++i) {
    const RunRobot& r = *list[i];
    text += fmt::format(
        "{}\n    {{\"from\": {}, \"joints\": {}, \"dofs\": {}, \"q_names\": {}, \"v_names\": {}}}",
        i > 0 ? "," : "", json_number(r.from), names(r.joints), numbers(r.dofs), names(r.q_names),
        names(r.v_names));
  }
  return text + "\n  ],\n";
}

/// Names of all coordinates that there may be: those of the start, then what events bring.
void list_all_names(const Scenario& scenario, RunInfo& info) {
  const auto add = [](std::vector<std::string>& list, const std::vector<std::string>& more) {
    for (const std::string& name : more) {
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
  };
  for (const Event& event : scenario.options.events) {
    if (!event.edit) continue;
    add(info.all_q_names, info.q_names);
    add(info.all_v_names, info.v_names);
    const auto* attach = std::get_if<Attach>(event.edit.get());
    if (attach == nullptr) continue;
    add(info.all_q_names, q_names(attach->branch));
    add(info.all_v_names, v_names(attach->branch));
  }
}

}  // namespace

RunInfo describe_run(const Scenario& scenario) {
  const SimulationOptions& options = scenario.options;
  const Result head = make_result(scenario.model);
  RunInfo info;
  info.model = head.model;
  info.revision = head.revision;
  info.gravity = head.gravity;
  info.joints = head.joints;
  info.dofs = head.dofs;
  info.q_names = q_names(scenario.model);
  info.v_names = v_names(scenario.model);
  info.duration = options.duration;
  info.integrator = options.integrator;
  for (const IntegratorInfo& known : integrators()) {
    if (known.name == options.integrator.method) info.adaptive = known.adaptive;
  }
  Options wanted;
  wanted.methods = options.methods;
  wanted.include.armature = options.include.armature;
  wanted.generated = options.generated;
  const Evaluator evaluator(scenario.model, wanted);
  info.forward_dynamics = evaluator.method(Quantity::forward_dynamics).name;
  info.included = options.include;
  info.controller = scenario.controller_type;
  info.record_every = options.record_every;
  info.tracks = static_cast<bool>(options.desired);
  info.remarks = scenario.remarks;
  list_all_names(scenario, info);
  return info;
}

std::string run_json_head(const RunInfo& info) {
  std::string dofs;
  for (const int n : info.dofs) dofs += (dofs.empty() ? "" : ", ") + std::to_string(n);
  return fmt::format(
      "{{\n  \"format\": \"kinetree-run/1\",\n  \"kinetree\": \"{}\",\n  \"model\": {},\n"
      "  \"revision\": {},\n  \"gravity\": {},\n  \"joints\": {},\n  \"dofs\": [{}],\n"
      "  \"q_names\": {},\n  \"v_names\": {},\n"
      "  \"units\": {{\"t\": \"s\", \"energy\": \"J\", \"angles\": \"rad\", \"lengths\": \"m\"}},\n"
      "  \"conventions\": \"floating: q is x y z qx qy qz qw, v linear then angular in the body's "
      "frame; tau is what the controller or a prescribed motion applies; balance is E - E0 less "
      "all work\",\n"
      "  \"duration\": {},\n  \"integrator\": {},\n"
      "  \"methods\": {{\"forward_dynamics\": {}}},\n"
      "  \"included\": {{\"armature\": {}, \"friction\": {}}},\n  \"controller\": {},\n"
      "  \"record\": {{\"every\": {}}},\n  \"samples\": [",
      KINETREE_VERSION, json_quote(info.model), info.revision, array(info.gravity),
      names(info.joints), dofs, names(info.q_names), names(info.v_names),
      json_number(info.duration), integrator_json(info), json_quote(info.forward_dynamics),
      to_text(info.included.armature), to_text(info.included.friction), json_quote(info.controller),
      json_number(info.record_every));
}

std::string run_json_sample(const Sample& s, bool first) {
  std::string text = fmt::format(
      "{}\n    {{\"t\": {}, \"q\": {}, \"v\": {}, \"a\": {}, \"tau\": {}, \"T\": {}, \"U\": {}, "
      "\"balance\": {}",
      first ? "" : ",", json_number(s.t), array(s.q), array(s.v), array(s.a), array(s.tau),
      json_number(s.T), json_number(s.U), json_number(s.balance));
  if (s.q_desired.size() > 0) text += ", \"q_desired\": " + array(s.q_desired);
  if (s.robot) text += fmt::format(", \"robot\": {}", s.robot->number);
  return text + "}";
}

std::string run_json_tail(const RunInfo& info, const Run* finished, const RunRobots& so_far) {
  if (finished == nullptr) {
    return "\n  ],\n" + robots(so_far) +
           "  \"events\": [],\n  \"audit\": null,\n  \"stop\": \"running\",\n"
           "  \"stop_text\": \"the run had not ended when this was written\"\n}\n";
  }
  std::string text = "\n  ],\n" + robots(finished->robots) + "  \"events\": [";
  for (const Happening& h : finished->happenings) {
    text += fmt::format("{}\n    {{\"t\": {}, \"name\": {}, \"action\": {}",
                        &h == finished->happenings.data() ? "" : ",", json_number(h.t),
                        json_quote(h.name), json_quote(h.action));
    if (!h.reason.empty()) text += ", \"reason\": " + json_quote(h.reason);
    if (h.robot) text += robot_change(*h.robot);
    text += "}";
  }
  const Audit& a = finished->audit;
  std::vector<std::string> remarks = info.remarks;
  remarks.insert(remarks.end(), a.remarks.begin(), a.remarks.end());
  text += std::string(finished->happenings.empty() ? "" : "\n  ") + "],\n  \"audit\": {\n";
  text += energy_and_work(a) + momentum_and_steps(a) + tracking(a) + limits(a) + instability(a);
  text += robot_changes(a);
  text += "    \"remarks\": " + names(remarks) + "\n  },\n";
  return text + fmt::format("  \"stop\": \"{}\",\n  \"stop_text\": {}\n}}\n",
                            to_string(finished->stop), json_quote(finished->stop_text));
}

}  // namespace kinetree
