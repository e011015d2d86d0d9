import unittest

from tree import TreeTest

import check_costs

METHODS = [{"method": "x", "quantity": "mass_matrix",
            "counted": {"multiplications": 5, "additions": 3},
            "chain": {kind: {"multiplications": {"text": "3n² - 2"}, "additions": {"text": "n"}}
                      for kind in ("counted", "given")}}]


class CheckCosts(TreeTest):
    def test_polynomials_must_be_those_of_the_method(self):
        page = self.write("x.md", "| counted | 3 n² − 2 | n |\n| both, given | 3 n² − 2 | n |\n")
        self.assertEqual(list(check_costs.check_page(page, METHODS, "x.md")), [])
        page.write_text("| counted | 3 n² − 1 | n |\n", encoding="utf-8")
        self.assertEqual(len(list(check_costs.check_page(page, METHODS, "x.md"))), 1)

    def test_numbers_must_be_those_of_their_n(self):
        head = "| method | n = 1 | n = 2 |\n|---|---|---|\n"
        page = self.write("README.md", head + "| `x`, M | 5, 3 | 5, 3 |\n")
        self.assertEqual(list(check_costs.check_numbers(page, lambda n: METHODS, "p")), [])
        page.write_text(head + "| `x` | 5, 3 | 5, 4 |\n", encoding="utf-8")
        self.assertEqual(len(list(check_costs.check_numbers(page, lambda n: METHODS, "p"))), 1)


if __name__ == "__main__":
    unittest.main()
