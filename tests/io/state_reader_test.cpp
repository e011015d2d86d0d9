// States of CSV and NPZ files: numbers in the order of the model, and every fault with its place.
#include "kinetree/state_reader.hpp"

#include <limits>

#include "kinetree/report.hpp"
#include "report/npy.hpp"
#include "report/zip.hpp"
#include "support.hpp"

namespace kinetree::testing::state_reader_test {
namespace {

using Numbers = std::vector<double>;
using Reader = StateReader;

struct All {
  std::size_t states = 0, portions = 0;
  std::array<Numbers, Reader::arrays> values;
};

All read_all(const std::string& bytes, const Model& model, std::size_t most = 2,
             const Reader::Which& wanted = {true, true, true, true}) {
  const TemporaryFile file(bytes, ".bin");
  Reader reader(file.path(), model, wanted);
  Reader::Portion some;
  All all;
  for (; reader.take(some, most); ++all.portions) {
    reader.read(some);
    reader.confirm(some);
    all.states += some.states;
    for (std::size_t i = 0; i < Reader::arrays; ++i) {
      all.values[i].insert(all.values[i].end(), some.values[i].begin(), some.values[i].end());
    }
  }
  return all;
}

std::string fault_of(const std::string& bytes, const Model& model) {
  return message<ParseError>([&] { read_all(bytes, model); });
}

void expect_fault(const std::string& bytes, const Model& model, const std::string& part) {
  const std::string found = fault_of(bytes, model);
  EXPECT_NE(found.find(part), std::string::npos) << found;
}

/// A model with a quaternion.
Model ball() {
  return parse_model(R"({"format": "kinetree-model/1", "bodies": [
{"name": "ball", "parent": -1, "joint": "spherical", "mass": 1, "inertia": [1,0,0,0,1,0,0,0,1]}]})",
                     "ball");
}

using Shape = report::Shape;
std::string array(const Shape& shape, const Numbers& values, const std::string& type = "<f8") {
  std::string bytes = report::npy_header(type, shape);
  report::put_doubles(bytes, values.data(), values.size());
  return bytes;
}
using Members = std::vector<std::pair<std::string, std::string>>;
std::string archive(const Members& members) {
  std::ostringstream out;
  report::ZipWriter zip(out);
  for (const auto& [name, bytes] : members) zip.add(name + ".npy", bytes);
  zip.finish();
  return out.str();
}

