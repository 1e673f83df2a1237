"""XaiaClassifier and XaiaRegressor: scikit-learn estimators. What they compute is the engine's (process.py)."""

import contextlib
import inspect

try:
    import numpy
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.utils.class_weight import compute_class_weight
    from sklearn.utils.multiclass import _check_partial_fit_first_call, check_classification_targets
    from sklearn.utils.validation import _check_sample_weight, check_array, check_is_fitted, column_or_1d
except ImportError as error:
    raise ImportError(f"XaiaClassifier and XaiaRegressor need scikit-learn: pip install scikit-learn. ({error})") from error

from . import tables
from .asked import NAMES, Asked, option
from .process import XaiaError, engine  # XaiaError: as xaia.XaiaError
from .progress import shown

# What arrays may hold is the engine's to refuse, since it names the row and the remedy. scikit-learn 1.6 renamed the parameter.
_ANY = {"ensure_all_finite" if "ensure_all_finite" in inspect.signature(check_array).parameters else "force_all_finite": False}


def _check_names(estimator, X, reset):
    """Sets or checks feature_names_in_. scikit-learn's own check, which moved in 1.6, knows no dicts."""
    if _is_dict(X):
        names, fitted = list(map(str, X)), getattr(estimator, "feature_names_in_", None)
        if reset:
            estimator.feature_names_in_ = numpy.array(names, dtype=object)
        elif fitted is None:
            tables.warn(f"X has feature names, but {type(estimator).__name__} was fitted without feature names")
        elif names != fitted.tolist():
            raise ValueError(f"The feature names should match those that were passed during fit, {fitted.tolist()}, in their order. X has {names}.")
        return None
    try:
        from sklearn.utils.validation import _check_feature_names
    except ImportError:
        return estimator._check_feature_names(X, reset=reset)
    return _check_feature_names(estimator, X, reset=reset)


class _Table:
    """X as the engine takes it: a matrix, where a column of texts has indices; names and texts if there are any."""

    def __init__(self, numbers, names=None, texts=None):
        self.numbers, self.names, self.texts = numpy.ascontiguousarray(numbers, dtype="<f8"), names, texts or {}

    def head(self):
        rows, columns = self.numbers.shape
        head = {"rows": rows, "columns": columns}
        if self.names is not None:
            head["names"] = self.names
        if self.texts:
            head["texts"] = self.texts
        return head

    def body(self):
        return _raw(self.numbers)

    def pick(self, kept):
        return _Table(self.numbers[kept], self.names, self.texts)

    def join(self, other):
        """The rows of both."""
        numbers, texts = numpy.concatenate([self.numbers, other.numbers]), dict(self.texts)
        for j in {*self.texts, *other.texts}:
            for table, rows in ((self, numbers[: len(self.numbers), int(j)]), (other, numbers[len(self.numbers) :, int(j)])):
                if j not in table.texts and not numpy.isnan(rows).all():
                    raise TypeError(f"Column {self.names[int(j)]!r} has numbers in one call and texts in another. Give it numbers or texts.")
            before = self.texts.get(j, [])
            numbers[len(self.numbers) :, int(j)] += len(before)
            texts[j] = before + other.texts.get(j, [])
        return _Table(numbers, self.names, texts)


class _Samples:
    """Rows to learn from: a table, its y, which rows of the calls they are, how many came in these, and weights and names, if
    there are any."""

    def __init__(self, table, y, rows, given, weights, names):
        self.table, self.y, self.rows, self.given, self.weights, self.names = table, y, rows, given, weights, names

    def pick(self, kept):
        names = None if self.names is None else [self.names[i] for i in numpy.flatnonzero(kept)]
        return _Samples(self.table.pick(kept), self.y[kept], self.rows[kept], self.given, None if self.weights is None else self.weights[kept], names)

    def join(self, other):
        """Those of both."""
        def both(name, usual):
            lists = [getattr(samples, name) for samples in (self, other)]
            if all(list is None for list in lists):
                return None
            return [each for list, samples in zip(lists, (self, other)) for each in (list if list is not None else [usual] * len(samples.y))]

        weights = both("weights", 1)
        return _Samples(
            self.table.join(other.table), numpy.concatenate([self.y, other.y]), numpy.concatenate([self.rows, other.rows]), other.given,
            None if weights is None else numpy.array(weights, dtype="<f8"), both("names", None),
        )


