// Equations as functions of q, v and the parameters: C, C++, Python, MATLAB.
#include <fmt/format.h>
#include <string>
std::string kinetree_dummy();
#include "symbolic/equations.hpp"
namespace kinetree::symbolic { std::string emit_code(const Equations::Impl&, EquationFormat) { return ""; } }
