"""Plot: what both its forms share, the frame, and the widget."""

import base64
import functools
import hashlib
import html
import json
import pathlib
import pkgutil
import sys

from .still import picture
from .tables import asked, has_gaps, missing, plain, read, warn

try:
    import anywidget
    import traitlets
except ImportError:
    anywidget = None

_HERE = pathlib.Path(__file__).resolve().parent


def _file(name):
    """A file of the package, which may lie in a zip."""
    return pkgutil.get_data(__package__, name).decode()


def _built(name):
    try:
        return _file(name)
    except OSError:
        place = _HERE.parent.parent / "dist" / "npm" / name
        if place.is_file():
            return place.read_text("utf-8")
    raise FileNotFoundError(f"{_HERE / name} is missing. Install xaia's wheel, or run ./build.sh in its repository.")


@functools.lru_cache(None)
def _engine():
    return _built("embed.mjs")


@functools.lru_cache(None)
def _key():
    """Pictures share an engine only when it is the same."""
    return hashlib.sha256(_engine().encode()).hexdigest()[:16]


@functools.lru_cache(None)
def _script(name):
    return _file(name).replace("KEY", _key())


_DEFAULTS = {
    "X": None, "y": None, "options": None, "file": None, "external": [], "selected": None, "explanation": None, "background": "island", "links": "selected",
    "columns": None, "show": ["picture", "fingerprint"], "width": 640, "height": 420,
}
_TOLD = [name for name in _DEFAULTS if name != "explanation"]

# ---- one engine for a notebook --------------------------------------------------------------------------------

# Whose output carries the engine: the cell, and the run of that cell.
_carrier = None


def _run():
    """The id of the cell that runs, where the notebook tells it, and which run of it this is; None outside of a kernel."""
    try:
        from IPython import get_ipython

        message = get_ipython().get_parent()
        return (message.get("metadata") or {}).get("cellId"), message["header"]["msg_id"]
    except (ImportError, AttributeError, KeyError, TypeError):
        return None


def _carries(plot):
    """A cell that is run again loses its output, so what it shows then carries the engine again."""
    global _carrier
    run = _run()
    if plot._carry is not None:
        return plot._carry
    if run is None or "google.colab" in sys.modules:  # Colab gives every output a page of its own
        return True
    if _carrier is None or (run[0] is not None and run[0] == _carrier[0] and run[1] != _carrier[1]):
        _carrier = run
        return True
    return False


def _is_estimator(X):
    modules = (sys.modules.get(f"{__package__}.{name}") for name in ("estimator", "lists"))  # imported by whoever has one
    return any(isinstance(X, module._Xaia) for module in modules if module)


def _of_model(model):
    """The samples of a fitted estimator, their labels, and its file as text."""
    rows = model.sample_at()
    labels = [row.get("name") or int(i) for row, i in zip(rows, model.rows_)]
    return [row["x"] for row in rows], [row["y"] for row in rows], labels, model._file("json").decode()


def _merged(X, y, options):
    """Where rows are equal and their y differ, the options that make one of them, which is told."""
    if (options or {}).get("duplicates") is not None or not isinstance(X, list):
        return options
    first, differ = {}, 0
    for row, value in zip(X, y or []):
        row = str(list(row.values()) if isinstance(row, dict) else row)
        differ += first.setdefault(row, value) != value
    if not differ:
        return options
    how = "majority" if any(isinstance(value, (str, bool)) for value in y) else "mean"
    warn(
        f"{differ} row{' is' if differ == 1 else 's are'} equal to another with a different y: their {how} counts. "
        'options={"duplicates": "first"} keeps the first, "error" refuses them.'
    )
    return {**(options or {}), "duplicates": how}


# ---- what both forms share ------------------------------------------------------------------------------------