def _raw(array):
    return memoryview(array).cast("B") if array.size else b""


@contextlib.contextmanager
def _advised(advice):
    """Adds to scikit-learn's and NumPy's errors what to do."""
    try:
        yield
    except (TypeError, ValueError) as error:
        said = str(error).rstrip(" .!")
        raise (TypeError if isinstance(error, TypeError) else ValueError)(f"{said}. {advice()}".rstrip()) from error


def _real(array, name):
    if getattr(getattr(array, "dtype", None), "kind", "") == "c":
        raise ValueError(f"Complex data not supported: {name} has complex numbers. Give real ones, such as their .real and .imag as columns.")
    return array


def _dated(array):
    """An array with dates and durations as tables counts them, whatever their unit is."""
    if array.dtype.kind == "M":
        return (array - numpy.datetime64(0, "D")) / numpy.timedelta64(1, "D")
    return array / numpy.timedelta64(1, "s") if array.dtype.kind == "m" else array


def _column(values, place):
    """A column as numbers, NaN where one is missing, and its distinct texts if it has texts."""
    array = numpy.asarray(values)
    if array.ndim != 1:
        raise TypeError(f"{place} has {array.ndim} dimensions. Give a list with a value for each row.")
    if array.dtype.kind in "fiub":
        return array.astype("<f8"), None
    values = tables.plain(values, place)
    for i, value in enumerate(values):
        if isinstance(value, (list, dict)):
            raise TypeError(f"{place}[{i}] is {value!r}. Give a number, a text or None.")
    other = next((i for i, value in enumerate(values) if isinstance(value, str)), None)
    if other is None:
        return numpy.array([numpy.nan if value is None else value for value in values], dtype="<f8"), None
    for i, value in enumerate(values):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{place}[{i}] is {value!r}, and {place}[{other}] is {values[other]!r}. Give a column numbers or texts, not both.")
    texts = {text: i for i, text in enumerate(dict.fromkeys(value for value in values if value is not None))}
    return numpy.array([numpy.nan if value is None else texts[value] for value in values], dtype="<f8"), list(texts)


def _is_dict(X):
    return isinstance(X, dict) and not hasattr(X, "shape")  # which a sparse matrix of SciPy has that is a dict, too


def _is_frame(X):
    return _is_dict(X) or hasattr(X, "columns")


def _frame(X):
    """A data frame or a dict of columns as a table. Names that aren't texts are left to the features' numbers."""
    given = list(X if isinstance(X, dict) else X.columns)
    names = [str(name) for name in given]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"Two columns are called {twice!r}. Rename one: names must differ.")
    numbers, texts = numpy.empty((len(X), 0)), {}
    for j, name in enumerate(given):
        values, found = _column(X[name], f"X[{names[j]!r}]")
        if j == 0:
            numbers = numpy.empty((len(values), len(given)), dtype="<f8")
        if len(values) != len(numbers):
            raise ValueError(f"Column {names[0]!r} has {len(numbers)} values, and column {names[j]!r} has {len(values)}. Give each row one, None where it is missing.")
        numbers[:, j] = values
        if found is not None:
            texts[str(j)] = found
    return _Table(numbers, names, texts)


