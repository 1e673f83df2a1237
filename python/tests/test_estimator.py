"""XaiaClassifier and XaiaRegressor with the real libraries, and the engine as a real child process.

The engine is the one in dist/engines. What JavaScript answers is asked from the package in dist/npm.
"""

import contextlib
import inspect
import io
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
import warnings

import numpy
import pandas
import scipy.sparse
import sklearn
from sklearn.base import BaseEstimator, clone
from sklearn.datasets import load_iris, make_regression
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import backend  # noqa: E402

os.environ["XAIA_ENGINE"] = str(backend._engine(backend._here()))
os.environ["PYTHONPATH"] = str(ROOT)  # for other processes

import xaia  # noqa: E402
from streams import Frame  # noqa: E402
from xaia import Plot, XaiaClassifier, XaiaError, XaiaRegressor  # noqa: E402
from xaia.process import engine  # noqa: E402

NPM = ROOT.parent / "dist" / "npm"
ROUTES = "params" in inspect.signature(cross_validate).parameters

X, Y = load_iris(return_X_y=True)
NAMES = numpy.array(["setosa", "versicolor", "virginica"])[Y]


def fitted(estimator, *data):
    """Fitted, without the warnings of equal rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return estimator.fit(*data)


class Part:
    """partial_fit as fitted calls it."""

    def __init__(self, model, **options):
        self.fit = lambda *data: model.partial_fit(*data, **options)


def frame():
    return pandas.DataFrame(
        {
            "bill": [39.1, numpy.nan, 46.5, 38.6, 45.2, 49.0],
            "island": pandas.Categorical(["Torgersen", "Dream", "Dream", None, "Biscoe", "Biscoe"]),
            "year": pandas.array([2007, None, 2009, 2008, 2009, 2007], dtype="Int64"),
            "wild": [True, False, True, True, False, True],
        },
        index=list("pqrstu"),
    )


SPECIES = ["Adelie", "Chinstrap", "Chinstrap", "Adelie", "Gentoo", "Gentoo"]


def long_fit(during):
    """A fit of some seconds. A little after the engine has it, during is called in another thread."""
    x = numpy.random.default_rng(0).random((20000, 40))
    answer = engine._answer

    def answering(do, progress=None):
        engine._answer = answer
        threading.Timer(0.2, during).start()
        return answer(do, progress)

    engine._answer = answering
    XaiaRegressor(relevance=True).fit(x, x[:, 0] + x[:, 1] ** 2)


def in_another_process(estimator, answers):
    answers.put((os.getpid(), estimator.predict(X).tolist(), XaiaClassifier().fit(X[::2], NAMES[::2]).predict(X).tolist(), engine.child.pid))


def namespace():
    """The tags of scikit-learn 1.6 that are looked at, as an estimator has them."""
    return types.SimpleNamespace(input_tags=types.SimpleNamespace(allow_nan=False, categorical=False, string=False, sparse=False), target_tags=types.SimpleNamespace(required=False, multi_output=False))


class Checks(unittest.TestCase):
    def test_tags_say_what_is_taken(self):
        for kind, several in ((XaiaClassifier, False), (XaiaRegressor, True)):
            for missing in (None, "mean", "as it is", "drop"):
                estimator = kind(missing=missing)
                if hasattr(BaseEstimator, "__sklearn_tags__"):
                    tags = estimator.__sklearn_tags__()
                else:
                    with unittest.mock.patch.object(BaseEstimator, "__sklearn_tags__", lambda self: namespace(), create=True):
                        tags = estimator.__sklearn_tags__()
                    older = estimator._get_tags()
                    self.assertEqual(
                        (older["allow_nan"], older["X_types"], older["multioutput"], older["requires_y"]),
                        (tags.input_tags.allow_nan, ["2darray", "categorical"], tags.target_tags.multi_output, tags.target_tags.required),
                    )
                taken = tags.input_tags
                self.assertEqual((taken.allow_nan, taken.categorical, taken.string, taken.sparse, tags.target_tags.multi_output, tags.target_tags.required), (missing is not None, True, False, False, several, True))
            if missing != "drop":
                self.assertIsNotNone(kind(missing=missing).fit([[1, numpy.nan], [2, 3]], [1, 2]).predict([[numpy.nan, 3]]))

    def test_all_of_scikit_learns(self):
        for estimator in (XaiaClassifier(), XaiaRegressor()):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_estimator(estimator)


class Frames(unittest.TestCase):
    def test_texts_gaps_and_names(self):
        model = XaiaClassifier(missing="mean").fit(frame(), SPECIES)
        self.assertEqual(model.predict(frame()).tolist(), SPECIES)
        self.assertEqual((model.feature_names_in_.tolist(), model.n_features_in_, model.classes_.tolist()), (["bill", "island", "year", "wild"], 4, ["Adelie", "Chinstrap", "Gentoo"]))
        self.assertEqual([c["column"] for c in model.attributions(frame().iloc[:1])[0]["columns"]], ["bill", "island", "year", "wild"])
        # a text goes by itself, not by its number among those of the question
        query = frame().iloc[[4]]
        self.assertEqual(model.predict(query.assign(island="Biscoe")).tolist(), ["Gentoo"])
        self.assertEqual(model.explain(query.assign(island="Atlantis"))[0]["unseen"], [{"column": "island", "text": "Atlantis"}])
        # an array has the columns in their order
        with self.assertWarnsRegex(UserWarning, "does not have valid feature names"):
            self.assertEqual(model.predict(frame().astype(object).to_numpy()).tolist(), SPECIES)

    def test_what_is_refused(self):
        with self.assertRaisesRegex(XaiaError, 'missing to "mean"') as caught:
            XaiaClassifier().fit(frame(), SPECIES)
        self.assertEqual((caught.exception.code, caught.exception.row), ("invalid-input", 1))
        model = XaiaClassifier(missing="mean").fit(frame(), SPECIES)
        with self.assertRaisesRegex(ValueError, "feature names should match"):
            model.predict(frame().rename(columns={"bill": "beak"}))
        with self.assertRaisesRegex(ValueError, "Two columns are called 'bill'"):
            XaiaClassifier().fit(pandas.concat([frame(), frame()[["bill"]]], axis=1), SPECIES)
        with self.assertRaisesRegex(TypeError, r"X\['island'\]\[1\] is 7, and X\['island'\]\[0\] is 'a'"):
            XaiaClassifier().fit(pandas.DataFrame({"island": ["a", 7]}), ["a", "b"])
        with self.assertRaisesRegex(TypeError, r"X\['when'\]\[0\] is Period\(.*, of the type Period, which a model can't read"):
            XaiaClassifier().fit(pandas.DataFrame({"when": [pandas.Period("2026-01")]}), ["a"])
        self.assertEqual(model.predict(frame()).tolist(), SPECIES)  # nothing has changed

    def test_an_arrow_stream_is_the_frame_it_has(self):
        table = frame().assign(when=[pandas.Timestamp(day) for day in ("2026-01-01 12:00", None, "2026-01-02", "2026-01-03", "1969-12-31", "2026-01-04")])
        hours = [None if pandas.isna(when) else int(when.timestamp()) for when in table["when"]]
        gaps = lambda name: [None if pandas.isna(value) else value for value in table[name]]
        islands = ["Biscoe", "Dream", "Torgersen"]
        columns = {
            "bill": ("g", gaps("bill")), "island": ("I", [None if name is None else islands.index(name) for name in gaps("island")], ("vu", islands)), "year": ("l", gaps("year")),
            "wild": ("b", gaps("wild")), "when": ("tss:UTC", hours),
        }
        stream = lambda *names: Frame(*((name, *columns[name]) for name in names or columns), chunks=[4, 2])
        model, same = XaiaClassifier(missing="mean"), XaiaClassifier(missing="mean").fit(table, SPECIES)
        model.fit(stream(), Frame(("species", "vu", SPECIES), series=True))
        self.assertEqual(model._file("bytes"), same._file("bytes"))
        self.assertEqual((model.feature_names_in_.tolist(), model.predict(stream()).tolist()), (list(columns), SPECIES))
        self.assertEqual(model.explain_row(Frame(*((name, *made[:1], made[1][4:5], *made[2:]) for name, made in columns.items()))), same.explain_row(table.iloc[4]))
        plain = {name: gaps(name) for name in columns}
        self.assertEqual(XaiaClassifier(missing="mean").fit(plain, SPECIES)._file("bytes"), same._file("bytes"))
        self.assertEqual(same.predict(plain).tolist(), SPECIES)
        outcomes = Frame(("a", "l", [1, 2, 3, 4, 5, 6]), ("b", "g", [6, 5, 4, 3, 2, 1]))
        self.assertEqual(XaiaRegressor(missing="mean").fit(stream("bill", "when"), outcomes).predict(stream("bill", "when")).tolist(), [[1, 6], [2, 5], [3, 4], [4, 3], [5, 2], [6, 1]])
        for wrong in (stream("bill", "island", "year", "wild"), stream("island", "bill", "year", "wild", "when"), dict(reversed(plain.items()))):
            with self.assertRaisesRegex(ValueError, "feature names should match those that were passed during fit"):
                model.predict(wrong)
        with self.assertWarnsRegex(UserWarning, "X has feature names, but XaiaClassifier was fitted without") as warned:
            fitted(XaiaClassifier(), X[:, :1], NAMES).predict(Frame(("a", "g", [5.0])))
        self.assertEqual(warned.filename, __file__)

    def test_the_same_as_without_names(self):
        table = pandas.DataFrame(X, columns=list("abcd"))
        x = X[:40] + 0.05
        self.assertTrue((fitted(XaiaClassifier(), table, NAMES).predict_proba(pandas.DataFrame(x, columns=list("abcd"))) == fitted(XaiaClassifier(), X, NAMES).predict_proba(x)).all())


class Refused(unittest.TestCase):
    def test_errors_name_the_place_and_the_remedy(self):
        x, y = X[:6, :2], NAMES[[0, 60, 1, 61, 2, 62]]
        model, regressor = XaiaClassifier().fit(x, y), XaiaRegressor()
        texts, table = numpy.array([[1, 2], [3, "b"]], dtype=object), lambda **columns: pandas.DataFrame(columns)
        for call, says in (
            (lambda: XaiaClassifier().fit(scipy.sparse.csr_matrix(x), y), r"sparse matrix .* X.toarray\(\)|[Ss]parse data .*toarray"),
            (lambda: XaiaClassifier().fit(scipy.sparse.dok_matrix(x), y), r"sparse matrix .* X.toarray\(\)|[Ss]parse data .*toarray"),
            (lambda: model.predict(x + 1j), "X has complex numbers. Give real ones"),
            (lambda: regressor.fit(x, x[:, 0] + 1j), "y has complex numbers. Give real ones"),
            (lambda: model.predict(x.reshape(3, 2, 2)), r"dim 3.*X.reshape\(len\(X\), -1\)"),
            (lambda: regressor.fit(x, x.reshape(6, 2, 1)), "y has 3 dimensions. Give one number"),
            (lambda: XaiaClassifier().fit(x, x), "takes one label for each row"),
            (lambda: regressor.fit(x, y), "XaiaClassifier takes labels"),
            (lambda: XaiaClassifier().fit(x, x[:, 0] + 0.01), "Unknown label type.*XaiaRegressor takes numbers"),
            (lambda: XaiaClassifier().fit(x, numpy.array(["2026-01-01"] * 6, "M8[D]")), "Give texts, whole numbers or booleans"),
            (lambda: XaiaClassifier().fit(x, y[:4]), "X has 6 rows, and y has 4"),
            (lambda: XaiaClassifier().fit(x, y, sample_weight=["a"] * 6), "Give sample_weight a number from 0 on for each of the 6 rows"),
            (lambda: regressor.fit(texts, [1, 2]), r"X\[1\]\[1\] is 'b'. Give numbers; for texts give a data frame"),
            (lambda: regressor.fit([[1, 2], [3]], [1, 2]), "Row 1 has 1 values, and row 0 has 2"),
            (lambda: regressor.fit([{"a": 1}, {"a": 2}], [1, 2]), "X has dicts. Give a data frame, or a dict of columns"),
            (lambda: regressor.fit(numpy.array([(1, 2.0)], [("a", "i4"), ("b", "f8")]), [1]), "X has fields. Give a data frame"),
            (lambda: regressor.fit(table(a=[1, 1j]), [1, 2]), r"X\['a'\]\[0\] is \(1.* of the type complex, which a model can't read"),
            (lambda: regressor.fit(table(a=[1, [2]]), [1, 2]), r"X\['a'\]\[1\] is \[2\]. Give a number, a text or None"),
            (lambda: regressor.fit({"a": [1, 2], "b": [3]}, [1, 2]), "Column 'a' has 2 values, and column 'b' has 1"),
            (lambda: regressor.fit({"a": 1}, [1]), r"X\['a'\] has 0 dimensions. Give a list"),
            (lambda: regressor.fit({}, []), r"Found array with 0 sample\(s\)"),
            (lambda: model.predict_set(x, coverage="high"), 'coverage is the text "high"'),
            (lambda: XaiaClassifier(prest="paper"), "XaiaClassifier has no parameter 'prest'. Did you mean 'preset'"),
            (lambda: XaiaRegressor(calibrate=True), "XaiaRegressor has no parameter 'calibrate'. Known are kind"),
            (lambda: model.calibrate(fold=3), "XaiaClassifier.calibrate has no parameter 'fold'. Did you mean 'folds'"),
            (lambda: model.fit(x, y, sampleweight=y), "XaiaClassifier.fit has no parameter 'sampleweight'. Did you mean 'sample_weight'"),
            (lambda: xaia.XaiaClasifier, "no attribute 'XaiaClasifier'. Did you mean 'XaiaClassifier'"),
        ):
            with self.assertRaisesRegex((TypeError, ValueError, AttributeError), says):
                call()
        self.assertEqual(model.predict(x).tolist(), y.tolist())

    def test_dates_in_arrays_are_counted_as_in_frames(self):
        days = numpy.array(["2026-01-01", "2026-01-02", "2026-01-04"], "M8[s]") + numpy.timedelta64(43200, "s")
        for unit in ("s", "ms", "us", "ns"):
            model = XaiaRegressor().fit(days[:, None].astype(f"M8[{unit}]"), days)
            self.assertEqual((model.sample_at([1])[0]["x"], model.predict(days[:, None]).tolist()), ([20455.5], [20454.5, 20455.5, 20457.5]))
        self.assertEqual(XaiaRegressor().fit((days - days[0])[:, None].astype("m8[ms]"), [1, 2, 3]).sample_at([1])[0]["x"], [86400])

    def test_a_warning_names_the_line_that_called(self):
        for call in (lambda: XaiaRegressor().fit([[0], [0]], [1, 2]), lambda: XaiaRegressor().partial_fit([[0], [0]], [1, 2]), lambda: Plot([[0], [0]], [1, 2])):
            with self.assertWarnsRegex(UserWarning, "equal") as warned:
                call()
            self.assertEqual((warned.filename, warned.lineno), (__file__, call.__code__.co_firstlineno))


class Public(unittest.TestCase):
    def test_the_package_shows_what_it_offers_alone(self):
        self.assertEqual(dir(xaia), ["Lesson", "Plot", "XaiaClassifier", "XaiaError", "XaiaRegressor", "__version__", "verify"])
        self.assertTrue(all(getattr(xaia, name) for name in dir(xaia)))

    def test_help_shows_the_parameters(self):
        shown = inspect.signature(XaiaClassifier).parameters
        self.assertEqual(sorted({*shown} - {"class_weight"}), sorted(XaiaRegressor().get_params()))
        self.assertEqual([*inspect.signature(XaiaClassifier.fit).parameters], ["self", "X", "y", "sample_weight", "names"])


class Answers(unittest.TestCase):
    def test_labels_come_back_as_they_went_in(self):
        for labels in (NAMES, NAMES.astype(object), Y, Y.astype(float), Y == 1, Y.astype("int8")):
            model = fitted(XaiaClassifier(), X, labels)
            self.assertEqual(model.predict(X).tolist(), labels.tolist())
            self.assertEqual(model.predict(X).dtype, labels.dtype)
            proba = model.predict_proba(X + 0.1)
            self.assertTrue(numpy.allclose(proba.sum(1), 1))
            self.assertEqual(model.classes_[proba.argmax(1)].tolist(), model.predict(X + 0.1).tolist())

    def test_equal_rows(self):
        x, y = [[0], [0], [1], [0]], [1, 3, 5, 5]
        with self.assertWarnsRegex(UserWarning, "3 samples have equal x and different y; the option duplicates merged them"):
            self.assertEqual(XaiaRegressor().fit(x, y).predict([[0]]), [3])
        with self.assertWarnsRegex(UserWarning, "the option duplicates merged them"):
            self.assertEqual(XaiaClassifier().fit(x, list("baaa")).predict([[0]]), ["a"])
        with self.assertRaisesRegex(XaiaError, r"X\[0\] and X\[1\]"):
            XaiaRegressor(duplicates="error").fit(x, y)
        self.assertEqual(fitted(XaiaRegressor(duplicates="first"), x, y).predict([[0]]), [1])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            XaiaRegressor().fit(x, [1, 1, 5, 1])  # equal rows that agree

    def test_several_outputs(self):
        x = X[:, :3]
        y = numpy.stack([X[:, 3], -X[:, 3]], 1)
        model = fitted(XaiaRegressor(), x, y)
        found = model.predict(x[:7] + 0.03)
        self.assertEqual(found.shape, (7, 2))
        self.assertTrue(numpy.allclose(found[:, 0], -found[:, 1]) and (found[:, 0] > 0).all())
        self.assertEqual(model.calibrate(folds=3).predict_interval(x[:7]).shape, (7, 2, 2))

    def test_what_is_known_and_why(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        rows = numpy.concatenate([X[:1], [[90.0, -80, 70, 60]]])
        self.assertEqual(model.recognition(rows).tolist(), ["strong", "weak"])
        self.assertTrue(model.familiarity(rows)[0] == 1 and model.familiarity(rows)[1] < 0.5)
        why = model.explain(rows)
        self.assertEqual((why[0]["value"], why[0]["status"]), ("setosa", "hit"))
        self.assertIn(0, why[0]["neurons"][0]["samples"])
        self.assertNotIn("fingerprint", why[0])
        self.assertTrue(any(1.0 in layer for layer in model.explain(rows[:1], fingerprint=True)[0]["fingerprint"]))
        self.assertEqual(len(model.attributions(rows)[1]["columns"]), 4)
        others = model.explain(X[:1], without=0)[0]
        self.assertNotIn(0, [i for neuron in others["neurons"] for i in neuron["samples"]])
        self.assertEqual(others["value"], "setosa")
        self.assertEqual(model.explain(X[:1], without=[0, 7]), model.explain(X[:1], without=numpy.array([7, 0])))
        self.assertEqual(model.explain(X[:1], without=[]), why[:1])
        with self.assertRaisesRegex(ValueError, "without has the row 999"):
            model.explain(X[:1], without=999)

    def test_how_sure(self):
        x, y = make_regression(300, 3, noise=5, random_state=1)
        model = XaiaRegressor().fit(x[:200], y[:200])
        with self.assertRaisesRegex(XaiaError, "Call calibrate first"):
            model.predict_interval(x)
        before = model.predict(x[200:])
        self.assertIs(model.calibrate(folds=5, seed=1), model)
        self.assertEqual(model.predict(x[200:]).tolist(), before.tolist())
        intervals = model.predict_interval(x[200:], coverage=0.8)
        inside = ((intervals[:, 0] <= y[200:]) & (y[200:] <= intervals[:, 1])).mean()
        self.assertTrue(0.65 < inside < 0.95, inside)
        sets = fitted(XaiaClassifier(), X[::2], NAMES[::2]).calibrate().predict_set(X[1::2], 0.95)
        self.assertGreater(numpy.mean([label in found for label, found in zip(NAMES[1::2], sets)]), 0.85)

    def test_options(self):
        self.assertEqual(XaiaRegressor(interpolation={"top": numpy.int64(1)}, scale="standard").fit([[0], [1], [5]], [0, 1, 5]).predict([[0.9]]), [1])
        self.assertEqual(XaiaRegressor(kind="tnn", a=40).fit([[0], [1]], [0, 1]).kind_, "tnn")
        for options, says in (({"preset": "papper"}, 'preset is the text "papper"'), ({"max_steps": 0}, "max_steps is 0"), ({"r": numpy.nan}, "r is null"), ({"r": numpy.inf}, "r is inf"), ({"a": 1}, "a belongs to kind"), ({"skip": object()}, "skip: ")):
            with self.assertRaisesRegex(ValueError, says):
                XaiaRegressor(**options).fit([[0], [1]], [0, 1])
        none = fitted(XaiaClassifier(interpolation="none"), X, NAMES)
        self.assertEqual(none.predict(numpy.concatenate([X[:1], X[:1] + 99])).tolist(), ["setosa", None])


class Weights(unittest.TestCase):
    def test_a_weight_is_a_factor_of_the_share(self):
        two = {"scale": "none", "interpolation": {"top": 2}}
        x, y = [[0], [1]], [0, 1]
        self.assertEqual(XaiaRegressor(**two).fit(x, y).predict([[0.5]]), [0.5])
        model = XaiaRegressor(**two).fit(x, y, sample_weight=[1, 3])
        self.assertAlmostEqual(model.predict([[0.5]])[0], 0.75)
        self.assertEqual(model.predict(x).tolist(), [0, 1])  # hits stay exact
        self.assertEqual(XaiaRegressor(**two).fit([[0], [1], [1], [1]], [0, 1, 1, 1]).predict([[0.5]]), [0.5])  # equal rows count once
        for weights, says in (([1, -1], r"sample_weight\[1\] is below 0"), ([0, 0], "0 for all rows"), ([1, numpy.nan], "NaN"), ([1], "sample_weight")):
            with self.assertRaisesRegex(ValueError, says):
                XaiaRegressor().fit(x, y, sample_weight=weights)
        with self.assertRaisesRegex(XaiaError, "weights"):
            XaiaRegressor(kind="tnn").fit(x, y, sample_weight=[1, 3])

    def test_weight_0_leaves_a_row_out(self):
        weights = numpy.arange(150) % 3
        kept = weights > 0
        model, less = fitted(XaiaClassifier(), X, NAMES, weights), fitted(XaiaClassifier(), X[kept], NAMES[kept], weights[kept])
        self.assertTrue((model.predict_proba(X + 0.1) == less.predict_proba(X + 0.1)).all())
        self.assertEqual(model.rows_.tolist(), numpy.flatnonzero(kept).tolist())
        self.assertEqual(model.explain(X[100:101])[0]["neurons"][0]["samples"], [100])  # a row of X
        # a class without weight has a score, which is 0
        model = fitted(XaiaClassifier(), X, NAMES, (Y != 1).astype(int))
        self.assertEqual(model.classes_.tolist(), ["setosa", "versicolor", "virginica"])
        proba = model.predict_proba(X + 0.1)
        self.assertEqual((proba.shape, proba[:, 1].max(), model.predict(X[149:]).tolist()), ((150, 3), 0, ["virginica"]))

    def test_classes_of_equal_weight_together(self):
        x, y = numpy.array([[0], [0.1], [0.2], [1]]), numpy.array(["a", "a", "a", "b"])
        four = {"scale": "none", "interpolation": {"top": 4}}
        proba = lambda weights=None, **options: XaiaClassifier(**four, **options).fit(x, y, weights).predict_proba([[0.7]])[0]
        by_hand = proba([2 / 3, 2 / 3, 2 / 3, 2])
        self.assertGreater(by_hand[1], proba()[1] + 0.05)
        self.assertTrue(numpy.allclose(proba(class_weight="balanced"), by_hand))
        self.assertTrue(numpy.allclose(proba(class_weight={"a": 2 / 3, "b": 2}), by_hand))
        self.assertTrue(numpy.allclose(proba([1, 2, 3, 4], class_weight="balanced"), proba([2 / 3, 4 / 3, 2, 8])))
        self.assertTrue(numpy.allclose(proba([1, 2, 3, 4], class_weight={"b": 5}), proba([1, 2, 3, 20])))
        with self.assertRaisesRegex(ValueError, "class_weight"):
            proba(class_weight="balance")
        with tempfile.TemporaryDirectory() as folder:
            XaiaClassifier(class_weight="balanced").fit(x, y).save(folder + "/model")
            self.assertEqual(XaiaClassifier.load(folder + "/model").class_weight, "balanced")


class Names(unittest.TestCase):
    def test_explanations_name_samples_and_rows(self):
        table = frame()
        model = XaiaClassifier(missing="drop").fit(table, SPECIES, names=table.index)
        self.assertEqual(model.rows_.tolist(), [0, 2, 4, 5])  # q and s have gaps
        for i in (4, 5):
            nearest = model.explain(table.iloc[[i]])[0]["neurons"][0]
            self.assertEqual((nearest["samples"], nearest["names"]), ([i], [table.index[i]]))
        with tempfile.TemporaryDirectory() as folder:
            model.save(folder + "/model")
            self.assertEqual(XaiaClassifier.load(folder + "/model").explain(table.iloc[[5]])[0]["neurons"][0]["names"], ["u"])
        with self.assertRaisesRegex(TypeError, r"such as X\['bill'\]"):
            XaiaClassifier(missing="mean").fit(table, SPECIES, names="bill")
        with self.assertRaisesRegex(ValueError, "6 rows and 1 names"):
            XaiaClassifier(missing="mean").fit(table, SPECIES, names=["p"])
        with self.assertRaisesRegex(XaiaError, r"names\[0\]"):
            XaiaClassifier(missing="mean").fit(table, SPECIES, names=[True] * 6)


class Learning(unittest.TestCase):
    def test_rows_come_in_parts(self):
        order = numpy.random.default_rng(1).permutation(150)
        x, y = X[order], NAMES[order]
        model = XaiaClassifier()
        for at in range(0, 150, 30):
            fitted_part = fitted(Part(model, classes=["setosa", "versicolor", "virginica"]), x[at : at + 30], y[at : at + 30])
            self.assertIs(fitted_part, model)
            self.assertEqual(model.n_samples_, at + 30)
            self.assertEqual(model.predict(x[: at + 30]).tolist(), y[: at + 30].tolist())
        self.assertEqual(model.rows_.tolist(), list(range(150)))
        self.assertIn(149, model.explain(x[149:])[0]["neurons"][0]["samples"])
        with self.assertRaisesRegex(ValueError, "expecting 4 features"):
            model.partial_fit(x[:, :3], y)
        with self.assertRaisesRegex(ValueError, "label 'rose', which is none of the classes of the first call"):
            model.partial_fit(x[:1], ["rose"])
        with self.assertRaisesRegex(ValueError, "not the same as on last call"):
            model.partial_fit(x[:1], y[:1], classes=["setosa"])
        self.assertEqual(model.n_samples_, 150)
        with self.assertRaisesRegex(ValueError, "classes must be passed on the first call"):
            XaiaClassifier().partial_fit(x, y)

    def test_it_is_the_fit_of_all_rows_like_the_first(self):
        x, y = make_regression(120, 3, noise=4, random_state=3)
        with tempfile.TemporaryDirectory() as folder:
            model = XaiaRegressor().fit(x[:30], y[:30])
            model.save(folder + "/first")
            for part in (slice(30, 31), slice(31, 70), slice(70, 120)):
                model.partial_fit(x[part], y[part])
            script = """