TEST(CsvStates, AreMatchedByNameAndOthersIgnored) {
  const All all = read_all(
      "t,q[link2],q[link1],note,\"M[0,1]\",qd[1],qd[0]\r\n"
      "0,2,1,\"a, \"\"b\"\"\",9,20,1e1\r\n\r\n"
      "1,+4, 3 ,,9,40,\"30\"\r\n"
      "2,6,5,x,9,60,50",
      *robot("pelican2"));
  EXPECT_EQ(all.states, 3U);
  EXPECT_EQ(all.values[Reader::q], (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(all.values[Reader::v], (Numbers{10, 20, 30, 40, 50, 60}));
  EXPECT_TRUE(all.values[Reader::a].empty());
}

TEST(CsvStates, InputsOfAResultWinOverItsResults) {
  const All all = read_all("q[0],tau_in[0],tau[0],a[0]\n1,2,3,4\n", *robot("pendulum"));
  EXPECT_EQ(all.values[Reader::tau], Numbers{2});
  EXPECT_EQ(all.values[Reader::a], Numbers{4});
}

TEST(CsvStates, OfAResultAreTheSameBits) {
  const Model model = *robot("pelican2");
  Result result = make_result(model);
  result.states = 2;
  const Numbers q{0.1, -1.0 / 3, 5e-324, std::numeric_limits<double>::max()};
  result.fields = {{"q", Field::vector, 2, 1, q_names(model), q}};
  std::ostringstream csv, npz;
  write_csv(csv, result);
  write_npz(npz, result);
  EXPECT_EQ(read_all(csv.str(), model).values[Reader::q], q);
  EXPECT_EQ(read_all(npz.str(), model).values[Reader::q], q);
}

TEST(CsvStates, NoLinesAreNoStates) {
  EXPECT_EQ(read_all("q[0]\n", *robot("pendulum")).states, 0U);
  EXPECT_EQ(read_all("q[0]", *robot("pendulum")).states, 0U);
}

TEST(CsvStates, FaultsHaveLineAndColumn) {
  const Model arm = *robot("pelican2");
  const std::string head = "q[0],q[1]\n";
  expect_fault(head + "1,2\n\n3,x\n", arm, ":4:3: 'x' is not a number");
  expect_fault(head + "1,\n", arm, ":2:3: the number is missing");
  expect_fault(head + "1,nan\n", arm, ":2:3: 'nan' is not finite");
  expect_fault(head + "1,1e999\n", arm, "does not fit in a double");
  expect_fault(head + "1,2\n3,4\n5\n", arm, ":4:1: the line has 1 numbers, the header 2");
  expect_fault(head + "1,2,3\n", arm, "the line has 3 numbers");
  expect_fault("0.1,0.2\n", arm, "the first line must name the columns: q[link1]");
  expect_fault("", arm, "there are no columns of q");
  expect_fault("q[0]\n", arm, "there is no column q[link2]");
  expect_fault("q[0],q[link1],q[1]\n", arm, "two columns are q[link1]");
  expect_fault("q[0],q[7]\n", arm, "nothing for column 'q[7]'");
  expect_fault("q[0],q[1],v[0],v[1],qd[0],qd[1]\n", arm, "both v and qd");
  expect_fault("{\"states\": []}", arm, "this is JSON");
  expect_fault("\x93NUMPY", arm, "numpy.savez");
}

TEST(CsvStates, QuaternionsHaveLengthOne) {
  expect_fault("q[0],q[1],q[2],q[3]\n0,0,0,1\n0,0,0,2\n", ball(),
               ":3: the quaternion (x y z w) of joint 'ball' has length 2");
}

TEST(NpzStates, AreReadInPortions) {
  const All all = read_all(archive({{"q", array({3, 2}, {1, 2, 3, 4, 5, 6})},
                                    {"qd", array({3, 2}, {6, 5, 4, 3, 2, 1})}}),
                           *robot("pelican2"));
  EXPECT_EQ(all.states, 3U);
  EXPECT_EQ(all.portions, 2U);
  EXPECT_EQ(all.values[Reader::q], (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(all.values[Reader::v], (Numbers{6, 5, 4, 3, 2, 1}));
}

TEST(NpzStates, AreReorderedByJoints) {
  const All all = read_all(archive({{"q", array({1, 2}, {2, 1})},
                                    {"joints", report::npy_texts({2}, {"link2", "link1"})}}),
                           *robot("pelican2"));
  EXPECT_EQ(all.values[Reader::q], (Numbers{1, 2}));
}

TEST(NpzStates, OneNumberAStateNeedsNoSecondDimension) {
  EXPECT_EQ(read_all(archive({{"q", array({3}, {1, 2, 3})}}), *robot("pendulum")).states, 3U);
  EXPECT_EQ(read_all(archive({{"q", array({0, 1}, {})}}), *robot("pendulum")).states, 0U);
}

TEST(NpzStates, WhatIsNotWantedMayBeAnything) {
  const std::string bytes = archive({{"q", array({1, 1}, {1})}, {"v", "nonsense"}});
  EXPECT_EQ(read_all(bytes, *robot("pendulum"), 1, {true, false, false, false}).states, 1U);
  expect_fault(bytes, *robot("pendulum"), "'v.npy' is no NumPy array");
}

TEST(NpzStates, FaultsNameArrayAndRemedy) {
  const Model arm = *robot("pelican2");
  const auto inf = std::numeric_limits<double>::infinity();
  const auto q = [&](const std::string& bytes) { return archive({{"q", bytes}}); };
  expect_fault(q(array({1, 3}, {1, 2, 3})), arm, "array q: has shape (1, 3), not (states, 2)");
  expect_fault(q(array({2}, {1, 2})), arm, "has shape (2,)");
  expect_fault(q(array({1, 2}, {1, 2}, "<f4")), arm, "array q: holds <f4, not <f8");
  expect_fault(q(array({1, 2}, {1, 2}, ">f8")), arm, "q.astype('<f8')");
  expect_fault(q(array({2, 2}, {1, 2})), arm, "array q: of shape (2, 2) has 16 bytes");
  expect_fault(q(array({2, 2}, {1, 2, 3, inf})), arm, "array q: row 1, column 1 is inf");
  expect_fault(archive({{"v", array({1, 2}, {1, 2})}}), arm, "holds no array q");
  expect_fault(archive({{"q", array({1, 2}, {1, 2})}, {"v", array({0, 2}, {})}}), arm,
               "array v: has 0 states, q has 1");
  expect_fault(archive({{"q", array({1, 2}, {1, 2})}, {"q", array({1, 2}, {1, 2})}}), arm, "twice");
  expect_fault(archive({{"q", array({1, 2}, {1, 2})},
                        {"joints", report::npy_texts({2}, {"link1", "link3"})}}),
               arm, "array joints: 'pelican2' has no joint 'link3'");
  std::string fortran = array({2, 2}, {1, 2, 3, 4});
  const std::size_t order = fortran.find("False");
  fortran.replace(order, 5, "True ");
  expect_fault(q(fortran), arm, "numpy.ascontiguousarray(q)");
  std::string wrong = q(array({2, 2}, {1, 2, 3, 4}));
  ++wrong[wrong.find("PK\x01\x02") - 1];
  expect_fault(wrong, arm, "array q: its checksum is wrong");
}

// Whatever a byte is changed to, the answer is an error or numbers: never a crash, and never
// more memory than the file has bytes.
TEST(NpzStates, HostileArchivesAreRefused) {
  const Model arm = *robot("pelican2");
  const std::string good = archive(
      {{"q", array({2, 2}, {1, 2, 3, 4})}, {"joints", report::npy_texts({2}, {"link2", "link1"})}});
  int refused = 0;
  const auto attempt = [&](const std::string& bytes) {
    try {
      read_all(bytes, arm);
    } catch (const ParseError&) {
      ++refused;
    }
  };
  for (std::size_t i = 4; i < good.size(); ++i) attempt(good.substr(0, i));
  EXPECT_EQ(refused, static_cast<int>(good.size()) - 4) << "a cut archive is none";
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int x : {0x01, 0x80, 0xFF}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ x);
      attempt(bad);
    }
  }
  EXPECT_GT(refused, 2 * static_cast<int>(good.size())) << "checksums catch most changes";
}

TEST(StateReader, NeedsAJointThatMoves) {
  const Model rock = parse_model(
      R"({"format": "kinetree-model/1", "bodies": [
{"name": "a", "parent": -1, "joint": "fixed"}]})",
      "rock");
  EXPECT_THROW(StateReader("states.csv", rock), ModelError);
}

TEST(StateReader, MissingFilesAreFileErrors) {
  const Model arm = *robot("pelican2");
  EXPECT_THROW(StateReader("no/such.csv", arm), FileError);
  EXPECT_THROW(StateReader("/", arm), FileError);
}

}  // namespace
}  // namespace kinetree::testing::state_reader_test
