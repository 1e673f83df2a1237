"""The notebooks of the course, run as docs/python.md tells a teacher to: the wheel in an environment of its own, a kernel
of it, nbconvert. What they say in prose is compared with what their cells give."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
COURSE = ROOT.parent / "examples" / "course"
sys.path[:0] = [str(ROOT), str(COURSE)]

import backend  # noqa: E402
import make  # noqa: E402


class Course(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        environment = cls.folder / "lecture"
        run = lambda *command: subprocess.run(command, check=True, capture_output=True, cwd=cls.folder, env={**os.environ, "PIP_NO_INDEX": "1"})
        # scikit-learn, pandas and ipykernel are the machine's, since nothing is fetched.
        run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", environment)
        [packages] = environment.glob("lib/python*/site-packages")
        run(sys.executable, "-m", "pip", "install", "--quiet", "--target", packages, cls.folder / backend.build_wheel(cls.folder))
        run(environment / "bin" / "python", "-m", "ipykernel", "install", "--prefix", environment, "--name", "lecture")
        cls.environment = environment

    def run_notebook(self, name):
        """What the cells print and show, as one text."""
        env = {variable: value for variable, value in os.environ.items() if variable not in ("XAIA_ENGINE", "PYTHONPATH")}
        env |= {"JUPYTER_PATH": str(self.environment / "share" / "jupyter"), "OMP_NUM_THREADS": "1"}
        run = self.folder / name  # the notebook writes beside itself
        run.mkdir()
        shutil.copy(COURSE / f"{name}.ipynb", run)
        command = [
            self.environment / "bin" / "python", "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=lecture",
            "--ExecutePreprocessor.timeout=600", "--output", "run.ipynb", run / f"{name}.ipynb",
        ]
        done = subprocess.run(command, capture_output=True, text=True, env=env)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        told = []
        for cell in json.loads((run / "run.ipynb").read_text("utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                self.assertNotEqual((output["output_type"], output.get("name")), ("stream", "stderr"), output.get("text"))
                data = output.get("data", {})
                told += [output.get("text", ""), data.get("text/plain", ""), data.get("text/html", "")]
        return "\n".join("".join(text) for text in told)

    def scores(self, told):
        """The means of the table of methods, by their names."""
        return {name.strip(): float(mean) for name, mean in re.findall(r"^(xaia|xaia, means|5 nearest neighbours|random forest|boosting) +([\d.]+) ", told, re.M)}

    def test_the_notebooks_are_what_their_sources_say(self):
        for source in make.SOURCES:
            self.assertEqual(json.loads(source.with_suffix(".ipynb").read_text("utf-8")), make.notebook(source), "run examples/course/make.py")

    def test_classification(self):
        told = self.run_notebook("classification")
        scores = self.scores(told)
        self.assertEqual(len(scores), 4)
        self.assertGreaterEqual(min(scores.values()), max(scores.values()) - 0.03)  # "within three wines in a hundred"
        self.assertGreater(scores["xaia"], scores["5 nearest neighbours"])
        self.assertRegex(told, r"138 wines, right on (9[5-9]|100)\.\d% of 40 new ones")
        self.assertRegex(told, r"grower 2 \(interpolated, moderate, familiarity 0\.\d\d\)\n +\d+%  grower 2 +wine \d+")
        self.assertIn('class="xaia-explanation"', told)
        self.assertIn('class="xaia-plot"', told)
        self.assertIn("but recognised only weakly", told)
        self.assertIn("178 wines; right on all it was told: True", told)
        self.assertRegex(told, r"\(hit, strong, familiarity 1\.00\)")
        self.assertIn("['grower 2' 'grower 2' 'grower 3']", told)

    def test_regression(self):
        told = self.run_notebook("regression")
        scores = self.scores(told)
        self.assertEqual(len(scores), 5)
        self.assertEqual(max(scores, key=scores.get), "xaia")
        self.assertLess(max(scores.values()), 0.6)  # "all are far from 1"
        [sum_of, total] = re.search(r"^(.* \+ .*) = ([\d.]+)$", told, re.M).groups()
        self.assertAlmostEqual(sum(map(float, sum_of.split(" + "))), float(total), delta=0.5)
        self.assertIn(f"and predict says {total}", told)
        self.assertIn("mean of the samples", told)
        self.assertIn("then</th>", told)
        inside = int(re.search(r"(\d+)% of the new patients are inside", told).group(1))
        self.assertTrue(70 <= inside <= 90, inside)
        self.assertRegex(told, r"\d+ weak 0\.0\d+")
        self.assertIn("442 patients; the largest error on what it was told: 0.0", told)


if __name__ == "__main__":
    unittest.main()