@tables.suggesting
class _Xaia(Asked, BaseEstimator):
    _need = check_is_fitted

    def __init__(
        self, *, kind=None, preset=None, skip=None, settings=None, r=None, max_steps=None, interpolation=None, forest=None, takeover=None, scale=None,
        relevance=None, duplicates=None, missing=None, a=None, tolerance=None, order=None, verbose=False,
    ):
        vars(self).update((name, value) for name, value in locals().items() if name != "self")

    # Both say the same, before scikit-learn 1.6 and since. Arrays of texts aren't taken, but frames with columns of texts are.
    def _more_tags(self):
        return {"allow_nan": self._gaps, "X_types": ["2darray", "categorical"], "multioutput": self._outputs, "requires_y": True}

    @property
    def _gaps(self):
        return self.missing in ("mean", "as it is", "drop")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan, tags.input_tags.categorical = self._gaps, True
        tags.target_tags.multi_output = self._outputs
        tags.target_tags.required = True
        return tags

    def _options(self):
        return {NAMES.get(name, name): option(name, value) for name, value in self.get_params(deep=False).items() if value is not None and name not in ("class_weight", "verbose")}

    def _table(self, X, fitting=False):
        """X, checked against the fit's."""
        if not fitting:
            check_is_fitted(self)
        if hasattr(X, "iloc") and not hasattr(X, "columns"):
            raise ValueError("Expected 2D array, got a pandas Series. Give a data frame of one row: frame.iloc[[i]].")
        X = tables.opened(X)
        if _is_frame(X):
            table = _frame(X)
            if fitting and not table.numbers.size:
                raise ValueError("Found array with {} sample(s) and {} feature(s) (shape={}) while a minimum of 1 is required.".format(*table.numbers.shape, table.numbers.shape))
            _check_names(self, X, reset=fitting)
        else:
            _check_names(self, X, reset=fitting)
            texts = not fitting and bool(self._texts)
            with _advised(lambda: tables.unfit(X)):
                array = _dated(check_array(_real(X, "X"), dtype=None if texts else "numeric", ensure_min_samples=int(fitting), estimator=self, **_ANY))
            table = self._by_number(array) if texts else _Table(array.astype("<f8"))
        columns = table.numbers.shape[1]
        if fitting:
            self.n_features_in_ = columns
            self._texts = sorted(table.texts)
        elif columns != self.n_features_in_:
            raise ValueError(f"X has {columns} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input.")
        if not hasattr(self, "feature_names_in_"):
            if table.texts:
                raise TypeError("X has texts, but its columns have no texts as names. Name the columns by texts.")
            table.names = None
        elif table.names is None and not fitting and self._texts:
            table.names = list(self.feature_names_in_)
        return table

    @staticmethod
    def _by_number(array):
        columns = [_column(array[:, j], f"X[:, {j}]") for j in range(array.shape[1])]
        numbers = numpy.stack([column for column, _ in columns], 1) if columns else numpy.empty(array.shape)
        return _Table(numbers, None, {str(j): texts for j, (_, texts) in enumerate(columns) if texts is not None})

    def _fitted(self, X, y, sample_weight, names):
        self._begin(self._samples(self._table(X, fitting=True), self._outcomes(y), sample_weight, names))
        return self

    def _told(self, y):
        """y as scikit-learn takes it."""
        if y is None:
            raise ValueError(f"This {type(self).__name__} estimator requires y to be passed, but the target y is None.")
        y = tables.opened(y)
        return _real(numpy.array(list(y.values())).T if _is_dict(y) else y, "y")

    @staticmethod
    def _samples(table, y, sample_weight, names, before=0):
        """The rows of a call, but for those of weight 0."""
        if len(table.numbers) != len(y):
            raise ValueError(f"X has {len(table.numbers)} rows, and y has {len(y)}. Give each row of X its outcome.")
        if names is not None:
            if isinstance(names, str):
                raise TypeError(f"names is {names!r}. Give a list with a name for each row, such as X[{names!r}] or X.index.")
            names = list(option("names", list(names)))
            if len(names) != len(y):
                raise ValueError(f"There are {len(y)} rows and {len(names)} names. Give each row one, None for a row without.")
        samples = _Samples(table, y, numpy.arange(before, before + len(y)), before + len(y), None, names)
        if sample_weight is None:
            return samples
        with _advised(lambda: f"Give sample_weight a number from 0 on for each of the {len(y)} rows."):
            samples.weights = _check_sample_weight(sample_weight, table.numbers, dtype=numpy.float64)
        if (samples.weights < 0).any():
            raise ValueError(f"sample_weight[{(samples.weights < 0).argmax()}] is below 0. Give weights from 0 on.")
        if not samples.weights.any():
            raise ValueError("sample_weight is 0 for all rows. Give at least one row of a class a weight above 0.")
        return samples.pick(samples.weights > 0)

    def _begin(self, samples):
        """Fits to these samples alone."""
        described, classes = self._described(samples.y)
        options = {"duplicates": "majority" if classes else "mean", **self._options(), "classes": classes, **self._shares(samples, True)}
        with shown(self.verbose, "fit") as progress:
            found, file = engine.call(
                "fit", (samples.table.body(), _raw(described[1])), again=False, progress=progress, X=samples.table.head(), y=described[0], options=options
            )
        self._take(found, file)
        self.rows_ = numpy.delete(samples.rows, found.get("dropped", []))
        self._given = samples.given
        self._began(samples)
        for text in found["report"]["warnings"]:
            tables.warn(text)

    def _learned(self, X, y, sample_weight, names):
        first = not hasattr(self, "model_")
        samples = self._samples(self._table(X, fitting=first), self._outcomes(y, first), sample_weight, names, 0 if first else self._given)
        if first or self._waiting is not None:
            self._begin(samples if first else self._waiting.join(samples))
            return self
        described, _ = self._described(samples.y)
        found = self.model_.change("learn", (samples.table.body(), _raw(described[1])), X=samples.table.head(), y=described[0], options=self._shares(samples, False))
        self.rows_ = numpy.concatenate([self.rows_, samples.rows[found["learned"]]])
        before, self._given = self._given, samples.given
        self._grew(found)
        for refused in found["refused"]:
            tables.warn(f"Row {samples.rows[refused['row']] - before} was not learned: {refused['message']}")
        return self

    def forget(self, rows):
        self._need()
        if self._waiting is None:
            return super().forget(rows)
        self._begin(self._waiting.pick(~numpy.isin(self._waiting.rows, self.rows_[self._places("rows", rows)])))
        return self

    def _keep(self, places):
        self.rows_ = self.rows_[places]

    def _shares(self, samples, first):
        """The engine's options weights and names."""
        weights = self._weights(samples, first)
        shares = {"weights": weights if isinstance(weights, str) else None if weights is None else weights.tolist(), "names": samples.names}
        return {name: value for name, value in shares.items() if value is not None}

    def _ask(self, do, X, **options):
        table = self._table(X)
        return engine.call(do, (table.body(),), self.model_, X=table.head(), options=options)

    def _numbers(self, do, X, **options):
        shape, raw = self._ask(do, X, **options)
        return numpy.frombuffer(raw, "<f8").astype(float).reshape(shape["rows"], shape["columns"])

    @property
    def _classes(self):
        return self.classes_[self._present].tolist() if self._is_classifier else None

    def _one(self, x):
        """One row as X."""
        check_is_fitted(self)
        if hasattr(x, "to_dict") and not hasattr(x, "columns"):
            x = x.to_dict()
        if isinstance(x, dict):
            names = getattr(self, "feature_names_in_", list(x))
            lacking = [name for name in names if name not in x]
            if lacking:
                raise ValueError(f"The row has no {lacking[0]!r}. {tables.missing(lacking[0], list(x))} Write None where a value is missing.")
            return {name: [x[name]] for name in names}
        x = tables.opened(x)
        if not _is_frame(x):
            x = numpy.asarray(x)
            x = x.reshape(1, -1) if x.ndim < 2 else x
        rows = len(next(iter(x.values()), ())) if isinstance(x, dict) else len(x)
        if rows != 1:
            raise ValueError(f"x has {rows} rows. Give one, or ask explain.")
        return x

    def _known(self, X):
        found, raw = self._ask("examine", X)
        return found["levels"], numpy.frombuffer(raw, "<f8").reshape(-1, 2)

    def familiarity(self, X):
        """How strongly each row is recognised, from 0 to 1."""
        return self._known(X)[1][:, 0].copy()

    def recognition(self, X):
        """The same as "weak", "moderate" or "strong"."""
        levels, seen = self._known(X)
        return numpy.array(levels)[seen[:, 1].astype(int)]

    def _loaded(self, found, columns):
        self._texts = [str(j) for j, column in enumerate(columns) if "categories" in column]
        if columns and "name" in columns[0]:
            self.feature_names_in_ = numpy.array([column["name"] for column in columns], dtype=object)
        self.rows_ = numpy.arange(self.n_samples_)
        self._given, self._waiting = self.n_samples_, None
        self._restore(found)


