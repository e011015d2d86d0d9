import json
import unittest

from tree import TreeTest

import check_docs

PAGE = "# CRBA\n" + "".join(f"\n## {h}\ntext\n" for h in check_docs.HEADINGS)


class CheckDocs(TreeTest):
    def test_links_to_files_and_headings(self):
        self.write("docs/start.md", "# First steps\n## First steps\n## `M(q)` in C++\n")
        self.write("README.md", "[a](docs/start.md) [b](docs/start.md#first-steps)\n"
                   "[c](docs/start.md#first-steps-1) [d](docs/start.md#mq-in-c)\n"
                   "![e](https://example.org/no.png) [f](#here)\n## Here\n[g]: docs\n")
        self.assertEqual(check_docs.check(self.root), [])

    def test_broken_links_are_named_with_their_line(self):
        self.write("README.md", "# A\n[a](gone.md)\n[b](#gone)\n[c]: gone.md\n"
                   '<img src="gone.svg">\n')
        found = check_docs.check(self.root)
        self.assertEqual([f.split(" ")[0] for f in found],
                         ["README.md:2:", "README.md:3:", "README.md:4:", "README.md:5:"])

    def test_code_is_not_prose(self):
        self.write("README.md", "`M[i](gone)`\n```cpp\nf[i](gone);\n# not a heading\n```\n")
        self.assertEqual(check_docs.check(self.root), [])

    def test_method_page_has_its_headings_in_order(self):
        page = self.write("docs/algorithms/mass_matrix/crba.md", PAGE)
        self.assertEqual(check_docs.check(self.root), [])
        page.write_text(PAGE.replace("## Cost", "## Price"))
        self.assertIn("needs the headings", check_docs.check(self.root)[0])

    def test_every_method_has_a_page_and_a_reference(self):
        self.write("docs/algorithms/mass_matrix/crba.md", PAGE)
        self.write("docs/references.bib", "@book{featherstone2008,\n}\n")
        row = {"quantity": "mass_matrix", "method": "crba", "reference": "featherstone2008"}
        listed = json.dumps({"methods": [row]})
        self.assertEqual(check_docs.check(self.root, listed), [])
        listed = json.dumps([dict(row, method="gdahj", reference="nobody")])
        self.assertEqual(len(check_docs.check(self.root, listed)), 2)
        self.assertEqual(check_docs.check(self.root, "[]"), ["the tool lists no methods"])


if __name__ == "__main__":
    unittest.main()
