"""Data frames and arrays of the real libraries; and Arrow streams, of a stand-in."""

import pathlib
import sys
import unittest

import numpy
import pandas

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import xaia.plot  # noqa: E402
from streams import Frame  # noqa: E402
from xaia import arrow  # noqa: E402

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
        with self.assertRaisesRegex(TypeError, r"X\['when'\]\[0\] is Period\(.*, of the type Period, which a model can't read"):
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


TYPES = {  # as they are stored, and as they are read
    ("c", "C", "s", "S", "i", "I", "l", "L", "e", "f", "g"): ([1, None, 0, 100], [1, None, 0, 100]),
    ("b",): ([True, None, False, True], [True, None, False, True]),
    ("n",): ([None] * 4, [None] * 4),
    ("u", "U", "vu"): (["twelve bytes", None, "thirteen byte", "ü"],) * 2,
    ("tdD",): ([20454, None, 0, -1], [20454, None, 0, -1]),
    ("tdm", "tsm:", "tsm:Asia/Tokyo"): ([20454 * 86400000, None, 43200000, -1], [20454, None, 0.5, -1 / 86400000]),
    ("tsu:UTC",): ([20454 * 86400 * 10**6, None, 1, -1], [20454, None, 1 / 864e8, -1 / 864e8]),
    ("tts", "tDs"): ([5, None, 0, 86399], [5, None, 0, 86399]),
    ("ttm", "tDm"): ([1500, None, 0, 1], [1.5, None, 0, 0.001]),
    ("ttu", "tDu", "tsu"): ([0, None, 0, 0], [0, None, 0, 0]),
    ("ttn", "tDn"): ([5 * 10**8, None, 0, 1], [0.5, None, 0, 1e-9]),
    ("d:10,2", "d:5,2,32", "d:9,2,64", "d:50,2,256"): ([150, None, -25, 1], [1.5, None, -0.25, 0.01]),
}


class Arrow(unittest.TestCase):
    def test_all_types_gaps_batches_and_offsets(self):
        columns = [(format, format, *values) for formats, values in TYPES.items() for format in formats]
        columns += [("small", "c", [1, None, 0, 1], ["x", None, "y", "x"], ("vu", ["y", "x"])), ("big", "L", [2**63, None, 0, 1], [2**63, None, 0, 1])]
        for chunks in ([4], [1, 0, 3]):
            for before in (0, 3, 10):
                frame = Frame(*((name, format, stored, *more) for name, format, stored, _, *more in columns), chunks=chunks, before=before)
                self.assertEqual(arrow.read(frame), {name: read for name, _, _, read, *_ in columns}, (chunks, before))
                self.assertEqual((frame.released, frame.made), (len(chunks) + 1,) * 2)
        self.assertEqual(arrow.read(Frame(("y", "vu", ["a", None, "b"]), series=True, before=5)), ["a", None, "b"])
        self.assertEqual(arrow.read(Frame(("a", "g", []), ("b", "u", []))), {"a": [], "b": []})

    def test_what_is_refused_is_released_too(self):
        for frame, says in (
            (Frame(("a", "g", [1]), ("blob", "z", [1])), "Column 'blob': its Arrow type is 'z', which a model can't read. Give numbers, texts"),
            (Frame(("a", "g", [1]), ("a", "g", [1])), "Two columns are called 'a'"), (Frame(("a", "g", [1]), fails="the disk is gone"), "could not be read: the disk is gone"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError), says):
                arrow.read(frame)
            self.assertEqual(frame.released, frame.made)

    def test_pandas_frames_are_read_themselves(self):
        class Newer(pandas.DataFrame):  # as pandas 2.2 has it
            def __arrow_c_stream__(self, requested_schema=None):
                raise ImportError("pyarrow is missing")

        self.assertEqual(Plot(Newer({"x": [1.0, 2], "y": ["a", "b"]}), target="y").X, [{"x": 1}, {"x": 2}])

    def test_a_plot_of_it(self):
        frame = Frame(("bill", "g", [39.1, None, 46.5]), ("island", "I", [0, 1, None], ("vu", ["Dream", "Biscoe"])), ("species", "vu", ["Adelie", "Gentoo", None]))
        plot = Plot(frame, target="species", external=frame)
        self.assertEqual((plot.X, plot.y), ([{"bill": 39.1, "island": "Dream"}, {"bill": None, "island": "Biscoe"}], ["Adelie", "Gentoo"]))
        self.assertEqual(plot.external[2], {"bill": 46.5, "island": None})
        apart = Plot(Frame(("x", "g", [1.0, 2])), Frame(("y", "vu", ["a", "b"]), series=True), external=[[3]])
        self.assertEqual((apart.X, apart.y), ([{"x": 1}, {"x": 2}], ["a", "b"]))
        lazy = type("LazyFrame", (), {"columns": ["a"]})
        with self.assertRaisesRegex(TypeError, r"Give frame.collect\(\)"):
            Plot(lazy(), ["a"])


if __name__ == "__main__":
    unittest.main()
