#include "whole_file.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <utility>

#include "growing_file.hpp"
#include "output.hpp"

namespace kinetree::cli {
namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
std::atomic<const char*> unfinished{nullptr};

/// Takes the unfinished file away, and lets the signal do what it would have done.
extern "C" void remove_unfinished(int signal) {
  if (const char* const file = unfinished.exchange(nullptr)) ::unlink(file);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void watch_signals(const char* file) {
  unfinished = file;
  for (const int signal : ending_signals) {
    // What was ignored, as under nohup, stays ignored.
    if (std::signal(signal, remove_unfinished) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

constexpr auto for_all = std::ios::in | std::ios::out | std::ios::trunc | std::ios::binary;

}  // namespace

WholeFile::WholeFile(std::string file)
    : name_(std::move(file)), path_(followed(name_)), part_(path_ + ".part") {
  renames_ = !is_special(path_);
  errno = 0;
  stream_.open(renames_ ? part_ : path_, renames_ ? for_all : std::ios::out | std::ios::binary);
  if (!stream_) refuse_to_write(name_, errno);
  if (renames_) watch_signals(part_.c_str());
}

WholeFile::~WholeFile() {
  if (!renames_) return;
  stream_.close();
  unfinished = nullptr;
  ::unlink(part_.c_str());
}

std::unique_ptr<std::iostream> WholeFile::make_scratch() {
  const std::string file = part_ + ".scratch";
  errno = 0;
  auto scratch = std::make_unique<std::fstream>(file, for_all);
  if (!*scratch) refuse_to_write(file, errno);
  ::unlink(file.c_str());
  return scratch;
}

void WholeFile::check() {
  if (!stream_) refuse_to_write(name_, errno);
}

void WholeFile::finish() {
  stream_.flush();
  check();
  stream_.close();
  check();
  if (!renames_) return;
  if (std::rename(part_.c_str(), path_.c_str()) != 0) refuse_to_write(name_, errno);
  unfinished = nullptr;
  renames_ = false;
}

}  // namespace kinetree::cli
