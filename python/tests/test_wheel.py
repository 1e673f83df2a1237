"""The wheel: the same bytes every time, and an empty environment without a network takes it."""

import base64
import hashlib
import os
import pathlib
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
        place = self.folder / "environment"
        venv.create(place)
        [packages] = place.glob("lib/python*/site-packages")
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", str(packages), str(self.path)]
        subprocess.run(install, check=True, env={**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""})
        code = """
import xaia
plot = xaia.Plot({"x": [1, None, 3], "island": ["p", "q", "p"], "species": ["a", "b", "a"]}, target="species")
print(xaia.__version__, plot.X[1], "xaia-engine" in plot._repr_html_())
try:
    xaia.Plot({"species": ["a"], "x": [1]}, target="specie")
except ValueError as error:
    print(error)
"""
        said = subprocess.run([place / "bin" / "python", "-I", "-c", code], check=True, capture_output=True, text=True, cwd="/").stdout
        version = self.path.name.split("-")[1]
        self.assertEqual(said, f"{version} {{'x': None, 'island': 'q'}} True\nThe data have no column 'specie'. Did you mean 'species'? Known are species, x.\n")


if __name__ == "__main__":
    unittest.main()