@tables.suggesting
class XaiaClassifier(ClassifierMixin, _Xaia):
    """A classifier that names the samples an answer came from. Parameters are the options of the JavaScript package's fit;
    None is its default, but equal rows with different y count by majority, with a warning."""

    _is_classifier, _outputs = True, False

    def __init__(
        self, *, class_weight=None, kind=None, preset=None, skip=None, settings=None, r=None, max_steps=None, interpolation=None, forest=None, takeover=None, scale=None,
        relevance=None, duplicates=None, missing=None, a=None, tolerance=None, order=None, verbose=False,
    ):
        super().__init__(
            kind=kind, preset=preset, skip=skip, settings=settings, r=r, max_steps=max_steps, interpolation=interpolation, forest=forest, takeover=takeover, scale=scale,
            relevance=relevance, duplicates=duplicates, missing=missing, a=a, tolerance=tolerance, order=order, verbose=verbose,
        )
        self.class_weight = class_weight

    def fit(self, X, y, sample_weight=None, names=None):
        """Fits to rows X with labels y. sample_weight has factors of the rows' shares in answers between samples; a row of
        weight 0 is left out. names has a name for each row, which explanations then show."""
        return self._fitted(X, y, sample_weight, names)

    def partial_fit(self, X, y, classes=None, sample_weight=None, names=None):
        """Takes rows in, one after the other, without a new fit of the others. The first call names all classes; until rows
        of each have come, every call fits again."""
        _check_partial_fit_first_call(self, classes)
        return self._learned(X, y, sample_weight, names)

    def _outcomes(self, y, first=None):
        """y as an array of labels, which a fit finds, or for partial_fit must be among the classes."""
        y = self._told(y)
        with _advised(lambda: "XaiaClassifier takes one label for each row of X."):
            y = column_or_1d(y, warn=True)
        if y.dtype.kind == "f" and not numpy.isfinite(y).all():
            raise ValueError(f"Input y contains {'NaN' if numpy.isnan(y).any() else 'infinity'}. Give each row a label.")
        with _advised(lambda: "XaiaRegressor takes numbers."):
            check_classification_targets(y)
        if first is None:
            self.classes_ = numpy.unique(y)
        elif not numpy.isin(y, self.classes_).all():
            raise ValueError(f"y has the label {y[~numpy.isin(y, self.classes_)].tolist()[0]!r}, which is none of the classes of the first call. Name all classes there.")
        if self.classes_.dtype.kind not in "biuf" and not all(isinstance(label, str) for label in self.classes_):
            raise TypeError(f"y has the label {next(label for label in self.classes_ if not isinstance(label, str))!r}. Give texts, whole numbers or booleans.")
        return y

    def _described(self, y):
        kind, head = self.classes_.dtype.kind, {"rows": len(y), "columns": 1}
        if kind in "iuf":
            return (head, y.astype("<f8")), True
        more = {"booleans": True} if kind == "b" else {"texts": [str(label) for label in self.classes_]}
        return ({**head, **more}, numpy.searchsorted(self.classes_, y).astype("<f8")), True

    def _began(self, samples):
        seen = numpy.isin(self.classes_, samples.y)
        self._present = numpy.flatnonzero(seen)  # the classes that the engine has
        self._waiting = None if seen.all() else samples

    def _weights(self, samples, first):
        """The weights of the rows, times those of their classes, which a fit finds. The engine balances where rows have none."""
        if first:
            balanced = isinstance(self.class_weight, str) and self.class_weight == "balanced"
            self._factors = None
            if balanced and samples.weights is None:
                return "balanced"
            if self.class_weight is not None:
                weighed = numpy.isin(self.classes_, samples.y) if balanced else slice(None)
                self._factors = numpy.ones(len(self.classes_))
                self._factors[weighed] = compute_class_weight(self.class_weight, classes=self.classes_[weighed], y=samples.y)
        if self._factors is None:
            return samples.weights
        factors = self._factors[numpy.searchsorted(self.classes_, samples.y)]
        return factors if samples.weights is None else factors * samples.weights

    def _restore(self, found):
        self.classes_ = numpy.array(found["classes"])
        self._present, self._factors = numpy.arange(len(self.classes_)), None

    def predict(self, X):
        """The class of each row; None where interpolation="none" has no answer."""
        found = self._numbers("predict", X)[:, 0].astype(int)
        labels = self.classes_[self._present[found]]
        if (found < 0).any():
            labels = labels.astype(object)
            labels[found < 0] = None
        return labels

    def predict_proba(self, X):
        """A score for each class, which sum to 1."""
        found = self._numbers("scores", X)
        scores = numpy.zeros((len(found), len(self.classes_)))
        scores[:, self._present] = found
        return scores

    def predict_set(self, X, coverage=0.9):
        """For each row the classes that hold its own with a probability of coverage, most likely first. Call calibrate before."""
        return [self.classes_[self._present[found]].tolist() for found in self._ask("predictSet", X, coverage=option("coverage", coverage))[0]]


