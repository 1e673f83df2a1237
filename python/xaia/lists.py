"""XaiaClassifier and XaiaRegressor where scikit-learn isn't there, as in a page: the same models, with lists."""

import array

from . import tables
from .asked import NAMES, Asked, option
from .process import XaiaError, engine  # XaiaError: as xaia.XaiaError
from .progress import shown

_OPTIONS = ("kind", "preset", "skip", "settings", "r", "max_steps", "interpolation", "forest", "takeover", "scale", "relevance", "duplicates", "missing", "a", "tolerance", "order")


def _numbers(raw, columns=1):
    """Raw numbers as rows, or as a list if there is one column."""
    found = array.array("d")
    found.frombytes(raw)
    return found.tolist() if columns == 1 else [found[i : i + columns].tolist() for i in range(0, len(found), columns)]


@tables.suggesting
class _Xaia(Asked):
    """X is a list of rows, a list of dicts, a dict of columns or a data frame; options are those of the JavaScript package's fit."""

    def __init__(self, *, verbose=False, **options):
        self.verbose = verbose
        for name in options:
            if name not in _OPTIONS:
                raise TypeError(f"{type(self).__name__} has no option {name!r}. {tables.missing(name, _OPTIONS)}")
        vars(self).update(dict.fromkeys(_OPTIONS), **options)
        self._given = [name for name, value in options.items() if value is not None]

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._given)})"

    def get_params(self, deep=True):
        return {name: getattr(self, name) for name in (*_OPTIONS, "verbose")}

    def _need(self):
        if not hasattr(self, "model_"):
            raise ValueError(f"This {type(self).__name__} is not fitted yet. Call fit before.")

    def _table(self, X, fitting=False):
        """The head and the raw numbers of rows. Columns are those of the fit, by their names where they have some."""
        columns = tables._columns(X, "X")
        if columns is None:
            X = tables.plain(X, "X")
            if not isinstance(X, list) or not all(isinstance(row, (list, dict)) for row in X):
                raise ValueError("Expected a list of rows. Give [row] for one row.")
            if X and isinstance(X[0], dict):
                names = self.feature_names_in_ if not fitting and hasattr(self, "feature_names_in_") else list(X[0])
                if fitting:
                    names, X = self._named(names, X)
                for i, row in enumerate(X):
                    for name in names:
                        if not isinstance(row, dict) or name not in row:
                            raise ValueError(f"Row {i} has no {name!r}. {tables.missing(name, list(row))} Write None where a value is missing.")
                columns = {name: [row[name] for row in X] for name in names}
        if columns is None:
            width = len(X[0]) if X else 0
            for i, row in enumerate(X):
                if len(row) != width:
                    raise ValueError(f"Row {i} has {len(row)} values, and row 0 has {width}.")
            values = [[row[j] for row in X] for j in range(width)]
            names = None
        else:
            names = list(columns)
            if not fitting and hasattr(self, "feature_names_in_"):
                names = self.feature_names_in_
                for name in names:
                    if name not in columns:
                        raise ValueError(f"X has no {name!r}. {tables.missing(name, list(columns))}")
            values = [columns[name] for name in names]
        if fitting:
            self.n_features_in_ = len(values)
            if names is not None:
                self.feature_names_in_ = names
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        elif len(values) != self.n_features_in_:
            raise ValueError(f"X has {len(values)} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input.")
        elif names is None:
            names = getattr(self, "feature_names_in_", None)
        elif not hasattr(self, "feature_names_in_"):
            names = None
        head, coded = {"rows": len(values[0]) if values else 0, "columns": len(values)}, []
        for j, column in enumerate(values):
            place = f"X[{names[j]!r}]" if names else f"column {j} of X"
            texts = list(dict.fromkeys(value for value in column if isinstance(value, str)))
            for i, value in enumerate(column):
                if texts and value is not None and not isinstance(value, str) or isinstance(value, (list, dict)):
                    raise TypeError(f"{place}[{i}] is {value!r}. Give a column numbers or texts, not both.")
            if texts:
                if names is None:
                    raise TypeError(f"{place} has the text {texts[0]!r}, but the columns have no names. Give dicts, or a dict of columns.")
                head.setdefault("texts", {})[str(j)] = texts
                at = {text: float(i) for i, text in enumerate(texts)}
                column = [value if value is None else at[value] for value in column]
            coded.append([float("nan") if value is None else float(value) for value in column])
        if names:
            head["names"] = names
        return head, array.array("d", [value for row in zip(*coded) for value in row]).tobytes()

    def _named(self, names, X):
        """The columns of rows to learn from, and the rows. Those that the first row lacks count where missing values become means."""
        late = [name for name in dict.fromkeys(name for row in X if isinstance(row, dict) for name in row) if name not in X[0]]
        if late and self.missing not in ("mean", "as it is"):
            what = ", ".join(map(repr, late[:5])) + (f" and {len(late) - 5} more" if len(late) > 5 else "")
            tables.warn(f"Row 0 has no {what}, so it isn't used. Give each row every column, None where a value is missing; or missing='mean'.")
        if self.missing not in ("mean", "as it is"):
            return names, X
        names = [*names, *late]
        return names, [{name: row.get(name) for name in names} if isinstance(row, dict) else row for row in X]

    def _outcomes(self, y):
        """The head and the raw numbers of y."""
        y = tables._one_column(tables.plain(y, "y"))
        if not isinstance(y, list) or not y or any(value is None for value in y):
            raise ValueError("y has a missing value, or isn't a list. Give each row of X one.")
        return self._described(y)

    def _told(self, X, y, sample_weight, names, fitting):
        head, x = self._table(X, fitting)
        of, outcomes = self._outcomes(y)
        if of["rows"] != head["rows"]:
            raise ValueError(f"There are {head['rows']} rows and {of['rows']} outcomes. Give each row one.")
        shares = {"weights": tables.plain(sample_weight, "sample_weight"), "names": tables.plain(names if names is None else list(names), "names")}
        return head, of, (x, outcomes), {name: value for name, value in shares.items() if value is not None}

    def fit(self, X, y, sample_weight=None, names=None):
        """Fits to rows X with outcomes y. sample_weight has a share above 0 for each row, names what they are called."""
        head, of, body, shares = self._told(X, y, sample_weight, names, True)
        options = {NAMES.get(name, name): tables.plain(getattr(self, name), name) for name in self._given}
        options = {"duplicates": "majority" if self._is_classifier else "mean", **options, **shares, "classes": self._is_classifier}
        with shown(self.verbose, "fit") as progress:
            found, file = engine.call("fit", body, again=False, progress=progress, X=head, y=of, options=options)
        self._take(found, file)
        gone = set(found.get("dropped", ()))
        self.rows_ = [i for i in range(head["rows"]) if i not in gone]
        self._told_so_far = head["rows"]
        for text in found["report"]["warnings"]:
            tables.warn(text)
        return self

    def partial_fit(self, X, y, sample_weight=None, names=None):
        """Takes rows in, one after the other, without a new fit of the others."""
        if not hasattr(self, "model_"):
            return self.fit(X, y, sample_weight, names)
        head, of, body, shares = self._told(X, y, sample_weight, names, False)
        found = self.model_.change("learn", body, X=head, y=of, options=shares)
        self.rows_ += [self._told_so_far + i for i in found["learned"]]
        self._told_so_far += head["rows"]
        self._grew(found)
        for refused in found["refused"]:
            tables.warn(f"Row {refused['row']} was not learned: {refused['message']}")
        return self

    def _keep(self, places):
        self.rows_ = [self.rows_[i] for i in places]

    def _take(self, found, file):
        super()._take(found, file)
        self._classes = found.get("classes")
        if self._is_classifier:
            self.classes_ = self._classes
        self._outputs = found["outputCount"]

    def _ask(self, do, X, **options):
        self._need()
        head, body = self._table(X)
        return engine.call(do, (body,), self.model_, X=head, options=options)

    @staticmethod
    def _one(x):
        """One row as X."""
        return [x]

    def familiarity(self, X):
        """How strongly each row is recognised, from 0 to 1."""
        return [row[0] for row in _numbers(self._ask("examine", X)[1], 2)]

    def recognition(self, X):
        """The same as "weak", "moderate" or "strong"."""
        found, raw = self._ask("examine", X)
        return [found["levels"][int(row[1])] for row in _numbers(raw, 2)]

    @classmethod
    def _get_param_names(cls):
        return _OPTIONS

    def _loaded(self, found, columns):
        if columns and "name" in columns[0]:
            self.feature_names_in_ = [column["name"] for column in columns]
        self.rows_ = list(range(self.n_samples_))
        self._told_so_far = self.n_samples_


