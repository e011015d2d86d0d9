// One link taken apart into bodies, each with its screws and its share of M, C and g.
#include "kinetree/explain_link.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

#include "evaluate/coordinates.hpp"
#include "evaluate/run_frame.hpp"
#include "kernel/gravity/progressive.hpp"
#include "kernel/screws.hpp"

namespace kinetree {
namespace {

Matrix6 to_public(const kernel::ScrewMatrix<double>& A) {
  Matrix6 result;
  const auto put = [&](int row, int column, const spatial::Mat3<double>& block) {
    result.block<3, 3>(row, column) = kinetree::to_public(spatial::Pose<double>{block, {}}).R;
  };
  put(0, 0, A.aa), put(0, 3, A.al), put(3, 0, A.la), put(3, 3, A.ll);
  return result;
}

/// The kernel's body: principal axes, which are the given ones where the inertia is diagonal.
kernel::PrincipalBody<double> principal_body(const MassProperties& body, PrincipalInertia& to) {
  const Matrix3 I = 0.5 * (body.inertia + body.inertia.transpose());
  to.moments = I.diagonal();
  if (!I.isDiagonal(0)) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(I);
    to.moments = solver.eigenvalues();
    to.axes = solver.eigenvectors();
    if (to.axes.determinant() < 0) to.axes.col(2) *= -1;
  }
  to.moments = to.moments.cwiseMax(0);  // what rounding has left below zero
  const bool heavy = body.mass > 0;
  const double scale = heavy ? body.mass : 1;
  const Vector3 gyration = (to.moments / scale).cwiseSqrt();
  to.radii = gyration;
  if (!heavy) {
    for (double& radius : to.radii) radius = radius > 0 ? Limits::none : 0;
  }
  return {scale, to_spatial(gyration), heavy ? 1.0 : 0.0,
          to_spatial(Pose{to.axes, Vector3::Zero()}).R};
}

class LinkExplainer {
 public:
  LinkExplainer(const Model& model, const VectorIn& q, const VectorIn& v, const Include& include)
      : model_(model),
        gate_(model, {.methods = {}, .include = include}),
        compiled_(compile(model, include.armature)),
        w_(
            compiled_, [](double x) { return x; }, false) {
    gate_.bias(q, v);  // refuses what an evaluation would refuse
    whole_ = gate_.mass_matrix(q).diagonal();
    poses_ = gate_.poses(q);
    const auto tree_q = tree_coordinates(compiled_.q, q), tree_v = tree_coordinates(compiled_.v, v);
    std::copy(tree_q.begin(), tree_q.end(), w_.q().data());
    std::copy(tree_v.begin(), tree_v.end(), w_.v().data());
    place_links(w_);
    kernel::origin_twists<double>(w_.tree(), w_.geometry(), w_.v(), w_.progressive().twist);
  }

  LinkTerms explain(LinkId asked) {
    terms_.link = carrier(asked);
    const Joint& joint = model_.link(terms_.link).joint;
    terms_.moves = joint.type != JointType::fixed;
    std::vector<LinkId> members;
    for (int i = 0; i < model_.size(); ++i) {
      if (carrier(static_cast<LinkId>(i)) == terms_.link) members.push_back(static_cast<LinkId>(i));
    }
    find_movers(members);
    const auto n = static_cast<Eigen::Index>(terms_.movers.size());
    terms_.M = terms_.C = Matrix::Zero(n, n);
    terms_.g = terms_.armature = Vector::Zero(n);
    for (const LinkId member : members) add(member);
    terms_.M.diagonal() += terms_.armature;
    terms_.share = Vector::Zero(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const double all = whole_[terms_.movers[static_cast<std::size_t>(k)]];
      if (all != 0) terms_.share[k] = terms_.M(k, k) / all;
    }
    return std::move(terms_);
  }

 private:
  /// The link that this one is part of: up, over fixed and mimicking joints.
  LinkId carrier(LinkId link) const {
    for (auto up = model_.parent(link); up; up = model_.parent(link)) {
      const Joint& joint = model_.link(link).joint;
      if (joint.type != JointType::fixed && !joint.mimic) break;
      link = *up;
    }
    return link;
  }

  const Frame& frame(LinkId link) const { return compiled_.frames[index(link)]; }
  int source(int k) const {
    return compiled_.coupled() ? compiled_.v[static_cast<std::size_t>(k)].source : k;
  }
  double ratio(int k) const {
    return compiled_.coupled() ? compiled_.v[static_cast<std::size_t>(k)].multiplier : 1;
  }
  /// Calls f(velocity of the tree, row among the movers) from the link to the root.
  template <class F>
  void for_each_mover_of(LinkId link, F f) const {
    if (frame(link).link < 0) return;
    kernel::for_each_mover(w_.tree(), frame(link).link, [&](int k) {
      const auto at = std::lower_bound(terms_.movers.begin(), terms_.movers.end(), source(k));
      f(k, at - terms_.movers.begin());
    });
  }

