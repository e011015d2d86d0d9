import shutil
import unittest

from tree import TreeTest

import check_format


@unittest.skipUnless(shutil.which("clang-format-14"), "needs clang-format-14")
class CheckFormat(TreeTest):
    def test_names_the_first_line_that_differs(self):
        self.write(".clang-format", "BasedOnStyle: Google\n")
        self.write("good.cpp", "int f();\n")
        self.assertEqual(check_format.check(self.root, "clang-format-14"), [])
        self.write("bad.cpp", "int f();\nint   g();\n")
        found = check_format.check(self.root, "clang-format-14")
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("bad.cpp:2: "))


if __name__ == "__main__":
    unittest.main()
