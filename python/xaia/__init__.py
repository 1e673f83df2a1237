"""xaia in a notebook: nothing is fetched, and nothing else has to be installed.

    from xaia import Plot
    plot = Plot(df, target="species")
    plot

Plot takes a pandas or polars data frame, a dict of columns, a list of dicts, NumPy arrays, or lists. Where anywidget
is installed, Plot is a widget. Elsewhere it is a frame, and in the classic notebook clicks come back to Python all
the same. Where scripts are stripped, a picture of the samples stays.

Lesson("sample"), "layers", "unknown" or "absorb" is one of the four lessons.
"""

from .lesson import Lesson
from .plot import Plot

__all__ = ["Lesson", "Plot"]
__version__ = "__XAIA_VERSION__"
