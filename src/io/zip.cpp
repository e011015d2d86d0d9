// The structures are those of PKWARE's APPNOTE 4.3; all integers are little-endian.
#include "io/zip.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/complaints.hpp"

namespace kinetree {
namespace {

constexpr std::string_view broken_remedy = "the archive is damaged or cut off: save it again";
constexpr std::string_view no_archive_remedy = "numpy.savez(file, q=q, v=v) writes one";
constexpr std::uint64_t largest_directory = std::uint64_t{16} << 20;
constexpr std::uint64_t see_extra = 0xFFFFFFFFu;  // the number stands in the ZIP64 field

std::uint64_t number(std::string_view bytes, std::size_t place, int count) {
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[place + static_cast<std::size_t>(i)]);
    value |= std::uint64_t{byte} << (8 * i);
  }
  return value;
}

/// Numbers too large for their four bytes, in the order of the fields that have 0xFFFFFFFF.
void read_large_numbers(std::string_view extra, ZipMember& member) {
  while (extra.size() >= 4) {
    const std::uint64_t id = number(extra, 0, 2), length = number(extra, 2, 2);
    extra.remove_prefix(4);
    if (length > extra.size()) return;
    if (id == 1) {
      std::string_view values = extra.substr(0, length);
      for (std::uint64_t* field : {&member.size, &member.packed_size, &member.place}) {
        if (*field != see_extra || values.size() < 8) continue;
        *field = number(values, 0, 8);
        values.remove_prefix(8);
      }
      return;
    }
    extra.remove_prefix(length);
  }
}

}  // namespace

Zip::Zip(const ByteFile& file) : file_(file) {
  if (!file.size()) {
    refuse("an archive cannot be read from a pipe", "save it as a file, or send CSV");
  }
  read_directory(find_directory());
}

void Zip::refuse(const std::string& message, const std::string& remedy) const {
  throw ParseError(to_string(Diagnostic{Diagnostic::error,
                                        "archive",
                                        file_.name(),
                                        {},
                                        "",
                                        message,
                                        remedy.empty() ? std::string(broken_remedy) : remedy}));
}

/// By the record at the end of the file, before which stands a comment of up to 64 KiB.
Zip::Directory Zip::find_directory() const {
  constexpr std::size_t record = 22, most = record + 0xFFFF;
  std::string tail(std::min<std::uint64_t>(*file_.size(), most), '\0');
  const std::uint64_t start = *file_.size() - tail.size();
  tail.resize(file_.read_at(start, tail.data(), tail.size()));
  std::size_t at =
      tail.size() < record ? std::string::npos : tail.rfind("PK\x05\x06", tail.size() - record);
  if (at == std::string::npos) refuse("is no whole NPZ archive", std::string(no_archive_remedy));
  Directory found{number(tail, at + 16, 4), number(tail, at + 12, 4), number(tail, at + 10, 2)};
  if (found.place == see_extra || found.size == see_extra || found.entries == 0xFFFF) {
    found = find_large_directory(start + at);
  }
  if (found.place > start + at || found.size > start + at - found.place) {
    refuse("its directory lies outside of the file");
  }
  return found;
}

/// By a record before the other one, which says where the real one is.
Zip::Directory Zip::find_large_directory(std::uint64_t end) const {
  std::string locator(20, '\0'), record(56, '\0');
  if (end < locator.size() ||
      file_.read_at(end - locator.size(), locator.data(), locator.size()) != locator.size() ||
      !locator.starts_with("PK\x06\x07")) {
    refuse("its ZIP64 directory is missing");
  }
  const std::uint64_t place = number(locator, 8, 8);
  if (place > end || file_.read_at(place, record.data(), record.size()) != record.size() ||
      !record.starts_with("PK\x06\x06")) {
    refuse("its ZIP64 directory is missing");
  }
  return {number(record, 48, 8), number(record, 40, 8), number(record, 32, 8)};
}

void Zip::read_directory(const Directory& where) {
  if (where.size > largest_directory) {
    refuse(fmt::format("its directory has {} bytes", where.size),
           "an archive of states holds a few arrays: is this the right file?");
  }
  std::string bytes(where.size, '\0');
  bytes.resize(file_.read_at(where.place, bytes.data(), bytes.size()));
  std::string_view rest = bytes;
  for (std::uint64_t i = 0; i < where.entries; ++i) {
    constexpr std::size_t record = 46;
    if (rest.size() < record || !rest.starts_with("PK\x01\x02")) refuse("its directory ends early");
    const std::size_t name = number(rest, 28, 2), extra = number(rest, 30, 2);
    const std::size_t all = record + name + extra + number(rest, 32, 2);
    if (all > rest.size()) refuse("its directory ends early");
    ZipMember member{std::string(rest.substr(record, name)),
                     number(rest, 42, 4),
                     number(rest, 20, 4),
                     number(rest, 24, 4),
                     static_cast<std::uint32_t>(number(rest, 16, 4)),
                     static_cast<int>(number(rest, 10, 2)),
                     (number(rest, 8, 2) & 1u) != 0};
    read_large_numbers(rest.substr(record + name, extra), member);
    members_.push_back(std::move(member));
    rest.remove_prefix(all);
  }
}

const ZipMember* Zip::find(std::string_view name) const {
  const ZipMember* found = nullptr;
  for (const ZipMember& member : members_) {
    if (member.name != name) continue;
    if (found != nullptr) refuse("holds " + in_quotes(name) + " twice", "keep one");
    found = &member;
  }
  return found;
}

}  // namespace kinetree