class _Shared:
    """A picture of a model and its samples, which answers clicks.

    X        a data frame, a dict of columns, a list of dicts, an array, or a list of rows; or a fitted XaiaClassifier or
             XaiaRegressor, of which file then has the model, and which needs no y
    y        the outcomes: numbers or labels; or
    target   the name of the column that holds them
    external rows to predict, in a form of X
    options  those of fit, such as {"preset": "paper"}. Where X has missing values, "missing" is "mean" by default
    selected {"sample": i}, {"external": i}, or a row
    show     of "picture", "network", "fingerprint", "why", "construction", "activation"
    engine   whether this output carries the engine; default: the notebook's first does
    """

    _model = None  # the estimator that is drawn
    _set = False  # what is set first is read already

    def __init__(self, X=None, y=None, *, target=None, engine=None, **traits):
        for name in traits:
            if name not in _TOLD or name == "file":
                raise TypeError(f"Plot has no {name}. {missing(name, ['engine', 'target', *(name for name in _TOLD if name != 'file')])}")
        file, options = None, plain(traits.get("options"))
        if _is_estimator(X):
            if y is not None or target is not None or options is not None:
                raise TypeError("A fitted model has its samples and options. Give Plot(model) alone, with external and selected.")
            self._model = X
            X, y, labels, file = _of_model(X)
        else:
            X, y, labels = read(X, y, target)
            options = _merged(X, y, options)
        if file is None and has_gaps(X):
            options = {"missing": "mean", **(options or {})}
            if options["missing"] == "drop" and labels is not None:
                kept = [i for i, row in enumerate(X) if not has_gaps([row])]
                if not kept:
                    raise ValueError("Each row has a missing value, so that \"drop\" leaves none. Take missing=\"mean\", or omit columns with many gaps.")
                X, y, labels = ([each[i] for i in kept] for each in (X, y, labels))
        given = {name: plain(value) for name, value in traits.items() if name != "external"}
        self._rows, self._outcomes = X, y  # as they were at first; of a model the page has them in the file
        given.update(X=None, y=None, file=file) if file else given.update(X=X, y=y)
        given["external"] = asked(traits.get("external"), X)
        if options is not None:
            given["options"] = options
        self._labels = labels
        self._carry = engine
        super().__init__(**given)
        self._set = True

    def __setattr__(self, name, value):
        if name in _TOLD and self._set:
            value = asked(value, self._samples()[0]) if name == "external" else plain(value)
        super().__setattr__(name, value)

    @property
    def prediction(self):
        """The answer to the point that is selected; None where nobody has told it."""
        return self._why().get("value")

    @property
    def samples(self):
        """Where that answer came from: rows by their label in the data frame's index, or by number."""
        why = self._why()
        return [self._label(i) for part in why.get("neurons") or why.get("neighbours") or [] for i in part["samples"]]

    def _why(self):
        """The explanation that the page has told, or before it has the estimator's own."""
        if self.explanation is not None or self._model is None or self.selected is None:
            return self.explanation or {}
        x = self.selected
        if isinstance(x, dict):
            x = self._rows[x["sample"]] if "sample" in x else self.external[x["external"]]
        return self._model._ask("explain", self._model._one(x), fingerprint=False)[0][0]

    @property
    def sample(self):
        """The sample that is selected, by its label in the data frame's index, or by number; None where none is."""
        i = self.selected.get("sample") if isinstance(self.selected, dict) else None
        return None if i is None else self._label(i)

    def _samples(self):
        return (self._rows, self._outcomes) if self.file else (self.X, self.y)

    def _label(self, i):
        """Samples that were added or deleted in the page shift the numbers."""
        return self._labels[i] if self._labels is not None and len(self._labels) == len(self._samples()[0]) else i

    def __repr__(self):
        X, y = self._samples()
        what = f"{len(set(map(str, y)))} classes" if y and any(isinstance(v, (str, bool)) for v in y) else "y from {:.4g} to {:.4g}".format(min(y), max(y)) if y and not isinstance(y[0], list) else "no y" if not y else f"{len(y[0])} outputs"
        size = len(X[0]) if X and isinstance(X[0], (list, dict)) else 1
        return f"<Plot of {'a model with ' if self.file else ''}{len(X or [])} samples, {size} feature{'' if size == 1 else 's'}, {what}>"

    def _repr_html_(self):
        image = base64.b64encode(picture(*self._samples(), self.external, self.width, self.height).encode()).decode()
        image = f'<img alt="The samples" style="grid-area:1/1;align-self:start" src="data:image/svg+xml;base64,{image}">'
        tall = self.height + 170 + 130 * (len(self.show) - 1) + (2 * self.height // 3 if "network" in self.show else 0)
        frame = (
            f'<iframe title="xaia" width="{self.width + 30}" height="{tall}" frameborder="0" style="grid-area:1/1;z-index:1;border:0;max-width:100%" '
            f'srcdoc="{html.escape(self._document(image))}"></iframe>'
        )
        engine = f'<script type="text/plain" class="xaia-engine" data-key="{_key()}">{_engine()}</script>' if _carries(self) else ""
        # The frame lies over the picture; where frames are stripped, the picture is what stays.
        return f'{engine}<div class="xaia-plot" style="display:grid">{image}{frame}</div>'

    def _document(self, image):
        attributes = " ".join(
            f'{name}="{html.escape(value if name in ("file", "background", "links") else json.dumps(value))}"' for name in _TOLD if (value := getattr(self, name)) is not None
        )
        return (
            '<!doctype html><meta charset=utf-8><body style="margin:0;background:white">'
            f'<xaia-plot {attributes}></xaia-plot><div id="still">{image}</div>'
            f'<script type="module">{_script("engine.mjs")}{_script("frame.mjs")}</script>'
        )


# ---- without anywidget ----------------------------------------------------------------------------------------


class _Values:
    """Of traitlets what a picture needs: it shows what was set when it is shown."""

    def __init__(self, **values):
        vars(self).update({name: list(value) if isinstance(value, list) else value for name, value in _DEFAULTS.items()}, **values)


class _Frame(_Shared, _Values):
    __doc__ = _Shared.__doc__


# ---- with anywidget -------------------------------------------------------------------------------------------

if anywidget is None:
    Plot = _Frame
else:

    class _Traits(anywidget.AnyWidget):
        file = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
        X = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
        y = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
        options = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        external = traitlets.List().tag(sync=True)
        selected = traitlets.Any(allow_none=True, default_value=None).tag(sync=True)
        explanation = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
        background = traitlets.Unicode("island").tag(sync=True)
        links = traitlets.Unicode("selected").tag(sync=True)
        columns = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
        show = traitlets.List(default_value=["picture", "fingerprint"]).tag(sync=True)
        width = traitlets.Int(640).tag(sync=True)
        height = traitlets.Int(420).tag(sync=True)

        def __init__(self, **values):
            super().__init__(**values)
            self.on_msg(self._wanted)

        def _wanted(self, widget, content, buffers):
            if content == {"want": "engine"}:
                self.send({"engine": _engine()})

    class Plot(_Shared, _Traits):
        __doc__ = _Shared.__doc__
        _esm = _script("widget.mjs")
