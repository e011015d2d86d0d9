import unittest

from tree import TreeTest

import check_changelog


class CheckChangelog(TreeTest):
    def complaints(self, text):
        self.write("CHANGELOG.md", "# Changelog\n" + text)
        return check_changelog.check(self.root)

    def test_good(self):
        self.assertEqual(self.complaints("## [Unreleased]\n### Added\n- a method\n"), [])
        self.assertEqual(self.complaints("## [0.1.0] - 2026-01-31\n- a\n## [0.0.1] - 2026-01-01\n"),
                         [])

    def test_missing_empty_or_misnamed(self):
        self.assertEqual(len(check_changelog.check(self.root)), 1)
        self.assertEqual(len(self.complaints("")), 1)
        self.assertEqual(len(self.complaints("## [Unreleased]\n### Added\n")), 1)
        self.assertEqual(len(self.complaints("## [Unreleased]\n## [0.1.0] - 2026-01-31\n- a\n")), 1)
        self.assertEqual(len(self.complaints("## Version 3\n- a\n")), 1)


if __name__ == "__main__":
    unittest.main()
