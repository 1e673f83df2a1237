"""Data frames and arrays of the real libraries."""

import pathlib
import sys
import unittest

import numpy
import pandas

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import xaia.plot  # noqa: E402

Plot = xaia.plot._Frame


class Pandas(unittest.TestCase):
    def frame(self):
        return pandas.DataFrame(
            {
                "bill": [39.1, numpy.nan, 46.5, 38.6], "island": pandas.Categorical(["Torgersen", "Dream", "Dream", None]), "year": pandas.array([2007, None, 2009, 2008], dtype="Int64"),
                "wild": [True, False, True, True], "empty": [None, None, None, None], "species": ["Adelie", "Chinstrap", None, "Adelie"],
            },
            index=["p", "q", "r", "s"],
        )

    def test_texts_gaps_names_and_the_index(self):
        plot = Plot(self.frame(), target="species", external=self.frame().iloc[2:3], selected={"sample": 2})
        self.assertEqual(plot.X, [
            {"bill": 39.1, "island": "Torgersen", "year": 2007, "wild": True}, {"bill": None, "island": "Dream", "year": None, "wild": False},
            {"bill": 38.6, "island": None, "year": 2008, "wild": True},
        ])
        self.assertEqual((plot.y, plot.sample, plot.options), (["Adelie", "Chinstrap", "Adelie"], "s", {"missing": "mean"}))
        self.assertEqual(plot.external, [{"bill": 46.5, "island": "Dream", "year": 2009, "wild": True}])
        self.assertEqual({type(v) for row in plot.X for v in row.values()}, {float, str, int, bool, type(None)})
        self.assertIn("island", plot._document(""))

    def test_columns_and_outcomes_apart(self):
        frame = self.frame()
        plot = Plot(frame[["bill", "year"]], frame["wild"])
        self.assertEqual((plot.X[0], plot.y), ({"bill": 39.1, "year": 2007}, [True, False, True, True]))

    def test_what_is_refused_says_what_to_do(self):
        frame = self.frame()
        with self.assertRaisesRegex(ValueError, "Did you mean 'species'"):
            Plot(frame, target="specie")
        with self.assertRaisesRegex(ValueError, "Two columns are called 'bill'"):
            Plot(pandas.concat([frame, frame[["bill"]]], axis=1), target="species")
        with self.assertRaisesRegex(TypeError, "Column 'when': .*Period, which a model can't read"):
            Plot(frame.assign(when=pandas.Period("2026-01")), target="species")

    def test_dates_are_days(self):
        frame = self.frame()
        plot = Plot(frame.assign(when=pandas.Timestamp("2026-01-01 12:00")), target="species")
        self.assertEqual([row["when"] for row in plot.X], [20454.5] * len(plot.X))

    def test_arrays(self):
        plot = Plot(numpy.array([[0, 1], [1, 0]], dtype="float32"), numpy.array([0.5, 1]), external=numpy.array([[0.5, 0.5]]))
        self.assertEqual((plot.X, plot.y, plot.external), ([[0, 1], [1, 0]], [0.5, 1], [[0.5, 0.5]]))
        labels = Plot(numpy.array([0, 1, 2]), numpy.array(["a", "b", "a"]))
        self.assertEqual((labels.X, labels.y), ([0, 1, 2], ["a", "b", "a"]))
        self.assertEqual(Plot({"x": numpy.arange(2), "y": numpy.array([True, False])}, target="y").X, [{"x": 0}, {"x": 1}])


if __name__ == "__main__":
    unittest.main()
