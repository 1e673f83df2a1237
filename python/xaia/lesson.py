"""Lesson: one of the six lessons in a cell of a notebook."""

import functools
import html
import json

from .plot import _built, _carries, _engine, _key, _script
from .tables import missing, suggesting

_NAMES = ["sample", "layers", "unknown", "absorb", "teach", "heartbeat"]


@functools.lru_cache(None)
def _lessons():
    return _built("lessons.mjs")


@suggesting
class Lesson:
    """A lesson with two exercises, which know when they are solved. Nothing is fetched.

    name     "sample": a neuron is a sample; "layers": why there are layers; "unknown": "I don't know"; "absorb": take it in,
             forget nothing; or "teach": you are the training data
    engine   whether this output carries the engine; default: the first Plot or Lesson of the notebook does
    """

    def __init__(self, name, *, engine=None):
        if name not in _NAMES:
            raise ValueError(f"There is no lesson {name!r}. {missing(name, _NAMES)}")
        self.name = name
        self._carry = engine

    def _repr_html_(self):
        document = (
            '<!doctype html><meta charset=utf-8><body style="margin:0;background:Canvas;color-scheme:light dark">'
            f'<script type="text/plain" id="lessons">{_lessons()}</script>'
            f'<script type="module">{_script("engine.mjs")}{_script("lesson.mjs").replace("NAME", json.dumps(self.name))}</script>'
        )
        engine = f'<script type="text/plain" class="xaia-engine" data-key="{_key()}">{_engine()}</script>' if _carries(self) else ""
        return f'{engine}<iframe title="xaia: a lesson" width="100%" height="900" frameborder="0" style="border:0" srcdoc="{html.escape(document)}"></iframe>'
