"""The estimators of lists, for where there is no scikit-learn: the same models and answers as scikit-learn's, which are beside
them here."""

import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings
import zipfile

import numpy
from sklearn.datasets import load_diabetes, load_iris

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import backend  # noqa: E402

os.environ["XAIA_ENGINE"] = str(backend._engine(backend._here()))

from streams import Frame  # noqa: E402
from xaia import Lesson, XaiaError, estimator, lists, tables, verify  # noqa: E402
from xaia.plot import Plot  # noqa: E402

X, Y = load_iris(return_X_y=True)
NAMES = numpy.array(["setosa", "versicolor", "virginica"])[Y].tolist()
ROWS = X.tolist()
NEAR = (X[::7] + 0.07).tolist()


class Dates(unittest.TestCase):
    def test_numpys_dates_are_days(self):
        for dates, days in ((["2024-01-01T12", "NaT"], [19723.5, None]), (["2024-01-01"], [19723])):
            for unit in ("ns", "s"):
                self.assertEqual(tables.plain(numpy.array(dates, dtype=f"M8[{unit}]"), "X"), days)
        self.assertEqual(tables.plain(numpy.array(["2024-01-01"], dtype="M8[D]"), "X"), [19723])
        self.assertEqual(tables.plain(numpy.array([90], dtype="m8[m]"), "X"), [5400])


