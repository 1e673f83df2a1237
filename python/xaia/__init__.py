"""xaia in a notebook: nothing is fetched, and nothing else has to be installed.

    from xaia import Plot
    plot = Plot(df, target="species")
    plot

Plot takes a pandas or polars data frame, a dict of columns, a list of dicts, NumPy arrays, or lists. Where anywidget
is installed, Plot is a widget, and clicks come back to Python. Elsewhere it is a frame. Where scripts are stripped, a
picture of the samples stays.

    from xaia import XaiaClassifier, XaiaRegressor

are scikit-learn estimators, with which Python fits by itself, and need the wheel of a platform, which has the engine; in
Pyodide any wheel does. Without scikit-learn they take and give lists. All the rest needs neither.

verify(certificate) adds an answer up again that model.certificate gave in JavaScript.

Lesson("sample"), "layers", "unknown", "absorb", "teach" or "heartbeat" is one of the six lessons.
"""

import importlib
import importlib.util

from .certificate import verify
from .lesson import Lesson
from .plot import Plot
from .tables import missing

__all__ = ["Lesson", "Plot", "verify"]
_ESTIMATORS = ("XaiaClassifier", "XaiaRegressor", "XaiaError")
__version__ = "__XAIA_VERSION__"


def __getattr__(name):
    """The estimators are imported when they are asked for; those of lists where there is no scikit-learn."""
    if name not in _ESTIMATORS:
        raise AttributeError(f"module 'xaia' has no attribute {name!r}. {missing(name, __dir__())}")
    lacking = importlib.util.find_spec("numpy") is None or importlib.util.find_spec("sklearn") is None
    return getattr(importlib.import_module(".lists" if lacking else ".estimator", __name__), name)


def __dir__():
    return sorted([*__all__, *_ESTIMATORS, "__version__"])
