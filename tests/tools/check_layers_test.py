import unittest

from tree import TreeTest

import check_layers


class CheckLayers(TreeTest):
    def complaints(self, name, *includes):
        self.write(name, "".join(f"#include {i}\n" for i in includes))
        return check_layers.check(self.root)

    def test_kernel_sees_the_flat_tree_and_algebra(self):
        self.assertEqual(self.complaints(
            "src/kernel/mass_matrix/crba.hpp", "<cmath>", '"model/tree.hpp"',
            '"model/joints.hpp"', '"spatial/inertia.hpp"', '"kernel/kinematics.hpp"',
            '"config.hpp"'), [])

    def test_kernel_sees_no_container_no_library_no_model(self):
        for include in ("<vector>", "<string>", "<Eigen/Core>", '"model/model.hpp"',
                        '"kinetree/model.hpp"', '"scalar/pack.hpp"', '"io/xml.hpp"'):
            with self.subTest(include):
                found = self.complaints("src/kernel/crba.hpp", include)
                self.assertEqual(len(found), 1)
                self.assertTrue(found[0].startswith("src/kernel/crba.hpp:1: "))

    def test_spatial_sees_only_std_and_itself(self):
        self.assertEqual(
            self.complaints("src/spatial/pose.hpp", "<cmath>", '"spatial/vec3.hpp"'), [])
        for include in ('"scalar/pack.hpp"', '"model/tree.hpp"', "<Eigen/Core>"):
            self.assertEqual(len(self.complaints("src/spatial/pose.hpp", include)), 1, include)

    def test_evaluate_does_not_know_files(self):
        self.assertEqual(self.complaints(
            "src/evaluate/evaluator.cpp", '"kinetree/evaluator.hpp"', '"model/tree.hpp"',
            '"kernel/mass_matrix/crba.hpp"', '"evaluate/workspace.hpp"', "<vector>"), [])
        self.assertEqual(len(self.complaints("src/evaluate/evaluator.cpp", '"io/xml.hpp"')), 1)

    def test_tool_sees_public_headers_and_its_own(self):
        self.write("cli/verbs.hpp")
        self.write("src/model/tree.hpp")
        self.assertEqual(self.complaints(
            "cli/main.cpp", '"kinetree/kinetree.hpp"', "<CLI/CLI.hpp>", '"verbs.hpp"'), [])
        for include in ('"model/tree.hpp"', '"../src/model/tree.hpp"'):
            self.assertEqual(len(self.complaints("cli/main.cpp", include)), 1, include)

    def test_public_header_sees_no_source(self):
        self.assertEqual(self.complaints(
            "include/kinetree/io.hpp", "<vector>", "<Eigen/Core>", '"kinetree/model.hpp"'), [])
        self.assertEqual(
            len(self.complaints("include/kinetree/io.hpp", '"model/tree.hpp"')), 1)

    def test_a_new_folder_must_enter_the_table(self):
        self.assertIn("no layer", self.complaints("src/utils/strings.hpp", "<string>")[0])


if __name__ == "__main__":
    unittest.main()