class Lists(unittest.TestCase):
    def both(self, name, X, y, *, names=None, sample_weight=None, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [
                getattr(lists, name)(**options).fit(X, y, names=names, sample_weight=sample_weight),
                getattr(estimator, name)(**options).fit(X, y, names=names, sample_weight=sample_weight),
            ]

    def same(self, of, numpys):
        self.assertEqual(of, numpys.tolist() if hasattr(numpys, "tolist") else numpys)

    def test_classes_are_answered_as_scikit_learns_do(self):
        for y in (NAMES, Y.tolist(), (Y == 1).tolist()):
            of, sk = self.both("XaiaClassifier", ROWS, y, names=[f"flower {i}" for i in range(150)])
            for call in ("predict", "predict_proba", "recognition", "familiarity", "explain", "attributions"):
                self.same(getattr(of, call)(NEAR), getattr(sk, call)(NEAR))
            self.same(of.classes_, sk.classes_)
            self.assertEqual(of.score(ROWS, y), sk.score(ROWS, y))
            self.assertEqual(repr(of.explain_row(NEAR[8])), repr(sk.explain_row(NEAR[8])))
            self.assertIs(type(of.predict(NEAR)[0]), type(y[0]))
            of.calibrate(seed=3), sk.calibrate(seed=3)
            self.assertEqual(of.predict_set(NEAR), sk.predict_set(NEAR))
        self.assertEqual(of._file("bytes"), sk._file("bytes"))

    def test_numbers_are_answered_as_scikit_learns_do(self):
        x, y = load_diabetes(return_X_y=True)
        x, y, weights = x[:150].tolist(), y[:150].tolist(), [1 + i % 3 for i in range(150)]
        for outcomes in (y, [[a, -a] for a in y]):
            of, sk = self.both("XaiaRegressor", x, outcomes, sample_weight=weights)
            asked = [[value + 0.01 for value in row] for row in x[:20]]
            of.calibrate(seed=1), sk.calibrate(seed=1)
            for call in ("predict", "explain", "predict_interval"):
                self.same(getattr(of, call)(asked), getattr(sk, call)(asked))
        of, sk = self.both("XaiaRegressor", x, y, interpolation={"local": {}})
        self.assertEqual(of.explain_row(asked[2]).steps, sk.explain_row(asked[2]).steps)
        self.assertAlmostEqual(of.score(asked, y[:20]), sk.score(asked, y[:20]))
        none = lists.XaiaRegressor(interpolation="none").fit([[0], [1]], [0, 1])
        self.assertTrue(math.isnan(none.predict([[50]])[0]))

    def test_intervals_follow_a_drift(self):
        made = numpy.random.default_rng(4)
        x = made.random((360, 2))
        y = numpy.sin(6 * x[:, 0]) + x[:, 1] + 0.2 * made.random(360) + (numpy.arange(360) >= 260)
        of, sk = self.both("XaiaRegressor", x[:160].tolist(), y[:160].tolist())
        still = lists.XaiaRegressor().fit(x[:160].tolist(), y[:160].tolist()).calibrate()
        for model in (of, sk):
            model.calibrate(adapt=True)
            for i in range(160, 260):
                model.partial_fit(x[i : i + 1].tolist(), y[i : i + 1].tolist())
            self.assertIsNone(model.drift_)
            model.partial_fit(x[260:].tolist(), y[260:].tolist())
        still.partial_fit(x[160:].tolist(), y[160:].tolist())
        self.assertEqual((still.drift_, of.drift_["what"]), (None, "outcomes"))
        self.assertTrue(250 <= of.drift_["since"] <= 275, of.drift_)
        self.assertEqual(of.drift_, sk.drift_)
        asked = x[:40].tolist()
        self.same(of.predict_interval(asked), sk.predict_interval(asked))
        self.assertNotEqual(of.predict_interval(asked), still.predict_interval(asked))
        of.fit(x.tolist(), y.tolist())
        self.assertIsNone(of.drift_)

    def test_lopsided_intervals_of_prices_do_not_begin_below_none(self):
        made = numpy.random.default_rng(5)
        x = made.random((200, 1)).tolist()
        y = numpy.exp(made.normal(size=200)).tolist()
        of, sk = self.both("XaiaRegressor", x, y)
        asked = made.random((50, 1)).tolist()
        of.calibrate(), sk.calibrate(lopsided=True)
        self.assertLess(min(low for low, _ in of.predict_interval(asked)), 0)
        of.calibrate(lopsided=True)
        self.same(of.predict_interval(asked), sk.predict_interval(asked))
        self.assertGreaterEqual(min(low for low, _ in of.predict_interval(asked)), 0)

    def test_tables_with_texts_and_gaps(self):
        import pandas

        columns = {"size": [1, 2.5, None, 4, 5, 6], "island": ["a", "b", "a", None, "b", "c"]}
        y = ["p", "q", "p", "q", "q", "p"]
        dicts = [dict(zip(columns, row)) for row in zip(*columns.values())]
        stream = Frame(("size", "g", columns["size"]), ("island", "vu", columns["island"]), chunks=[2, 4])
        made = [lists.XaiaClassifier(missing="mean").fit(table, y) for table in (columns, dicts, pandas.DataFrame(columns), stream)]
        sk = estimator.XaiaClassifier(missing="mean").fit(pandas.DataFrame(columns), y)
        for model in made:
            self.assertEqual(model._file("bytes"), sk._file("bytes"))
            self.assertEqual(model.explain([{"island": "z", "size": 2, "more": 1}])[0]["unseen"], [{"column": "island", "text": "z"}])
            self.assertEqual(model.predict([[1, "a"], [2.5, "b"]]), ["p", "q"])  # an array has the order of the fit
        dropped = lists.XaiaClassifier(missing="drop").fit(columns, y)
        self.assertEqual((dropped.rows_, dropped.explain([{"size": 5, "island": "b"}])[0]["neurons"][0]["samples"]), ([0, 1, 4, 5], [4]))

    def test_the_numbers_of_rows_are_left_out(self):
        import pandas
        from sklearn.model_selection import cross_val_score

        frame = pandas.read_csv(ROOT.parent / "testdata/field4/02-row-numbers.csv")
        y = frame.pop("kind")
        self.assertEqual(list(frame), ["Unnamed: 0", "width", "height"])
        numbered = frame.rename(columns={"Unnamed: 0": ""})
        asked = frame.iloc[::7] + 0.1
        without = estimator.XaiaClassifier().fit(frame[["width", "height"]], y)
        for model, table in (
            (estimator.XaiaClassifier, frame), (lists.XaiaClassifier, frame), (lists.XaiaClassifier, numbered.to_dict("list")), (lists.XaiaClassifier, numbered.to_dict("records")),
        ):
            with self.assertWarnsRegex(UserWarning, "was left out: it has the numbers of the rows"):
                made = model().fit(table, y.tolist())
            self.assertEqual(made._file("bytes"), without._file("bytes"))
            again = asked.rename(columns={"Unnamed: 0": list(made.feature_names_in_)[0]})
            self.assertEqual(list(made.predict(again)), without.predict(asked[["width", "height"]]).tolist())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            scores = cross_val_score(estimator.XaiaClassifier(), frame, y, cv=5)
            learned = estimator.XaiaClassifier().fit(frame[:40], y[:40]).partial_fit(frame[40:], y[40:])
        self.assertTrue(0.3 < scores.mean() < 0.7, scores)  # either kind, and nothing tells which
        self.assertEqual((learned.n_samples_, learned.n_features_in_), (60, 3))
        renamed = lists.XaiaClassifier().fit(frame.rename(columns={"Unnamed: 0": "age"}), y.tolist())
        self.assertEqual(len(renamed.attributions(frame.rename(columns={"Unnamed: 0": "age"})[:1])[0]["columns"]), 3)
        self.assertEqual(lists.XaiaRegressor().fit({"index": list(range(20))}, list(range(20))).predict([[7]]), [7])  # there is no other

    def test_columns_that_come_later(self):
        rows = [{"a": i, **({"b": i % 2} if i > 2 else {})} for i in range(12)]
        y = ["np"[i % 2] for i in range(12)]
        model = lists.XaiaClassifier(missing="mean").fit(rows, y)
        self.assertEqual((list(model.feature_names_in_), model.n_features_in_), (["a", "b"], 2))
        self.assertEqual(model.predict([{"a": 4, "b": 0}, {"a": 5, "b": 1}]), ["n", "p"])
        with self.assertWarnsRegex(UserWarning, "Row 0 has no 'b', so it isn't used"):
            model = lists.XaiaClassifier().fit(rows, y)
        self.assertEqual(list(model.feature_names_in_), ["a"])

    def test_files_plots_and_rows_that_come_later(self):
        of, sk = self.both("XaiaClassifier", ROWS[:100], NAMES[:100])
        with tempfile.TemporaryDirectory() as folder:
            of.save(folder + "/m.xaia")
            self.assertEqual(estimator.XaiaClassifier.load(folder + "/m.xaia").predict(NEAR[:9]).tolist(), of.predict(NEAR[:9]))
            sk.save(folder + "/m.json")
            again = lists.XaiaClassifier.load(folder + "/m.json")
            self.assertEqual((again.predict(NEAR), again.n_features_in_, again.preset), (of.predict(NEAR), 4, sk.load(folder + "/m.json").preset))
            with self.assertRaisesRegex(ValueError, "fitted on labels"):
                lists.XaiaRegressor.load(folder + "/m.xaia")
        plot = Plot(of, selected={"sample": 3})
        self.assertEqual((plot.prediction, plot.samples), ("setosa", [3]))
        plot.selected = NEAR[0]
        self.assertEqual(plot.prediction, of.predict(NEAR[:1])[0])
        self.assertEqual(repr(plot), "<Plot of a model with 100 samples, 4 features, 2 classes>")
        numbers = [lists.XaiaRegressor().fit(ROWS[:60], Y[:60].tolist()), estimator.XaiaRegressor().fit(ROWS[:60], Y[:60])]
        for model in numbers:
            model.partial_fit(ROWS[60:], Y[60:].tolist())
        self.same(numbers[0].predict(NEAR), numbers[1].predict(NEAR))
        self.assertEqual((numbers[0].n_samples_, numbers[0].rows_), (numbers[1].n_samples_, numbers[1].rows_.tolist()))
        for model in numbers:
            model.forget([2, 61])
        self.same(numbers[0].predict(NEAR), numbers[1].predict(NEAR))
        self.assertEqual(numbers[0].rows_, numbers[1].rows_.tolist())

    def test_errors_name_the_place(self):
        model = lists.XaiaClassifier().fit({"a": [1, 2], "b": ["x", "y"]}, ["p", "q"])
        for call, says in (
            (lambda: lists.XaiaClassifier(prest="paper"), "no option 'prest'. Did you mean 'preset'"),
            (lambda: lists.XaiaClassifier().fit([[1]], ["a"], weights=[1]), "XaiaClassifier.fit has no parameter 'weights'. Did you mean 'sample_weight'"),
            (lambda: model.calibrate(fold=2), "XaiaClassifier.calibrate has no parameter 'fold'. Did you mean 'folds'"),
            (lambda: model.predict_set([[1, "x"]], coverage="high"), 'coverage is the text "high"'),
            (lambda: Lesson(nam="layers"), "Lesson has no parameter 'nam'. Did you mean 'name'"),
            (lambda: verify(certificat={}), "verify has no parameter 'certificat'. Did you mean 'certificate'"),
            (lambda: lists.XaiaClassifier().fit([[1], [1j]], ["a", "b"]), r"X\[1\]\[0\] is 1j, of the type complex"),
            (lambda: lists.XaiaClassifier().predict([[1]]), "not fitted"),
            (lambda: lists.XaiaClassifier().fit([1, 2], ["a", "b"]), r"Give \[row\]"),
            (lambda: lists.XaiaClassifier().fit([[1, 2], [3]], ["a", "b"]), "Row 1 has 1 values"),
            (lambda: lists.XaiaClassifier().fit([["x"], ["y"]], ["a", "b"]), "no names"),
            (lambda: lists.XaiaClassifier().fit({"a": [1, "x"]}, ["a", "b"]), r"X\['a'\]\[0\] is 1"),
            (lambda: lists.XaiaClassifier().fit([[1], [2]], ["a"]), "2 rows and 1 outcomes"),
            (lambda: lists.XaiaClassifier().fit([[1], [2]], ["a", None]), "missing"),
            (lambda: lists.XaiaClassifier().fit([[1], [2]], ["a", 1]), "different kinds"),
            (lambda: lists.XaiaRegressor().fit([[1], [2]], ["a", "b"]), "besides numbers"),
            (lambda: lists.XaiaRegressor().fit([[1], [math.inf]], [1, 2]), r"X\[1\]\[0\] is inf"),
            (lambda: model.predict([{"a": 1, "c": "x"}]), "Row 0 has no 'b'"),
            (lambda: model.predict([[1]]), "1 features"),
        ):
            with self.assertRaisesRegex((ValueError, TypeError), says):
                call()
        with self.assertRaises(XaiaError) as refused:
            lists.XaiaRegressor().fit([[1], [None]], [1, 2])
        self.assertEqual((refused.exception.code, refused.exception.row), ("invalid-input", 1))
        self.assertEqual(model.predict([[1, "x"]]), ["p"])  # and the next good call works


class WhatIf(unittest.TestCase):
    def test_a_text_changes_as_a_whole_and_what_is_held_stays(self):
        rows, y = [{"sex": "f", "age": 30}, {"sex": "m", "age": 30}, {"sex": "f", "age": 60}, {"sex": "m", "age": 50}], ["no", "yes", "yes", "yes"]
        model = lists.XaiaClassifier().fit(rows, y)
        found = model.counterfactual(rows[:1], hold=["age"])[0]
        self.assertEqual((found["sample"], found["row"], found["before"], found["after"]), (1, {"sex": "m", "age": 30}, "no", "yes"))
        self.assertEqual(found["changes"], [{"column": "sex", "from": "f", "to": "m"}])
        held = model.counterfactual(rows[:1], target="yes", hold=["sex"])[0]
        self.assertEqual([c["column"] for c in held["changes"]], ["age"])
        self.assertEqual(model.predict([held["row"]]), ["yes"])
        for wrong in ({"hold": ["x"]}, {"hold": "sex"}, {"target": "maybe"}, {"hold": ["sex", "age"]}):
            with self.assertRaises(XaiaError, msg=wrong):
                model.counterfactual(rows[:1], **wrong)

    def test_wrong_labels_are_suspects_by_their_rows(self):
        y, wrong = list(NAMES), {3: "virginica", 70: "setosa", 140: "setosa"}
        for i, name in wrong.items():
            y[i] = name
        found = lists.XaiaClassifier(duplicates="first").fit(ROWS, y).suspects_
        doubted = [s for s in found["suspects"] if s["kind"] != "alone"]
        self.assertLessEqual(set(wrong), {s["sample"] for s in doubted})
        for s in doubted:
            self.assertEqual((s["outcome"], s["said"] != s["outcome"]), (y[s["sample"]], True))
            self.assertTrue(s["against"] and all(y[i] != s["outcome"] for i in s["against"]), s)
        self.assertGreaterEqual(found["rightWithout"], found["right"])
        self.assertEqual(found, estimator.XaiaClassifier(duplicates="first").fit(X, y).suspects_)
        with self.assertRaises((AttributeError, ValueError)):
            _ = lists.XaiaClassifier().suspects_

    def test_infinite_ends_are_infinite_in_explanations_too(self):
        model = lists.XaiaRegressor().fit([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 4.0, 9.0]).calibrate(folds=2)
        self.assertEqual(model.explain([[9.5]])[0]["interval"], [-math.inf, math.inf])
        self.assertEqual(model.predict_interval([[9.5]]), [[-math.inf, math.inf]])


class Elsewhere(unittest.TestCase):
    def test_options_are_the_estimators(self):
        self.assertEqual(sorted(lists.XaiaRegressor().get_params()), sorted(estimator.XaiaRegressor().get_params()))

    def test_without_scikit_learn_the_names_are_these_and_from_a_zip_it_draws(self):
        code = """
import sys
sys.modules["sklearn"] = None
from xaia import Lesson, Plot, XaiaClassifier
model = XaiaClassifier().fit([[0], [1], [2]], ["a", "b", "b"])
print(XaiaClassifier.__module__, model.predict([[0.2], [1]]), "xaia-engine" in Plot(model)._repr_html_(), "xaia-engine" in Lesson("layers")._repr_html_())
"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / backend._build(folder)
            with zipfile.ZipFile(path) as wheel:
                self.assertTrue({"xaia/xaia-engine.wasm.gz", "xaia/wasm_exec.js", "xaia/inline.py"} <= set(wheel.namelist()))
            said = subprocess.run([sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1])" + code, path], check=True, capture_output=True, text=True, cwd="/").stdout
        self.assertEqual(said, "xaia.lists ['a', 'b'] True True\n")


if __name__ == "__main__":
    unittest.main()
