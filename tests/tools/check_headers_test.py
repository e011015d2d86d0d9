import shutil
import unittest

from tree import TreeTest

import check_headers


@unittest.skipUnless(shutil.which("clang++-14"), "no clang++-14")
class CheckHeaders(TreeTest):
    def complaints(self):
        return check_headers.check(self.root, self.root / "build")

    def test_a_header_includes_what_it_uses(self):
        self.write("include/kinetree/link.hpp", "#pragma once\n#include <vector>\n")
        self.write("src/model/good.hpp", '#include "kinetree/link.hpp"\nstd::vector<int> f();\n')
        self.write("src/model/far.hpp", '#include "model/good.hpp"\nstd::vector<int> g();\n')
        self.assertEqual(self.complaints(), [])

    def test_what_another_header_includes_does_not_help(self):
        self.write("include/kinetree/link.hpp", "#pragma once\n#include <vector>\n")
        self.write("src/model/bad.hpp", "std::vector<int> f();\n")
        found = self.complaints()
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("src/model/bad.hpp:1: does not compile alone: "))

    def test_the_first_header_is_no_exception(self):
        self.write("include/kinetree/link.hpp", "#pragma once\nstd::vector<int> f();\n")
        self.assertEqual(len(self.complaints()), 1)


if __name__ == "__main__":
    unittest.main()