@tables.suggesting
class XaiaRegressor(RegressorMixin, _Xaia):
    """A regressor, of one or several outputs, that names the samples an answer came from. Parameters are the options of the
    JavaScript package's fit; None is its default, but the y of equal rows are averaged, with a warning."""

    _is_classifier, _outputs = False, True

    def fit(self, X, y, sample_weight=None, names=None):
        """Fits to rows X with numbers y. sample_weight has factors of the rows' shares in answers between samples; a row of
        weight 0 is left out. names has a name for each row, which explanations then show."""
        return self._fitted(X, y, sample_weight, names)

    def partial_fit(self, X, y, sample_weight=None, names=None):
        """Takes rows in, one after the other, without a new fit of the others."""
        return self._learned(X, y, sample_weight, names)

    def _outcomes(self, y, first=None):
        y = self._told(y)
        with _advised(lambda: "XaiaRegressor takes numbers; XaiaClassifier takes labels."):
            y = _dated(check_array(y, ensure_2d=False, allow_nd=True, dtype="numeric", input_name="y", **_ANY))
        if y.ndim > 2:
            raise ValueError(f"y has {y.ndim} dimensions. Give one number, or a row of them, for each row of X.")
        return y

    def _described(self, y):
        numbers = numpy.ascontiguousarray(y.reshape(len(y), -1), dtype="<f8")
        return ({"rows": len(y), "columns": numbers.shape[1]}, numbers), False

    def _began(self, samples):
        self._flat, self._waiting = samples.y.ndim == 1, None

    def _weights(self, samples, first):
        return samples.weights

    def _restore(self, found):
        self._flat = found["outputCount"] == 1

    def predict(self, X):
        """The outputs of each row; NaN where interpolation="none" has none."""
        found = self._numbers("predict", X)
        return found[:, 0] if self._flat else found

    def predict_interval(self, X, coverage=0.9):
        """For each row [low, high], which hold its y with a probability of coverage; for several outputs a pair each. Call
        calibrate before."""
        found = self._numbers("predictInterval", X, coverage=option("coverage", coverage))
        return found if self._flat else found.reshape(len(found), -1, 2)