import { readFileSync } from "node:fs";
const xaia = await import(process.argv[1]);
const { folder, x, y, rows } = JSON.parse(readFileSync(0, "utf8"));
const model = await xaia.fit(x, y, {like: await xaia.load(readFileSync(folder + "/first"))});
console.log(JSON.stringify(await model.predict(rows)));
"""
            rows = x + 0.1
            asked = json.dumps({"folder": folder, "x": x.tolist(), "y": y.tolist(), "rows": rows.tolist()})
            said = subprocess.run(["node", "--input-type=module", "-e", script, (NPM / "xaia.mjs").as_uri()], input=asked, check=True, capture_output=True, text=True).stdout
        self.assertEqual(model.predict(rows).tolist(), json.loads(said))

    def test_classes_come_later(self):
        for labels in (NAMES, Y, Y == 2):
            model, classes = XaiaClassifier(), numpy.unique(labels)
            for i, part in enumerate(([0, 1, 2], [60, 61], [140, 3], [100, 52])):
                fitted(Part(model, classes=classes), X[part], labels[part])
                self.assertEqual(model.classes_.tolist(), classes.tolist())
                self.assertEqual(model.predict(X[part]).tolist(), labels[part].tolist())
                proba = model.predict_proba(X[part] + 0.01)
                self.assertEqual((proba.shape, classes[proba.argmax(1)].tolist()), ((len(part), len(classes)), labels[part].tolist()))
                self.assertEqual(model.explain(X[part])[0]["neurons"][0]["samples"], [[0, 3, 5, 7][i]])

    def test_frames_weights_and_names_come_in_parts(self):
        table = frame().dropna()
        names, y = list(table.index), ["Adelie", "Chinstrap", "Gentoo", "Gentoo"]
        model = XaiaClassifier()
        for i in range(4):  # 0 to 2 wait for their classes
            model.partial_fit(table.iloc[[i]], y[i : i + 1], classes=["Adelie", "Chinstrap", "Gentoo"] if i == 0 else None, names=names[i : i + 1])
        self.assertEqual(model.predict(table).tolist(), y)
        self.assertEqual([why["neurons"][0]["names"] for why in model.explain(table)], [[name] for name in names])
        with self.assertRaisesRegex(ValueError, "feature names should match"):
            model.partial_fit(table.rename(columns={"bill": "beak"}), y)
        two = XaiaRegressor(scale="none", interpolation={"top": 2}).fit([[0], [0.3]], [0, 0])
        self.assertAlmostEqual(two.partial_fit([[1], [2]], [1, 5], sample_weight=[3, 0]).predict([[0.65]])[0], 0.75)
        self.assertEqual(two.partial_fit([[3]], [3]).rows_.tolist(), [0, 1, 2, 4])

    def test_balanced_and_loaded(self):
        x, y = numpy.array([[0], [0.1], [0.2], [1]]), numpy.array(["a", "a", "a", "b"])
        for weights, factor in (({"class_weight": "balanced"}, [2 / 3, 2]), ({"class_weight": {"b": 5}}, [1, 5])):
            options = {"scale": "none", "interpolation": {"top": 5}}
            model = XaiaClassifier(**options, **weights).fit(x, y).partial_fit([[0.9]], ["b"])
            by_hand = XaiaClassifier(**options).fit(x, y, [factor[0]] * 3 + [factor[1]]).partial_fit([[0.9]], ["b"], sample_weight=[factor[1]])
            self.assertTrue(numpy.allclose(model.predict_proba([[0.6]]), by_hand.predict_proba([[0.6]])))
        with tempfile.TemporaryDirectory() as folder:
            model.save(folder + "/model")
            again = XaiaClassifier.load(folder + "/model").partial_fit([[0.5]], ["a"])
        self.assertEqual((again.predict([[0.5], [0.9]]).tolist(), again.rows_.tolist()), (["a", "b"], list(range(6))))

    def test_what_is_not_learned_is_said(self):
        model = XaiaRegressor(duplicates="error").fit([[0], [1]], [0, 1])
        with self.assertWarnsRegex(UserWarning, r"Row 1 was not learned: X\[1\] can't be distinguished from sample 0"):
            model.partial_fit([[2], [0], [3]], [2, 7, 3])
        self.assertEqual((model.rows_.tolist(), model.predict([[0], [3]]).tolist()), ([0, 1, 2, 4], [0, 3]))
        self.assertEqual((model.stale_["reason"], XaiaRegressor().fit([[0], [1]], [0, 1]).stale_), ("range", None))
        with self.assertRaisesRegex(XaiaError, "skip connection"):
            XaiaRegressor(preset="paper").fit([[0], [1]], [0, 1]).partial_fit([[2]], [2])
        with self.assertRaisesRegex(XaiaError, "1 output"):
            model.partial_fit([[4]], [[1, 2]])
        self.assertEqual(model.partial_fit([[4]], [4]).predict([[4]]).tolist(), [4])

    def test_another_child_has_learned_the_same(self):
        x, y = make_regression(200, 3, noise=4, random_state=5)
        model = XaiaRegressor().fit(x[:20], y[:20])
        for at in range(20, 200, 20):
            model.partial_fit(x[at : at + 20], y[at : at + 20])
            before = model.predict(x + 0.1)
            if at % 60 == 0:
                engine.stop()
                self.assertEqual(model.predict(x + 0.1).tolist(), before.tolist())
            self.assertEqual(pickle.loads(pickle.dumps(model)).predict(x + 0.1).tolist(), before.tolist())
        self.assertLess(sum(len(body) for _, body, _ in model.model_._since), len(model.model_.file) + 700)
        self.assertEqual(model.predict(x).tolist(), y.tolist())

    def test_rows_are_forgotten(self):
        x, y = make_regression(80, 3, noise=4, random_state=7)
        model = XaiaRegressor().fit(x, y)
        rows, asked = [3, 70, 12, 3], x + 0.1
        want = [why["value"] for why in model.explain(asked, without=rows)]
        self.assertIs(model.forget(rows), model)
        self.assertEqual((model.n_samples_, model.predict(asked).tolist()), (77, want))
        self.assertEqual(model.rows_.tolist(), [i for i in range(80) if i not in rows])
        kept = model.rows_
        self.assertEqual(model.predict(x[kept]).tolist(), y[kept].tolist())
        self.assertEqual([why["neurons"][0]["samples"] for why in model.explain(x[kept])], [[row] for row in kept])
        with self.assertRaisesRegex(ValueError, "rows has the row 12, which isn't among the fitted samples"):
            model.forget([5, 12])
        with self.assertRaisesRegex(XaiaError, "[Aa]t least one"):
            model.forget(kept)
        self.assertEqual(model.forget([]).predict(asked).tolist(), want)
        engine.stop()  # another child forgets the same
        self.assertEqual(model.predict(asked).tolist(), want)
        self.assertEqual(pickle.loads(pickle.dumps(model)).predict(asked).tolist(), want)
        model.partial_fit([[9, 9, 9]], [1]).forget(numpy.int64(kept[0]))
        self.assertEqual((model.rows_.tolist(), model.predict([[9, 9, 9]]).tolist()), ([*kept[1:], 80], [1]))
        with self.assertRaisesRegex(ValueError, "not fitted"):
            XaiaRegressor().forget(0)
        with self.assertRaisesRegex(XaiaError, "skip connection"):
            XaiaRegressor(preset="paper").fit([[0], [1]], [0, 1]).forget(0)

    def test_rows_are_forgotten_while_classes_are_missing(self):
        model = XaiaClassifier().partial_fit([[0], [1], [2]], ["a", "b", "a"], classes=["a", "b", "c"]).forget(row for row in [2])
        self.assertEqual((model.rows_.tolist(), model.predict([[0], [1]]).tolist()), ([0, 1], ["a", "b"]))
        model.partial_fit([[5]], ["c"]).forget(1)
        self.assertEqual((model.rows_.tolist(), model.predict([[0], [5]]).tolist()), ([0, 3], ["a", "c"]))

    @unittest.skipUnless(hasattr(os, "fork"), "signals are POSIX's")
    def test_ctrl_c_while_it_learns(self):
        model = XaiaRegressor().fit([[0], [1]], [0, 1])
        answer = engine._answer

        def answering(do, progress=None):
            engine._answer = answer
            raise KeyboardInterrupt

        for _ in range(2):
            engine._answer = answering
            with self.assertRaises(KeyboardInterrupt):
                model.partial_fit([[2]], [5])
            self.assertEqual((model.n_samples_, model.predict([[0], [1]]).tolist()), (2, [0, 1]))
            self.assertEqual(model.model_._since, [])
        self.assertEqual(model.partial_fit([[2]], [7]).predict([[2]]).tolist(), [7])


class Shown(unittest.TestCase):
    def test_a_row_with_its_samples_and_steps(self):
        x, y = make_regression(80, 3, noise=3, random_state=1)
        model = XaiaRegressor(interpolation={"local": {}}).fit(x, y)
        why = model.explain_row(x[0] + 0.6)
        self.assertEqual(dict(why), model.explain([x[0] + 0.6])[0])
        self.assertEqual([name for name, _ in why.steps][:4], ["mean of the samples", "column 0", "column 1", "column 2"])
        self.assertAlmostEqual(why.steps[0][1], sum(neuron["weight"] * neuron["alpha"] for neuron in why["neurons"]))
        self.assertAlmostEqual(sum(added for _, added in why.steps), model.predict([x[0] + 0.6])[0])
        lines = repr(why).splitlines()
        self.assertRegex(lines[0], r"^-?[\d.]+ \(interpolated, moderate, familiarity 0\.\d\d\)$")
        self.assertEqual(len(lines), 1 + 9 + len(why.steps))  # 8 neurons, and the rest
        self.assertEqual(lines[9].split(maxsplit=1)[1], f"{len(why['neurons']) - 8} more neurons")
        self.assertIn("then</th>", why._repr_html_())
        self.assertEqual(XaiaRegressor().fit(x, y).explain_row(x[3])["neurons"][0]["samples"], [3])
        self.assertRegex(repr(XaiaRegressor(kind="tnn", a=40).fit([[0], [1]], [0, 1]).explain_row(0.5)), "50%  1 +row 1")

    def test_names_classes_and_forms_of_a_row(self):
        table = frame().drop(columns="island").fillna(40)
        names = [f"<b>{name}" for name in table.index]
        model = XaiaClassifier(interpolation={"local": {}}).fit(table, SPECIES, names=names)
        row = table.iloc[4]
        for form in (row, row.to_dict(), table.iloc[[4]], {"more": 1, **row.to_dict()}):
            why = model.explain_row(form)
            self.assertEqual((why["value"], why["neurons"][0]["names"]), ("Gentoo", ["<b>t"]))
            self.assertAlmostEqual(sum(added for _, added in why.steps), why["scores"][2])
        self.assertIn("<b>t", repr(why))
        self.assertIn("&lt;b&gt;t", why._repr_html_())
        self.assertNotIn("<b>t", why._repr_html_())
        with self.assertRaisesRegex(ValueError, "no 'bill'. Did you mean 'bil'"):
            model.explain_row({"bil": 1, "year": 2, "wild": 0})
        with self.assertRaisesRegex(ValueError, "2 rows"):
            model.explain_row(table.iloc[:2])
        none = fitted(XaiaClassifier(interpolation="none"), X, NAMES).explain_row(X[0] + 99)
        self.assertRegex(repr(none), "^no answer")

    def test_a_plot_of_a_model(self):
        table = frame()
        model = XaiaClassifier(missing="mean").fit(table, SPECIES, names=table.index)
        self.assertEqual(model.sample_at([0])[0], {"x": {"bill": 39.1, "island": "Torgersen", "year": 2007, "wild": 1}, "y": "Adelie", "name": "p"})
        self.assertEqual([row["name"] for row in model.sample_at()], list(table.index))
        plot = Plot(model, external=table.iloc[[2]], selected={"sample": 1})
        # The answer is there before a page has told one.
        self.assertEqual((plot.prediction, plot.samples), ("Chinstrap", ["q"]))
        plot.selected = {"external": 0}
        self.assertEqual((plot.prediction, plot.samples), ("Chinstrap", ["r"]))
        plot.explanation = {"value": "told", "neurons": []}  # the page's goes first
        self.assertEqual((plot.prediction, plot.samples), ("told", []))
        plot.selected, plot.explanation = {"sample": 1}, None
        self.assertEqual((plot.X, plot.y, plot.options, plot.sample), (None, None, None, "q"))
        self.assertEqual(repr(plot), "<Plot of a model with 6 samples, 4 features, 3 classes>")
        self.assertEqual(json.loads(plot.file)["format"], "xaia-model")
        told = plot._document("")
        self.assertIn('file="{&quot;format&quot;', told)
        self.assertNotIn(" X=", told)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "m.json").write_text(plot.file, "utf-8")
            self.assertEqual(XaiaClassifier.load(folder + "/m.json").predict(table).tolist(), SPECIES)
        plot.explanation = {"neurons": [{"samples": [3, 5]}]}
        self.assertEqual(plot.samples, ["s", "u"])
        plot.external = table.iloc[[0]]
        self.assertEqual(plot.external[0]["island"], "Torgersen")
        by_row = Plot(fitted(XaiaRegressor(), X[:, :2], X[:, 2], (Y != 0).astype(int)), selected={"sample": 0})
        self.assertEqual(by_row.sample, 50)
        self.assertRegex(repr(by_row), "100 samples, 2 features, y from 3 to 6.9")
        self.assertRegex(by_row._repr_html_(), "data:image/svg")
        for wrong in (lambda: Plot(model, SPECIES), lambda: Plot(model, options={"missing": "drop"}), lambda: Plot(table, SPECIES, file="{}")):
            with self.assertRaises(TypeError):
                wrong()
        from sklearn.exceptions import NotFittedError

        with self.assertRaises(NotFittedError):
            Plot(XaiaClassifier())


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_saved_and_loaded(self):
        model = XaiaClassifier(missing="mean", interpolation={"top": 2}).fit(frame(), SPECIES).calibrate(folds=2)
        for name in ("model.xaia", "model.json"):
            model.save(self.folder / name)
            again = XaiaClassifier.load(self.folder / name)
            self.assertTrue((again.predict_proba(frame()) == model.predict_proba(frame())).all())
            self.assertEqual((again.missing, again.interpolation, again.feature_names_in_.tolist()), ("mean", {"top": 2}, ["bill", "island", "year", "wild"]))
            self.assertEqual(again.predict_set(frame()), model.predict_set(frame()))
            self.assertEqual(clone(again).fit(frame(), SPECIES).predict(frame()).tolist(), SPECIES)
        self.assertEqual(json.loads((self.folder / "model.json").read_text("utf-8"))["format"], "xaia-model")
        with self.assertRaisesRegex(ValueError, "Use XaiaClassifier.load"):
            XaiaRegressor.load(self.folder / "model.xaia")
        (self.folder / "cut").write_bytes((self.folder / "model.xaia").read_bytes()[:-1])
        with self.assertRaises(XaiaError) as caught:
            XaiaClassifier.load(self.folder / "cut")
        self.assertEqual(caught.exception.code, "model-file")

    def test_javascript_answers_the_same_to_the_bit(self):
        x, y = make_regression(150, 4, noise=3, random_state=2)
        rows = x[:20] + 0.07
        table = {"bill": 44.4, "island": "Biscoe", "year": None, "wild": True}
        regressor, classifier = XaiaRegressor().fit(x, y), XaiaClassifier(missing="mean").fit(frame(), SPECIES)
        for name in ("bytes", "json"):
            regressor.save(self.folder / f"r.{name}", name)
            classifier.save(self.folder / f"c.{name}", name)
        script = """
