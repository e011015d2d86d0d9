"""./kinetree with a make-believe cmake: when it builds, what it keeps clean, what it refuses."""
import os
import shutil
import subprocess
import unittest
from pathlib import Path

from tree import TreeTest

SOURCES = Path(__file__).resolve().parents[2]
# Writes a tool that shows its arguments, its folder and its input; counts the builds.
CMAKE = """#!/bin/sh
[ "$1" = --build ] || exit 0
echo progress
cat >/dev/null
[ -e "$ROOT/broken" ] && exit 1
echo built >>"$ROOT/builds"
mkdir -p "$2/cli"
printf '#!/bin/sh\\necho "$@" in "$PWD"; cat\\nexit 3\\n' >"$2/cli/kinetree"
chmod +x "$2/cli/kinetree"
"""


class Commands(TreeTest):
    def setUp(self):
        super().setUp()
        self.root = self.root / "a folder"
        for name in ("cmake/a.cmake", "include/a.hpp", "src/a.cpp", "cli/main.cpp",
                     "web/report/page.html"):
            self.write(name)
        self.write("CMakeLists.txt")
        (self.root / "tools").mkdir()
        shutil.copy(SOURCES / "kinetree", self.root)
        shutil.copy(SOURCES / "tools" / "packages.sh", self.root / "tools")
        self.write("bin/cmake", CMAKE).chmod(0o755)
        self.env = dict(os.environ, ROOT=str(self.root), KINETREE_SKIP_PACKAGES="1",
                        PATH=f"{self.root / 'bin'}:{os.environ['PATH']}")
        self.env.pop("KINETREE_BUILD_DIR", None)
        # Make the sources older than any build, as they are in real life.
        self.set_age(self.root, 3600)

    def set_age(self, path, seconds):
        for item in [path, *path.rglob("*")]:
            time = item.stat().st_mtime - seconds
            os.utime(item, (time, time))

    def run_tool(self, *args, script=None, **options):
        command = [str(script or self.root / "kinetree"), *args]
        return subprocess.run(command, capture_output=True, text=True, check=False,
                              **{"env": self.env, "cwd": "/", "input": "", **options})

    def builds(self):
        log = self.root / "builds"
        return len(log.read_text().splitlines()) if log.exists() else 0

    def test_streams_folder_and_exit_code_are_the_tools(self):
        for _ in range(2):
            run = self.run_tool("eval", "-", input="model")
            self.assertEqual((run.returncode, run.stdout), (3, "eval - in /\nmodel"))
        self.assertEqual((self.builds(), run.stderr), (1, ""))

    def test_a_link_to_it_works_from_anywhere(self):
        link = self.root / "bin" / "kt"
        link.symlink_to("../kinetree")
        self.assertEqual(self.run_tool("x", script=link).stdout, "x in /\n")

    def test_builds_again_after_edit_addition_and_removal(self):
        self.run_tool()
        self.write("include/a.hpp", "// edited")
        self.run_tool()
        self.write("src/new.cpp")
        self.run_tool()
        (self.root / "src" / "new.cpp").unlink()
        self.run_tool()
        self.write("web/report/page.html", "edited")
        self.run_tool()
        self.write("README.md")
        self.run_tool()
        self.assertEqual(self.builds(), 5)

    def test_a_failed_build_is_tried_again_and_runs_nothing(self):
        self.run_tool()
        self.write("broken")
        self.write("src/a.cpp", "// edited")
        for _ in range(2):
            run = self.run_tool()
            self.assertEqual((run.returncode, run.stdout), (70, ""))
            self.assertIn("not built", run.stderr)
        (self.root / "broken").unlink()
        self.assertEqual(self.run_tool("x").returncode, 3)

    def test_first_calls_at_once_build_once(self):
        calls = [subprocess.Popen([str(self.root / "kinetree")], env=self.env, cwd="/",
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) for _ in range(4)]
        self.assertEqual([c.communicate()[0] for c in calls], [b"in /\n"] * 4)
        self.assertEqual(self.builds(), 1)

    def test_without_apt_it_says_what_to_install(self):
        only = self.root / "only"
        only.mkdir()
        for name in ("bash", "readlink", "find", "mkdir", "flock", "env"):
            (only / name).symlink_to(shutil.which(name))
        run = self.run_tool(env={"PATH": str(only)})
        self.assertEqual((run.returncode, run.stdout), (70, ""))
        self.assertIn("apt-get install --no-install-recommends g++ cmake ninja-build", run.stderr)

    def test_npm_is_asked_for_only_where_it_is_needed(self):
        only = self.root / "only"
        only.mkdir()
        for name in ("bash", "readlink", "find", "mkdir", "flock", "env"):
            (only / name).symlink_to(shutil.which(name))
        self.assertIn(" npm\n", self.run_tool(env={"PATH": str(only)}).stderr)
        without = self.run_tool(env={"PATH": str(only), "KINETREE_WEB": "OFF"})
        self.assertNotIn(" npm", without.stderr)
        (only / "npm").symlink_to("/bin/true")
        self.assertNotIn(" npm", self.run_tool(env={"PATH": str(only)}).stderr)


if __name__ == "__main__":
    unittest.main()
