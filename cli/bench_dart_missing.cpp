// What stands in for bench_dart.cpp unless KINETREE_DART asks for DART.
#include "bench_edits.hpp"

namespace kinetree::cli {

std::unique_ptr<Contestant> make_dart_contestant(const EditCase& /*edits*/) { return nullptr; }

}  // namespace kinetree::cli
