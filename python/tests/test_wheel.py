"""The wheel: the same bytes every time, and an empty environment without a network takes it."""

import base64
import hashlib
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import backend  # noqa: E402


class Wheel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / backend.build_wheel(self.folder)

    def installed(self, wheel, **options):
        """The Python of an environment that has the wheel, installed without a network."""
        place = self.folder / "environment"
        venv.create(place, clear=True, **options)
        [packages] = place.glob("lib/python*/site-packages")
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", str(packages), str(wheel)]
        subprocess.run(install, check=True, env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})
        return place / "bin" / "python"

    def say(self, python, code):
        env = {name: value for name, value in os.environ.items() if name != "XAIA_ENGINE"}
        return subprocess.run([python, "-I", "-c", code], check=True, capture_output=True, text=True, cwd="/", env=env).stdout

    def test_the_same_bytes_every_time(self):
        again = self.folder / "again"
        code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import backend; backend.build_wheel({str(again)!r})"
        subprocess.run([sys.executable, "-B", "-c", code], check=True, cwd="/", env={**os.environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "1"})
        self.assertEqual(self.path.read_bytes(), (again / self.path.name).read_bytes())

    def test_it_holds_the_engine_and_says_its_sums(self):
        with zipfile.ZipFile(self.path) as wheel:
            names = wheel.namelist()
            [record] = [name for name in names if name.endswith("/RECORD")]
            lines = dict(line.split(",", 1) for line in wheel.read(record).decode().splitlines())
            self.assertEqual(set(lines), set(names))
            for name in set(names) - {record}:
                text = wheel.read(name)
                self.assertEqual(lines[name], "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("=") + f",{len(text)}")
            for name in ("embed.mjs", "lessons.mjs"):
                self.assertEqual(wheel.read(f"xaia/{name}"), (backend.NPM / name).read_bytes())
            about = wheel.read(record.replace("RECORD", "METADATA")).decode()
            self.assertIn('Requires-Dist: anywidget>=0.9; extra == "widget"', about)
            self.assertEqual([line for line in about.splitlines() if line.startswith("Requires-Dist") and "extra" not in line], [])

    def test_an_empty_environment_takes_it_without_a_network(self):
        code = """
import xaia
plot = xaia.Plot({"x": [1, None, 3], "island": ["p", "q", "p"], "species": ["a", "b", "a"]}, target="species")
print(xaia.__version__, plot.X[1], "xaia-engine" in plot._repr_html_())
try:
    xaia.Plot({"species": ["a"], "x": [1]}, target="specie")
except ValueError as error:
    print(error)
"""
        said = self.say(self.installed(self.path), code)
        version = self.path.name.split("-")[1]
        self.assertEqual(said, f"{version} {{'x': None, 'island': 'q'}} True\nThe data have no column 'specie'. Did you mean 'species'? Known are species, x.\n")

    def test_it_fits_with_its_own_engine_and_the_pure_one_says_what_is_missing(self):
        code = """
from xaia import XaiaClassifier
try:
    print(XaiaClassifier().fit([[0], [1], [2]], ["a", "b", "b"]).predict([[0.2], [1]]))
except ImportError as error:
    print(error)
"""
        self.assertEqual(self.say(self.installed(self.path, system_site_packages=True), code), "['a' 'b']\n")
        pure = self.folder / backend._build(self.folder)
        self.assertRegex(self.say(self.installed(pure, system_site_packages=True), code), "^This copy of xaia draws, but has no engine to fit with: .*Install the wheel for your platform")

    def test_what_the_workflow_compares_is_the_same_with_scikit_learn_and_without(self):
        digests = []
        for options in ({"system_site_packages": True}, {}):
            python = self.installed(self.path, **options)
            env = {name: value for name, value in os.environ.items() if name not in ("XAIA_ENGINE", "PYTHONPATH")}
            said = subprocess.run([python, ROOT / "tests" / "fits_here.py"], check=True, capture_output=True, text=True, cwd="/", env=env)
            digests.append(said.stdout)
        self.assertRegex(digests[0], "^[0-9a-f]{64}\n$")
        self.assertEqual(digests[0], digests[1])

    def test_there_is_one_for_each_platform(self):
        for target, tags in backend.TAGS.items():
            path = self.folder / backend._build(self.folder, target)
            self.assertEqual(path.name.split("-", 3)[3], f"none-{'.'.join(tags)}.whl")
            with zipfile.ZipFile(path) as wheel:
                [engine] = [entry for entry in wheel.infolist() if entry.filename.startswith("xaia/xaia-engine")]
                self.assertEqual(stat.S_IMODE(engine.external_attr >> 16), 0o755)
                self.assertEqual(engine.filename.endswith(".exe"), target.startswith("windows"))
                start = wheel.read(engine)[:4]
                self.assertEqual(start, {"linux": b"\x7fELF", "darwin": b"\xcf\xfa\xed\xfe"}.get(target.split("-")[0], start))
                self.assertEqual(start[:2] == b"MZ", target.startswith("windows"))
                about = wheel.read(next(name for name in wheel.namelist() if name.endswith("/WHEEL"))).decode()
                self.assertEqual([line[14:] for line in about.splitlines() if line.startswith("Tag: ")], list(tags))
                self.assertIn("Root-Is-Purelib: false", about)


if __name__ == "__main__":
    unittest.main()
