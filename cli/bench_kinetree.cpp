// Our own ways to M after a change of the robot.
#include "bench_edits.hpp"
#include "kinetree/io.hpp"
#include "kinetree/version.hpp"

namespace kinetree::cli {
namespace {

/// M of a model that was edited, against one that never was: the sums are made in another order.
constexpr double rounding = 1e-13;

Model one_link(const Link& link) {
  Model model;
  model.name = link.name;
  model.add(link);
  return model;
}

/// A robot in use, and what is put into its hand and taken out again.
class EditedRobot {
 public:
  EditedRobot(const EditCase& edits, const Link& link)
      : hand_(edits.hand),
        model_(with_room(edits.robot)),
        branch_(one_link(link)),
        evaluator_(model_) {}

  void attach() {
    edit_ = model_.attach(hand_, std::move(branch_));
    evaluator_.sync(model_);
  }
  void detach() {
    model_.detach(edit_.link, branch_);
    evaluator_.sync(model_);
  }
  void undo() {
    model_.undo(edit_, &branch_);
    evaluator_.sync(model_);
  }
  void set_inertia(const MassProperties& inertia) {
    model_.set_inertia(hand_, inertia);
    evaluator_.sync(model_);
  }
  Evaluator& evaluator() { return evaluator_; }

 private:
  static Model with_room(const Model& robot) {
    Model model = robot;
    model.reserve(1, 1);
    return model;
  }
  LinkId hand_;
  Model model_, branch_;
  Evaluator evaluator_;
  Edit edit_;
};

class KinetreeContestant : public Contestant {
 public:
  explicit KinetreeContestant(const EditCase& edits)
      : edits_(edits),
        still_(edits, edits.payload),
        rigid_(edits, edits.payload),
        undone_(edits, edits.payload),
        whole_(edits, edits.payload),
        swinging_(edits, edits.swinging),
        hand_(edits, edits.payload),
        text_(to_json(edits.loaded)),
        rebuilt_(edits.loaded) {
    for (int i = 0; i < edits.loaded.size(); ++i) {
      const auto id = static_cast<LinkId>(i);
      links_.push_back(edits.loaded.link(id));
      parents_.push_back(edits.loaded.parent(id));
    }
  }

  std::string library() const override { return "kinetree"; }
  std::string version() const override { return KINETREE_VERSION; }

  std::vector<Trial> trials() override {
    const EditCase& c = edits_;
    const auto nothing = [] {};
    std::vector<Trial> all;
    all.push_back({{phase("M", "", still_, nothing, c.q, c.M, 0)}});
    all.push_back(
        {{phase(
              "attach+M", "", rigid_, [this] { rigid_.attach(); }, c.q, c.M_loaded, rounding),
          phase(
              "detach+M", "", rigid_, [this] { rigid_.detach(); }, c.q, c.M, 0)}});
    all.push_back({{whole_cycle()}});
    all.push_back(
        {{phase(
              "attach_joint+M", "", swinging_, [this] { swinging_.attach(); }, c.q_swung, c.M_swung,
              rounding),
          phase(
              "detach_joint+M", "", swinging_, [this] { swinging_.detach(); }, c.q, c.M, 0)}});
    all.push_back({{phase(
                        "", "", undone_, [this] { undone_.attach(); }, c.q, c.M_loaded, rounding),
                    phase(
                        "undo+M", "", undone_, [this] { undone_.undo(); }, c.q, c.M, 0)}});
    const MassProperties& own = c.robot.link(c.hand).inertia;
    all.push_back({{phase(
                        "set_inertia+M", "", hand_, [&] { hand_.set_inertia(edits_.heavier); }, c.q,
                        c.M_heavy, rounding),
                    phase(
                        "", "", hand_, [this, own] { hand_.set_inertia(own); }, c.q, c.M, 0)}});
    all.push_back({{rebuild(
        "rebuild_links+M", "links", [this] { return from_links(); }, rounding)}});
    all.push_back({{rebuild(
        "rebuild+M", "text", [this] { return parse_model(text_, "robot"); }, rounding)}});
    return all;
  }

 private:
  BenchRow row(const char* quantity, const char* way) {
    BenchRow row;
    row.library = library();
    row.model = edits_.robot.name;
    row.quantity = quantity;
    row.method = still_.evaluator().method(Quantity::mass_matrix).name;
    row.way = way;
    return row;
  }

  /// An edit, and M after it.
  template <class Edit>
  Phase phase(const char* quantity, const char* way, EditedRobot& robot, Edit edit,
              const std::vector<Vector>& q, const std::vector<Matrix>& M, double bound) {
    return {.row = row(quantity, way),
            .call =
                [this, &robot, &q, edit](int k) {
                  edit();
                  use(robot.evaluator(), q[EditCase::configuration(k)]);
                },
            .result = [&robot, &q](int k) -> Matrix {
              return robot.evaluator().mass_matrix(q[EditCase::configuration(k)]);
            },
            .expected = &M,
            .bound = bound};
  }

  /// The two phases of attach+M and detach+M without a clock between them: they must add up.
  Phase whole_cycle() {
    const auto attach_and_detach = [this] {
      whole_.attach();
      use(whole_.evaluator(), edits_.q.front());
      whole_.detach();
    };
    return phase("attach+M+detach+M", "", whole_, attach_and_detach, edits_.q, edits_.M, 0);
  }

  /// A new model and a new evaluator, the old ones being given back.
  template <class Make>
  Phase rebuild(const char* quantity, const char* way, Make make, double bound) {
    return {.row = row(quantity, way),
            .call =
                [this, make](int k) {
                  rebuilt_ = make();
                  rebuilt_evaluator_.emplace(rebuilt_);
                  use(*rebuilt_evaluator_, edits_.q[EditCase::configuration(k)]);
                },
            .result = [this](int k) -> Matrix {
              return rebuilt_evaluator_->mass_matrix(edits_.q[EditCase::configuration(k)]);
            },
            .expected = &edits_.M_loaded,
            .bound = bound};
  }

  Model from_links() const {
    Model model;
    for (std::size_t i = 0; i < links_.size(); ++i) model.add(links_[i], parents_[i]);
    model.set_gravity(edits_.robot.gravity());
    return model;
  }

  void use(Evaluator& evaluator, const Vector& q) {
    const auto& M = evaluator.mass_matrix(q);
    sink_ = M(0, 0);
  }

  const EditCase& edits_;
  EditedRobot still_, rigid_, undone_, whole_, swinging_, hand_;
  std::string text_;
  std::vector<Link> links_;
  std::vector<std::optional<LinkId>> parents_;
  Model rebuilt_;
  std::optional<Evaluator> rebuilt_evaluator_;
  volatile double sink_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> make_kinetree_contestant(const EditCase& edits) {
  return std::make_unique<KinetreeContestant>(edits);
}

}  // namespace kinetree::cli
