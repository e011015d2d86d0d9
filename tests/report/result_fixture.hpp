// A small result with one field of every shape.
#pragma once
#include <sstream>

#include "kinetree/report.hpp"

namespace kinetree {

inline Result sample_result() {
  Result result;
  result.model = "two\"link%n";
  result.revision = 7;
  result.states = 2;
  result.gravity = Vector3(0, 0, -9.81);
  result.joints = {"shoulder", "ellbögen"};
  result.dofs = {1, 1};
  result.assumed = {"v is zero (not given)"};
  result.methods = {{"mass_matrix", "crba"}};
  result.points = {{"J:hand", Vector3(0, 0, 0.5)}};
  const std::vector<std::string> names = result.joints;
  std::vector<double> poses(30, 0.0);
  poses[0] = 1.5, poses[3] = 1, poses[29] = -2;
  result.fields = {
      {"q", Field::vector, 2, 1, names, {0.1, -0.0, 1e-300, 3}},
      {"T", Field::scalar, 1, 1, {}, {0.5, 1.0 / 3}},
      {"M", Field::matrix, 2, 2, names, {1, 2, 2, 5, 1, 0.1, 0.1, 5}},
      {"centroidal_momentum", Field::spatial, 6, 1, {}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
      {"poses", Field::poses, 1, 15, {"hand, left"}, poses},
  };
  return result;
}

template <class Write>
std::string written(Write write, const Result& result) {
  std::ostringstream out;
  write(out, result);
  return out.str();
}

}  // namespace kinetree
