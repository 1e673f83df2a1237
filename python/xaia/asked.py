"""What an estimator can be asked, with scikit-learn and without it."""

import contextlib
import json
import operator
import os
import secrets
import stat

from . import tables
from .explanation import Explanation
from .process import Model, engine, opened
from .progress import shown

# Parameters with another name than the engine's option.
NAMES = {"max_steps": "maxSteps"}


def option(name, value):
    """A parameter as JSON: NumPy's numbers and arrays as Python's."""
    try:
        json.dumps(value := tables.plain(value, name), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from None
    return value


def replace(path, content):
    """Writes a file whole or not at all: beside the old one, to the disk, and then under its name, with the mode of the old one."""
    path = os.path.realpath(os.fsdecode(path))
    old = os.stat(path).st_mode if os.path.exists(path) else None
    if old is not None:
        with open(os.open(path, os.O_WRONLY), "wb") as file:  # refused where it may not be written
            if not stat.S_ISREG(old):  # such as a pipe
                file.write(content)
                return
    beside = os.path.join(os.path.dirname(path), f".unfinished-{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            os.chmod(beside, stat.S_IMODE(old))
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.remove(beside)
        raise


def _ends(interval):
    """JSON has no infinite ends."""
    low, high = interval[0], interval[-1]
    if isinstance(low, list):
        return [_ends(each) for each in interval]
    return [float("-inf") if low is None else low, float("inf") if high is None else high]


@tables.suggesting
class Asked:
    """An estimator has _need, which refuses what isn't fitted, _ask, _one, _get_param_names, _loaded, and as _classes a classifier's
    labels by the engine's number."""

    def _take(self, found, file):
        self.model_ = Model(file, found.pop("model"))
        self.report_, self.n_samples_, self.kind_, self.stale_, self.drift_ = found.get("report"), found["sampleCount"], found["kind"], None, None

    def _grew(self, found):
        """After some rows were learned, and rows_ has them."""
        self.n_samples_, self.stale_, self.drift_ = found["sampleCount"], found["stale"], found["drift"]
        if self.drift_:
            self.drift_["since"] = int(self.rows_[min(self.drift_["since"], self.n_samples_ - 1)])

    def explain(self, X, fingerprint=False, without=()):
        """For each row how its answer comes about: a dict with value, recognition, familiarity and the neurons with their samples,
        which are rows of the fit, from 0, with their names if these were given. without: such rows, one or several, that don't
        answer: explain(X[7:8], without=7) says what the others make of a fitted row."""
        self._need()
        found = self._ask("explain", X, fingerprint=bool(fingerprint), without=self._places("without", without))[0]
        for why in found:
            if "interval" in why:
                why["interval"] = _ends(why["interval"])
        for part in (part for why in found for parts in ("neurons", "neighbours") for part in why.get(parts, ())):
            part["samples"] = [int(self.rows_[i]) for i in part["samples"]]
        return found

    def _places(self, name, rows):
        """Where among the samples rows of the fit are, one or several."""
        try:
            rows = [operator.index(rows)]
        except TypeError:
            rows = [int(row) for row in rows]
        places = {int(row): i for i, row in enumerate(self.rows_)} if rows else {}
        for row in rows:
            if row not in places:
                raise ValueError(f"{name} has the row {row}, which isn't among the fitted samples.")
        return [places[row] for row in rows]

    def forget(self, rows):
        """Takes rows out, one or several by their numbers in the fit, and returns the estimator itself. Nothing is fitted again: the
        others answer as they would have without these rows, and keep their numbers. Scaling, relevance and reach stay."""
        self._need()
        places = self._places("rows", rows)
        if places:
            found = self.model_.change("forget", samples=places)
            self._keep(sorted(set(range(len(self.rows_))) - set(places)))
            self._grew(found)
        return self

    def explain_row(self, x):
        """The same for one row, a list, a dict, or a row of a data frame, as what a notebook shows."""
        why = self.explain(self._one(x))[0]
        return Explanation(why, self._classes)

    def sample_at(self, samples=None):
        """The samples of the model as they were given, all or those listed by their number: a dict for each with x, y and, if it has
        one, its name."""
        self._need()
        all = engine.call("sampleAt", (), self.model_)[0]
        return all if samples is None else [all[i] for i in samples]

    @property
    def suspects_(self):
        """The rows of the fit whose outcome the others contradict, the worst first, and those that nobody is like: a dict with
        suspects, each with sample, kind ("label", "value", "duplicate" or "alone"), outcome, said, score, against and misled; and
        with rest, right and rightWithout: of the rows that nobody contradicts, how many the others answer rightly, with the
        contradicted ones and without. At most one row in twenty is listed. Each time it is read it costs some fits."""
        self._need()
        with shown(self.verbose, "suspects") as progress:
            found = engine.call("suspects", (), self.model_, progress=progress)[0]
        for one in found["suspects"]:
            one["sample"] = int(self.rows_[one["sample"]])
            for others in ("against", "misled"):
                one[others] = [int(self.rows_[i]) for i in one[others]]
        return found

    def attributions(self, X):
        """For each row how much each column contributed: a dict with value and columns."""
        return self._ask("attributions", X)[0]

    def counterfactual(self, X, target=None, hold=None):
        """For each row what would have to be different for another answer, or for target: a dict with the nearest sample of it, a row
        of the fit, and as changes the columns that differ where the answer changes on the way there. A text changes as a whole.
        hold lists columns that stay as they are: names, or numbers from 0 where they have none."""
        options = {name: option(name, value) for name, value in (("target", target), ("hold", hold)) if value is not None}
        found = self._ask("counterfactual", X, **options)[0]
        for one in found:
            one["sample"] = int(self.rows_[one["sample"]])
        return found

    def calibrate(self, *, folds=None, seed=None, lopsided=False, adapt=False):
        """Learns from held-out samples how sure answers are, for intervals and sets, and returns the estimator itself. lopsided:
        intervals have a reach of their own to each side, for skewed outcomes. adapt: rows that partial_fit takes in move how far
        intervals and sets reach, so that these keep their coverage while outcomes drift, and drift_ says since when they do."""
        self._need()
        given = {"folds": folds, "seed": seed, "lopsided": lopsided or None, "adapt": adapt or None}
        options = {name: option(name, value) for name, value in given.items() if value is not None}
        with shown(self.verbose, "calibrate") as progress:
            calibrated = engine.call("calibrate", (), self.model_, again=False, progress=progress, options=options)
        self._take(*calibrated)
        return self

    def _file(self, format):
        self._need()
        return engine.call("save", (), self.model_, options={"format": format})[1]

    def save(self, path, format=None):
        """Writes the model file of the JavaScript package: as bytes, or as JSON if format or the name's end is "json". The file is
        replaced whole: after an error the old one is still there."""
        replace(path, self._file(format or ("json" if os.fspath(path).endswith(".json") else "bytes")))

    @classmethod
    def load(cls, path):
        """An estimator of a model file, from Python, JavaScript, the page or the server."""
        found, text = opened(path, cls._is_classifier)
        head, columns = found.pop("head"), found.get("columns")
        options = {{js: name for name, js in NAMES.items()}.get(name, name): value for name, value in head.get("options", {}).items()}
        if options.get("weights") == "balanced":
            options["class_weight"] = "balanced"
        if columns:
            options["missing"] = head["missing"]
        self = cls(**{name: value for name, value in options.items() if name in cls._get_param_names()})
        self._take(found, text)
        self.n_features_in_ = len(columns) if columns else found["featureCount"]
        self._loaded(found, columns or ())
        return self