import { readFileSync } from "node:fs";
const xaia = await import(process.argv[1]);
const { folder, rows, table } = JSON.parse(readFileSync(0, "utf8"));
const answers = {};
for (const form of ["bytes", "json"]) {
  const read = (name) => xaia.load(readFileSync(`${folder}/${name}.${form}`, form === "json" ? "utf8" : undefined));
  const [r, c] = [await read("r"), await read("c")];
  answers[form] = [await r.predict(rows), await c.scores([table])];
}
const model = await xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1.5]], ["p", "q", "q", "p"]);
answers.own = [JSON.stringify(model), await model.scores([[0.2, 0.7]])];
console.log(JSON.stringify(answers));
"""
        asked = json.dumps({"folder": str(self.folder), "rows": rows.tolist(), "table": table})
        said = json.loads(subprocess.run(["node", "--input-type=module", "-e", script, (NPM / "xaia.mjs").as_uri()], input=asked, check=True, capture_output=True, text=True).stdout)
        here = [regressor.predict(rows).tolist(), classifier.predict_proba(pandas.DataFrame([table])).tolist()]
        self.assertEqual(said["bytes"], here)
        self.assertEqual(said["json"], here)
        (self.folder / "own").write_text(said["own"][0], "utf-8")
        own = XaiaClassifier.load(self.folder / "own")
        self.assertEqual((own.predict_proba([[0.2, 0.7]]).tolist(), own.classes_.tolist()), (said["own"][1], ["p", "q"]))

    def test_pickle_and_clone(self):
        model = fitted(XaiaClassifier(scale="standard"), X, NAMES)
        again = pickle.loads(pickle.dumps(model))
        self.assertTrue((again.predict_proba(X + 0.2) == model.predict_proba(X + 0.2)).all())
        self.assertEqual(clone(model).get_params(), model.get_params())
        self.assertFalse(hasattr(clone(model), "model_"))
        error = pickle.loads(pickle.dumps(XaiaError("Bad.", "invalid-input", "Mend it.", 3)))
        self.assertEqual((str(error), error.code, error.hint, error.row), ("Bad. Mend it.", "invalid-input", "Mend it.", 3))


class Weighed(XaiaClassifier):
    """Remembers the weights of each fit."""

    seen = []

    def fit(self, X, y, sample_weight=None, names=None):
        self.seen.append((sample_weight, names))
        return super().fit(X, y, sample_weight, names)


class Searches(unittest.TestCase):
    @unittest.skipUnless(ROUTES, "pipelines route metadata from scikit-learn 1.4 on")
    def test_metadata_is_routed(self):
        weights = numpy.arange(150) % 4 + 0.5
        folds = [(numpy.arange(0, 150, 2), numpy.arange(1, 150, 2)), (numpy.arange(1, 150, 2), numpy.arange(0, 150, 2))]
        with warnings.catch_warnings(), sklearn.config_context(enable_metadata_routing=True):
            warnings.simplefilter("ignore")
            model = Weighed().set_fit_request(sample_weight=True, names=True).set_score_request(sample_weight=True)
            pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
            Weighed.seen.clear()
            scores = cross_validate(pipeline, X, NAMES, params={"sample_weight": weights, "names": NAMES}, cv=folds, error_score="raise")["test_score"]
            for (train, test), (given, names), score in zip(folds, Weighed.seen, scores):
                self.assertEqual((given.tolist(), list(names)), (weights[train].tolist(), NAMES[train].tolist()))
                right = XaiaClassifier().fit(StandardScaler().fit_transform(X[train]), NAMES[train], given).predict(StandardScaler().fit(X[train]).transform(X[test])) == NAMES[test]
                self.assertAlmostEqual(score, numpy.average(right, weights=weights[test]))
            Weighed.seen.clear()
            GridSearchCV(pipeline, {"weighed__interpolation": [{"top": 1}, {"top": 4}]}, cv=folds, error_score="raise").fit(X, NAMES, sample_weight=weights)
            self.assertEqual([len(given) for given, _ in Weighed.seen], [75] * 4 + [150])
            with self.assertRaisesRegex(ValueError, "not explicitly set as requested"):
                make_pipeline(XaiaClassifier()).fit(X, NAMES, sample_weight=weights)

    def test_what_metadata_routing_reads_is_there(self):
        for kind in (XaiaClassifier, XaiaRegressor):
            for method, more in (("fit", {"sample_weight", "names"}), ("score", {"sample_weight"})):
                self.assertTrue(inspect.isfunction(getattr(kind, method)))
                self.assertEqual(set(inspect.signature(getattr(kind, method)).parameters) - {"self", "X", "y"}, more)
        if not ROUTES:
            weights = numpy.arange(150) % 4 + 0.5
            Weighed.seen.clear()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                cross_validate(make_pipeline(Weighed()), X, NAMES, fit_params={"weighed__sample_weight": weights}, cv=[(numpy.arange(0, 150, 2), numpy.arange(1, 150, 2))], error_score="raise")
            self.assertEqual(Weighed.seen[0][0].tolist(), weights[::2].tolist())

    def test_frames_come_through_a_pipeline(self):
        table = pandas.DataFrame(X, columns=list("abcd"))
        pipeline = fitted(make_pipeline(StandardScaler(), XaiaClassifier()).set_output(transform="pandas"), table, NAMES)
        self.assertEqual((pipeline[-1].feature_names_in_.tolist(), pipeline[:-1].get_feature_names_out().tolist()), (list("abcd"),) * 2)
        self.assertEqual([part["column"] for part in pipeline[-1].attributions(pipeline[:-1].transform(table[:1]))[0]["columns"]], list("abcd"))
        for name in ("transform", "set_output", "get_feature_names_out"):  # an estimator that predicts is no transformer
            self.assertFalse(hasattr(pipeline[-1], name))

    def test_grid_and_pipelines_in_processes(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            search = GridSearchCV(make_pipeline(StandardScaler(), XaiaClassifier()), {"xaiaclassifier__interpolation": [{"top": 1}, {"top": 4}]}, n_jobs=2, cv=3).fit(X, NAMES)
        self.assertGreater(search.best_score_, 0.9)
        self.assertGreater(search.score(X, NAMES), 0.98)

    def test_noise_columns_do_not_harm(self):
        random = numpy.random.default_rng(3)
        x = random.random((600, 8))
        y = numpy.sin(6 * x[:, 0]) + x[:, 1]
        ours, neighbours = (cross_val_score(model, x, y, cv=3).mean() for model in (XaiaRegressor(), KNeighborsRegressor()))
        self.assertGreater(ours, neighbours + 0.2)


@unittest.skipUnless(hasattr(os, "fork"), "signals and forks are POSIX's")
class Processes(unittest.TestCase):
    def test_a_killed_child(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        before, killed = model.predict_proba(X + 0.1), engine.child.pid
        os.kill(killed, signal.SIGKILL)
        self.assertTrue((model.predict_proba(X + 0.1) == before).all())
        self.assertNotEqual(engine.child.pid, killed)

    def test_a_child_killed_during_a_fit(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        with self.assertRaisesRegex(RuntimeError, r"ended during fit \(signal 9\)"):
            long_fit(lambda: engine.child.kill())
        self.assertEqual(model.predict(X[:1]), ["setosa"])

    @unittest.skipUnless(sys.platform == "linux", "elsewhere no process limits another's memory")
    def test_a_child_whose_memory_ends(self):
        import resource

        x = numpy.random.default_rng(0).random((200000, 20))
        model = fitted(XaiaClassifier(), X, NAMES)
        limited = engine.child.pid
        used = int(re.search(r"VmSize:\s+(\d+) kB", pathlib.Path(f"/proc/{limited}/status").read_text())[1]) << 10
        resource.prlimit(limited, resource.RLIMIT_AS, (used + (16 << 20), used + (16 << 20)))
        with self.assertRaisesRegex(RuntimeError, "ended during fit"):
            XaiaRegressor(relevance=False, interpolation={"top": 1}).fit(x, x[:, 0] + x[:, 1])
        self.assertEqual(model.predict(X[:1]), ["setosa"])
        self.assertNotEqual(engine.child.pid, limited)

    def test_ctrl_c_during_a_fit(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        child = engine.child.pid
        with self.assertRaises(KeyboardInterrupt):
            long_fit(lambda: os.kill(os.getpid(), signal.SIGINT))
        self.assertEqual(model.predict(X[:1]), ["setosa"])
        self.assertEqual(engine.child.pid, child)  # the fit ended, not the child

    def test_a_fit_says_how_far_it_is(self):
        x = numpy.random.default_rng(0).random((20000, 40))
        y, told = x[:, 0] + x[:, 1] ** 2, []

        class Bar:  # tqdm's
            def __init__(self, **options):
                told.append(options["desc"])

            def set_postfix(self, collisions, refresh):
                told.append((self.n, self.total))

            def close(self):
                told.append("closed")

        tqdm = types.ModuleType("tqdm.auto")
        tqdm.tqdm = Bar
        with unittest.mock.patch.dict(sys.modules, {"tqdm": types.ModuleType("tqdm"), "tqdm.auto": tqdm}):
            quiet = XaiaRegressor(relevance=True).fit(x, y)
            self.assertEqual(told, [])
            model = XaiaRegressor(relevance=True, verbose=True).fit(x, y)
        self.assertEqual((told[0], told[-1]), ("fit", "closed"))
        self.assertGreater(len(told), 5)
        self.assertTrue(all(0 <= done <= total for done, total in told[1:-1]))
        self.assertEqual(model._file("bytes"), quiet._file("bytes"))
        with unittest.mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None}), contextlib.redirect_stderr(io.StringIO()) as shown:
            with self.assertRaises(KeyboardInterrupt):
                with unittest.mock.patch("xaia.progress.Progress.__call__", autospec=True, side_effect=KeyboardInterrupt):
                    XaiaRegressor(relevance=True, verbose=True).fit(x, y)
            XaiaRegressor(relevance=True, verbose=True).fit(x, y)
        self.assertRegex(shown.getvalue(), r"^(\rfit: [\d,]+ of [\d,]+, [\d,]+ collisions )+\n$")

    def test_fork_and_spawn(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        for method in ("fork", "spawn"):
            context = multiprocessing.get_context(method)
            answers = context.Queue()
            other = context.Process(target=in_another_process, args=(model, answers))
            held, release = threading.Event(), threading.Event()

            def call():  # another thread's, which a fork doesn't have
                with engine.lock:
                    held.set()
                    release.wait()

            thread = threading.Thread(target=call)
            thread.start()
            held.wait()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                other.start()
            release.set()
            thread.join()
            process, predicted, fit, child = answers.get(timeout=60)
            other.join()
            self.assertNotEqual((process, child), (os.getpid(), engine.child.pid))
            self.assertNotEqual(child, engine.child.pid)
            self.assertEqual(predicted, NAMES.tolist())
            self.assertGreater(numpy.mean(numpy.array(fit) == NAMES), 0.9)
        self.assertEqual(model.predict(X[:1]), ["setosa"])  # this process's child is unharmed

    def test_threads(self):
        model = fitted(XaiaClassifier(), X, NAMES)
        wrong = []

        def ask(i):
            for _ in range(20):
                if model.predict(X[i : i + 1]).tolist() != [NAMES[i]]:
                    wrong.append(i)

        threads = [threading.Thread(target=ask, args=(i * 37,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_the_child_ends_with_its_parent(self):
        code = "import numpy, os, signal\nfrom xaia import XaiaRegressor\nfrom xaia.process import engine\nXaiaRegressor().fit([[0], [1]], [0, 1])\nprint(engine.child.pid, flush=True)\n"
        for end in ("", "os.kill(os.getpid(), signal.SIGKILL)"):
            child = int(subprocess.run([sys.executable, "-c", code + end], capture_output=True, text=True).stdout)
            for _ in range(100):
                try:
                    os.kill(child, 0)
                except ProcessLookupError:
                    break
                if pathlib.Path(f"/proc/{child}/stat").exists() and pathlib.Path(f"/proc/{child}/stat").read_text().split()[2] == "Z":
                    break
                time.sleep(0.05)
            else:
                self.fail("the engine goes on without its parent")

    def test_forgotten_models_are_freed(self):
        model = XaiaRegressor().fit([[0], [1]], [0, 1])
        number = model.model_.number(engine)
        del model
        self.assertIn((engine.generation, number), engine.forgotten)
        XaiaRegressor().fit([[0], [1]], [0, 1])
        with self.assertRaises(XaiaError) as caught:
            engine._exchange("save", (), {"model": number})
        self.assertEqual(caught.exception.code, "disposed")


class Documents(unittest.TestCase):
    def test_the_programs_of_the_pages_print_what_they_say(self):
        pages = [(ROOT.parent / "docs" / name).read_text("utf-8") for name in ("start.md", "python.md")]
        found = [re.findall(r"```python\n([^`]*)```\n+.*prints\n\n```\n([^`]*)```", page) for page in pages]
        self.assertEqual([len(programs) for programs in found], [1, 3])
        programs = sum(found, [])
        for program, printed in programs:
            if "enable_metadata_routing" in program:
                if not ROUTES:
                    continue
                program, printed = (before + more for before, more in zip(programs[2], (program, printed)))
            said = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True)
            self.assertEqual(said.stdout, printed, said.stderr)

    def test_parameters_are_options_of_the_types(self):
        types = (ROOT.parent / "web" / "package" / "xaia.d.ts").read_text("utf-8")
        for name in set(XaiaRegressor().get_params()) - {"verbose"}:
            self.assertRegex(types, rf"\n  {re.sub('_(.)', lambda m: m[1].upper(), name)}\?:")


class Missing(unittest.TestCase):
    def run_python(self, code, **environment):
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}).stderr

    def test_what_is_missing_is_said(self):
        said = self.run_python("import xaia; xaia.XaiaRegressor().fit([[0], [1]], [0, 1])", XAIA_ENGINE="/nowhere/xaia-engine")
        self.assertRegex(said, "ImportError: .*no engine to fit with: /nowhere/xaia-engine is missing. Install the wheel for your platform")
        said = self.run_python("import sys; sys.modules['sklearn'] = None; import xaia.estimator")
        self.assertRegex(said, "ImportError: XaiaClassifier and XaiaRegressor need scikit-learn: pip install scikit-learn")


if __name__ == "__main__":
    unittest.main()
