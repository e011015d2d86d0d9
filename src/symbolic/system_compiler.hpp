// The system's C compiler, and the folder that keeps what it made.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "kinetree/generated.hpp"
#include "kinetree/simd.hpp"

namespace kinetree {

/// A folder that only this user writes to: code is loaded from it. Makes it where it is missing;
/// throws FileError.
std::filesystem::path code_cache(const std::string& wanted);

/// The command and its options, those for the target among them; throws FileError where the command
/// would be empty.
std::vector<std::string> compiler_command(const std::string& wanted,
                                          const std::vector<std::string>& target = {
                                              "-march=native"});
/// Options for batches on an instruction set: its instructions and no others, so that registers are
/// as wide as the text expects; products and sums may fuse.
std::vector<std::string> batch_target(const SimdSet& set);

/// A name for what the command makes of these files on this processor.
std::string fingerprint(const std::vector<GeneratedFile>& files,
                        const std::vector<std::string>& command);

/// Writes the files to a new folder inside the cache, compiles the C among them, and moves the
/// result to `library` at once, so that nobody meets half of it. Throws FileError with what the
/// compiler said.
void compile_library(const std::vector<GeneratedFile>& files,
                     const std::vector<std::string>& command, const std::filesystem::path& library);

}  // namespace kinetree
