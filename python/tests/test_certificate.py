"""Certificates that JavaScript made, added up again in Python. It needs neither NumPy nor scikit-learn, but the package of npm."""

import copy
import json
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))

from xaia import verify  # noqa: E402

MAKE = """
const xaia = await import(process.argv[1]);
const X = Array.from({length: 120}, (_, i) => [Math.sin(i), Math.cos(2 * i), (i % 7) / 7]);
const fits = [[X.map(([a, b]) => a * b), {}], [X.map(([a, b]) => a * b), {forest: {share: 0.4}}], [X.map(([a, b]) => (a > b ? "over" : "under")), {}],
  [X.map(([a, b]) => a > b), {interpolation: {top: 5}}], [X.map(([a, b]) => [a + b, a - b]), {}]];
console.log(JSON.stringify(fits.flatMap(([y, options]) => { const model = xaia.fit(X, y, options); return [[0.1, 0.2, 0.3], X[4], [3, 3, 3]].map((x) => model.certificate(x)); })));
"""


class Certificates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        run = subprocess.run(["node", "--input-type=module", "-e", MAKE, (ROOT / "dist/npm/sync.mjs").as_uri()], check=True, capture_output=True, text=True)
        cls.all = json.loads(run.stdout)

    def test_javascripts_add_up_to_the_bit(self):
        self.assertEqual(len(self.all), 15)
        for certificate in self.all:
            self.assertEqual(verify(certificate), [])
            self.assertEqual(verify(json.dumps(certificate)), [])

    def test_what_was_changed_is_said(self):
        for certificate in self.all:
            for change, said in (
                (lambda c: c["neurons"][0].update(weight=c["neurons"][0]["weight"] + 0.01), "weights add up"),
                (lambda c: c["neurons"][0].update(samples=[120]), "names a sample"),
                (lambda c: c["model"].update(sampleCount=0), "names a sample"),
                (lambda c: c["neurons"].clear(), "no samples"),
                (lambda c: c.update(version=2), "no certificate"),
                (lambda c: c.pop("rounding"), "missing"),
                (lambda c: c.update(rounding="x"), "isn't a number"),
            ):
                changed = copy.deepcopy(certificate)
                change(changed)
                self.assertRegex(" ".join(verify(changed)), said)
        numbers, classes = copy.deepcopy(self.all[0]), copy.deepcopy(self.all[6])
        numbers["value"] += abs(numbers["value"]) * 4e-16
        self.assertRegex(verify(numbers)[0], "parts add up")
        classes["value"] = "under" if classes["value"] == "over" else "over"
        self.assertRegex(verify(classes)[0], "another class")
        for nothing in (None, 7, "{", [], {}):
            self.assertTrue(verify(nothing))


if __name__ == "__main__":
    unittest.main()