@tables.suggesting
class XaiaClassifier(_Xaia):
    """A classifier that names the samples an answer came from. Equal rows with different y count by majority, with a warning."""

    _is_classifier = True

    def _described(self, y):
        head = {"rows": len(y), "columns": 1}
        if all(isinstance(value, str) for value in y):
            texts = {text: float(i) for i, text in enumerate(dict.fromkeys(y))}
            return {**head, "texts": list(texts)}, array.array("d", [texts[value] for value in y]).tobytes()
        if all(isinstance(value, bool) for value in y):
            head["booleans"] = True
        elif any(isinstance(value, (str, bool, list, dict)) for value in y):
            raise TypeError("y has labels of different kinds. Give texts, whole numbers or booleans.")
        return head, array.array("d", map(float, y)).tobytes()

    def predict(self, X):
        """The class of each row; None where interpolation="none" has no answer."""
        return [self.classes_[int(i)] if i >= 0 else None for i in _numbers(self._ask("predict", X)[1])]

    def predict_proba(self, X):
        """A score for each class, which sum to 1."""
        shape, raw = self._ask("scores", X)
        return _numbers(raw, shape["columns"]) if shape["columns"] > 1 else [[score] for score in _numbers(raw)]

    def predict_set(self, X, coverage=0.9):
        """For each row the classes that hold its own with a probability of coverage, most likely first. Call calibrate before."""
        return [[self.classes_[i] for i in found] for found in self._ask("predictSet", X, coverage=option("coverage", coverage))[0]]

    def score(self, X, y):
        """The share of rows that are right."""
        found = self.predict(X)
        return sum(a == b for a, b in zip(found, tables.plain(y, "y"))) / len(found)


