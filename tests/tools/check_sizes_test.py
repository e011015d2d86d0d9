import unittest

from tree import TreeTest

import check_sizes


class CheckSizes(TreeTest):
    def test_limits_by_kind(self):
        for name, most in (("include/kinetree/a.hpp", 150), ("src/kernel/b.hpp", 200),
                           ("src/model/c.hpp", 200), ("src/io/d.cpp", 400),
                           ("tools/e.py", 150), ("web/report/f.js", 300)):
            with self.subTest(name):
                path = self.write(name, "\n" * most)
                self.assertEqual(check_sizes.check(self.root), [])
                path.write_text("\n" * (most + 1))
                self.assertEqual(len(check_sizes.check(self.root)), 1)
                path.unlink()

    def test_columns_are_characters(self):
        self.write("src/a.cpp", "é" * 100 + "\n")
        self.assertEqual(check_sizes.check(self.root), [])
        self.write("src/a.cpp", "\n" + "x" * 101 + "\n")
        self.assertIn("src/a.cpp:2: 101 columns", check_sizes.check(self.root)[0])

    def test_generated_files_are_not_ours(self):
        self.write("build/dev/a.cpp", "x" * 200)
        self.write("web/node_modules/a/b.js", "x" * 200)
        self.assertEqual(check_sizes.check(self.root), [])


if __name__ == "__main__":
    unittest.main()
