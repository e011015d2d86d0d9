import unittest

import tree  # noqa: F401  (puts tools/ on the path)

import mutate

KERNEL = """// a - b is a comment
#include "x - y"
template <class S>
S f(int i) {
  for (int k = n - 1; k >= 0; --k) sum = sum + m * c;
  return -(a.x - b) + cross(-z, w);
}
"""


class Signs(unittest.TestCase):
    def test_only_of_physics(self):
        found = [KERNEL.splitlines()[line][start:end]
                 for line, start, end, _ in mutate.signs(KERNEL)]
        self.assertEqual(found, [" + ", "-", " - ", " + ", "-"])

    def test_of_a_loop_is_not_that_of_its_bounds(self):
        line, start, _, _ = next(iter(mutate.signs(KERNEL)))
        self.assertEqual(KERNEL.splitlines()[line][start:], " + m * c;")

    def test_one_at_a_time_is_swapped(self):
        for sign in mutate.signs(KERNEL):
            changed = mutate.mutated(KERNEL, sign)
            different = [(a, b) for a, b in zip(KERNEL.splitlines(), changed.splitlines())
                         if a != b]
            self.assertEqual(len(different), 1)

    def test_zero_of_a_trace_is_left_alone(self):
        self.assertEqual(list(mutate.signs("return A.e[2][2] + A.e[3][3];")), [])

    def test_robot_has_every_joint(self):
        joints = {body["joint"] for body in mutate.robot()["bodies"]}
        self.assertEqual(joints, {"floating", "revolute", "prismatic", "helical", "spherical",
                                  "planar"})


if __name__ == "__main__":
    unittest.main()