@tables.suggesting
class XaiaRegressor(_Xaia):
    """A regressor, of one or several outputs, that names the samples an answer came from. The y of equal rows are averaged, with a
    warning."""

    _is_classifier = False

    def _described(self, y):
        rows = [value if isinstance(value, list) else [value] for value in y]
        if any(isinstance(value, (str, dict, list)) or value is None for row in rows for value in row) or len({len(row) for row in rows}) > 1:
            raise TypeError("y has something besides numbers, or rows of different length. Give a number, or a row of them, for each row of X.")
        return {"rows": len(y), "columns": len(rows[0])}, array.array("d", [float(value) for row in rows for value in row]).tobytes()

    def predict(self, X):
        """The outputs of each row; NaN where interpolation="none" has none."""
        return _numbers(self._ask("predict", X)[1], self._outputs)

    def predict_interval(self, X, coverage=0.9):
        """For each row [low, high], which hold its y with a probability of coverage; for several outputs a pair each. Call
        calibrate before."""
        found = _numbers(self._ask("predictInterval", X, coverage=option("coverage", coverage))[1], 2)
        return found if self._outputs == 1 else [found[i : i + self._outputs] for i in range(0, len(found), self._outputs)]

    def score(self, X, y):
        """r²."""
        y = tables.plain(y, "y")
        mean = sum(y) / len(y)
        return 1 - sum((a - b) ** 2 for a, b in zip(self.predict(X), y)) / sum((b - mean) ** 2 for b in y)