  void find_movers(const std::vector<LinkId>& members) {
    std::vector<int> all;
    for (const LinkId member : members) {
      for_each_mover_of(member, [&](int k, std::ptrdiff_t) { all.push_back(source(k)); });
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    terms_.movers = std::move(all);
  }

  void add(LinkId member) {
    const Link& link = model_.link(member);
    LinkBody body;
    body.link = member;
    body.role = member == terms_.link                 ? LinkBody::structure
                : link.joint.type == JointType::fixed ? LinkBody::fixed
                                                      : LinkBody::geared;
    body.mass = link.inertia.mass;
    body.centre = link.inertia.com;
    const Pose& X = poses_[index(member)];
    body.world_centre = X.R * link.inertia.com + X.p;
    body.principal = principal_inertia(link.inertia);
    add_screws(link.inertia, body);
    add_terms(link.inertia, body);
    if (body.role != LinkBody::fixed) add_armature(member);
    terms_.M += body.M, terms_.C += body.C, terms_.g += body.g;
    terms_.bodies.push_back(std::move(body));
  }

  void add_screws(const MassProperties& inertia, LinkBody& body) {
    const auto n = static_cast<Eigen::Index>(terms_.movers.size());
    body.base_jacobian = body.centre_jacobian = body.jacobian = Matrix::Zero(6, n);
    const Frame& at = frame(body.link);
    const spatial::Pose<double> X_C =
        at.X_link * spatial::Pose<double>{spatial::identity3<double>(), to_spatial(inertia.com)};
    const spatial::Pose<double> X = at.link < 0 ? X_C : w_.geometry().X[at.link] * X_C;
    body.T = to_public(kernel::screw_transform(X));
    const auto J = w_.progressive().J;
    if (at.link >= 0) kernel::screws_at(w_.tree(), w_.geometry(), at.link, X.R, X.p, J);
    for_each_mover_of(body.link, [&](int k, std::ptrdiff_t column) {
      const auto& axis = w_.geometry().axis[k];
      const auto put = [&](Matrix& to, const spatial::Motion<double>& m) {
        to.col(column).head<3>() += ratio(k) * kinetree::to_public(m.angular);
        to.col(column).tail<3>() += ratio(k) * kinetree::to_public(m.linear);
      };
      put(body.base_jacobian, kernel::base_screw(axis));
      put(body.centre_jacobian, kernel::centre_screw(axis, X.p));
      put(body.jacobian, J[k]);
    });
  }

  void add_terms(const MassProperties& inertia, LinkBody& body) {
    const Frame& at = frame(body.link);
    const int n = w_.tree().nv(), user = compiled_.nv;
    Matrix M = Matrix::Zero(n, n), C = Matrix::Zero(n, n);
    Vector g = Vector::Zero(n);
    if (at.link >= 0) {
      const spatial::Body<double> b = placed_body(at.X_link, inertia);
      const Tree<double> tree = w_.tree();
      kernel::add_body<double>(tree, w_.geometry(), at.link, b, w_.momentum().J, view(M));
      kernel::mirror_lower(view(M));
      kernel::add_body_coriolis<double>(tree, w_.geometry(), at.link, b, w_.progressive(), view(C));
      kernel::add_body_gravity<double>(tree, w_.geometry(), at.link, b, {g.data(), n});
    }
    if (compiled_.coupled()) {
      Matrix reduced(user, user);
      for (Matrix* A : {&M, &C}) {
        kernel::reduce_matrix<double>(w_.v_coupling(), view(*A), view(reduced));
        *A = reduced;
      }
      Vector reduced_g(user);
      kernel::reduce<double>(w_.v_coupling(), {g.data(), n}, {reduced_g.data(), user});
      g = reduced_g;
    }
    body.M = M(terms_.movers, terms_.movers);
    body.C = C(terms_.movers, terms_.movers);
    body.g = g(terms_.movers);
  }
  static MatrixView<double> view(Matrix& A) {
    return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols())};
  }

  /// Of the joint of this link: its velocities are the last ones on the way to it.
  void add_armature(LinkId member) {
    int left = joint_nv(model_.link(member).joint.type);
    for_each_mover_of(member, [&](int k, std::ptrdiff_t row) {
      if (left-- > 0) terms_.armature[row] += ratio(k) * ratio(k) * w_.tree().armature[k];
    });
  }

  const Model& model_;
  Evaluator gate_;
  Compiled compiled_;
  Workspace<double> w_;
  Vector whole_;  // diagonal of M
  std::vector<Pose> poses_;
  LinkTerms terms_;
};

}  // namespace

std::string_view to_string(LinkBody::Role role) noexcept {
  constexpr std::array<std::string_view, 3> names{"structure", "fixed", "geared"};
  return names[static_cast<std::size_t>(role)];
}

PrincipalInertia principal_inertia(const MassProperties& body) {
  PrincipalInertia result;
  const kernel::PrincipalBody<double> principal = principal_body(body, result);
  result.generalised_mass = to_public(kernel::generalised_mass(principal));
  int row = 0;
  for (const spatial::Force<double>& screw : kernel::principal_screws(principal)) {
    result.screws.row(row).head<3>() = kinetree::to_public(screw.angular);
    result.screws.row(row++).tail<3>() = kinetree::to_public(screw.linear);
  }
  return result;
}

LinkTerms explain_link(const Model& model, const VectorIn& q, const VectorIn& v, LinkId link,
                       const Include& include) {
  model.link(link);  // refuses one that is not there
  return LinkExplainer(model, q, v, include).explain(link);
}

}  // namespace kinetree
