"""xaia in a notebook: one class, no build step, nothing fetched.

    from xaia_widget import Plot
    plot = Plot([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"], external=[[0.1, 0.9]])
    plot

It needs embed.mjs (made by ./build.sh) beside this file, in ../../dist/npm, or where XAIA_EMBED says. Where
anywidget is installed, Plot is one. Elsewhere it is a frame that carries everything in itself: in the classic
notebook clicks come back to Python all the same, through a comm; where scripts are stripped, a picture of the
samples stays.

Traits: X, y, options (of fit), external, selected, explanation (from the page), background, links, show, width, height.
"""

import base64
import html
import json
import math
import os
import pathlib

import traitlets

try:
    import anywidget
except ImportError:
    anywidget = None

__all__ = ["Plot"]


def _embed():
    here = pathlib.Path(__file__).resolve().parent
    places = [pathlib.Path(os.environ["XAIA_EMBED"])] if "XAIA_EMBED" in os.environ else []
    places += [here / "embed.mjs", here.parent.parent / "dist" / "npm" / "embed.mjs"]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError("embed.mjs is missing: run ./build.sh, or copy it beside xaia_widget.py. Looked at " + ", ".join(map(str, places)))


def _plain(value):
    """Arrays and data frames as lists; numbers that JSON has no word for as null."""
    for method in ("to_numpy", "tolist"):
        if hasattr(value, method):
            return _plain(getattr(value, method)())
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


# ---- a picture that needs no scripts -------------------------------------------------------------------------

_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]


def _picture(X, y, external, width, height):
    """The samples as SVG: dots, coloured by class or from dark to light by value; external ones as crosses."""
    rows = [r if isinstance(r, list) else [r] for r in X or []]
    if not rows or not all(isinstance(v, (int, float)) for r in rows for v in r):
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    line = len(rows[0]) == 1 and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in y)
    points = [(r[0], v if line else (r[1] if len(r) > 1 else 0.0)) for r, v in zip(rows, y)]
    crosses = [(e[0], e[1] if len(e) > 1 else None) for e in (e if isinstance(e, list) else [e] for e in external or [])]
    low = [min(p[k] for p in points) for k in (0, 1)]
    high = [max(p[k] for p in points) for k in (0, 1)]
    span = [(high[k] - low[k]) or 1.0 for k in (0, 1)]
    place = lambda p: (30 + (p[0] - low[0]) / span[0] * (width - 60), height - 30 - (p[1] - low[1]) / span[1] * (height - 60))
    inside = lambda p: all(p[k] is not None and low[k] - 0.1 * span[k] <= p[k] <= high[k] + 0.1 * span[k] for k in (0, 1))
    labels = None if all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in y) else sorted({str(v) for v in y})

    def colour(v):
        if labels:
            return _COLOURS[labels.index(str(v)) % len(_COLOURS)]
        part = (v - min(y)) / ((max(y) - min(y)) or 1.0)
        return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ((0x44, 0xB5), (0x01, 0xC8), (0x54, 0x20)))

    marks = [f'<circle cx="{u:.1f}" cy="{v:.1f}" r="5" fill="{colour(t)}"/>' for (u, v), t in zip(map(place, points), y)]
    for u, v in (place(c) for c in crosses if inside(c)):
        marks.append(f'<path d="M{u - 5:.1f} {v - 5:.1f}l10 10m0-10l-10 10" stroke="#1d1d1b" stroke-width="2.5"/>')
    key = "".join(f'<text x="{30 + 90 * i}" y="18" fill="{colour(l)}">● {html.escape(l)}</text>' for i, l in enumerate((labels or [])[:8]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/><rect x="15" y="24" width="{width - 30}" height="{height - 39}" fill="none" stroke="#d9d9d4"/>'
        f'{key}{"".join(marks)}</svg>'
    )


# ---- what both forms share ----------------------------------------------------------------------------------

_TOLD = ["X", "y", "options", "external", "selected", "background", "links", "show", "width", "height"]
_ASKED = ["X", "y", "external", "selected", "explanation"]


class _Traits(traitlets.HasTraits):
    X = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    y = traitlets.List(allow_none=True, default_value=None).tag(sync=True)
    options = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    external = traitlets.List().tag(sync=True)
    selected = traitlets.Any(allow_none=True, default_value=None).tag(sync=True)
    explanation = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    background = traitlets.Unicode("prediction").tag(sync=True)
    links = traitlets.Unicode("selected").tag(sync=True)
    show = traitlets.List(default_value=["picture", "fingerprint"]).tag(sync=True)
    width = traitlets.Int(640).tag(sync=True)
    height = traitlets.Int(420).tag(sync=True)


def _checked(X, y, traits):
    unknown = sorted(set(traits) - set(_TOLD))
    if unknown:
        raise TypeError(f"Plot has no {', '.join(unknown)}. Known are {', '.join(sorted(_TOLD))}.")
    return {name: _plain(value) for name, value in {"X": X, "y": y, **traits}.items()}


class _Frame(_Traits):
    """The form without anywidget."""

    def __init__(self, X=None, y=None, **traits):
        super().__init__(**_checked(X, y, traits))
        self._comms = []
        self._hearing = False
        self.observe(self._tell, names=_TOLD)

    def _repr_html_(self):
        picture = base64.b64encode(_picture(self.X, self.y, self.external, self.width, self.height).encode()).decode()
        image = f'<img alt="The samples" style="grid-area:1/1;align-self:start" src="data:image/svg+xml;base64,{picture}">'
        tall = self.height + 170 + 130 * (len(self.show) - 1) + (2 * self.height // 3 if "network" in self.show else 0)
        frame = (
            f'<iframe title="xaia" width="{self.width + 30}" height="{tall}" frameborder="0" style="grid-area:1/1;z-index:1;border:0;max-width:100%" '
            f'srcdoc="{html.escape(self._document(image))}"></iframe>'
        )
        # The frame lies over the picture; where frames are stripped, the picture is what stays.
        return f'<div class="xaia-plot" style="display:grid">{image}{frame}</div>'

    def _document(self, image):
        attributes = " ".join(
            f'{name}="{html.escape(value if name in ("background", "links") else json.dumps(value))}"' for name in _TOLD if (value := getattr(self, name)) is not None
        )
        return (
            "<!doctype html><meta charset=utf-8><body style=\"margin:0;background:white\">"
            f'<xaia-plot {attributes}></xaia-plot><div id="still">{image}</div>'
            f'<script type="module">{_embed().read_text("utf-8")}</script>'
            f'<script type="module">{_BRIDGE.replace("TARGET", self._target())}</script>'
        )

    # A comm is what widgets speak over; the classic notebook lets a frame open one.

    def _target(self):
        name = f"xaia-{id(self):x}"
        try:
            from IPython import get_ipython

            get_ipython().kernel.comm_manager.register_target(name, self._opened)
        except (ImportError, AttributeError):
            pass  # no kernel: the frame works by itself
        return name

    def _opened(self, comm, message):
        self._comms.append(comm)
        comm.on_msg(self._heard)
        comm.on_close(lambda message: self._comms.remove(comm))
        comm.send({name: getattr(self, name) for name in _TOLD})  # what has changed since the frame was made

    def _heard(self, message):
        self._hearing = True
        try:
            for name, value in message["content"]["data"].items():
                if name in _ASKED:
                    setattr(self, name, value)
        finally:
            self._hearing = False

    def _tell(self, change):
        if not self._hearing:
            for comm in self._comms:
                comm.send({change["name"]: _plain(change["new"])})


_BRIDGE = """
const plot = document.querySelector("xaia-plot");
await plot.ready.catch(() => {});
document.getElementById("still").remove();
const plain = (v) => typeof v === "number" ? (Number.isFinite(v) ? v : null) : ArrayBuffer.isView(v) || Array.isArray(v) ? Array.from(v, plain)
  : v && typeof v === "object" ? Object.fromEntries(Object.entries(v).map(([k, w]) => [k, plain(w)])) : v;
let comm;
try {
  comm = parent.Jupyter?.notebook?.kernel?.comm_manager?.new_comm("TARGET", {});
} catch {
  // another origin's page: nobody to talk to
}
if (comm) {
  comm.on_msg(({content: {data}}) => {
    for (const [name, value] of Object.entries(data)) if (JSON.stringify(plot[name] ?? null) !== JSON.stringify(value)) plot[name] = value;
  });
  plot.addEventListener("input", () => comm.send({X: plain(plot.X), y: plain(plot.y), external: plain(plot.external), selected: plain(plot.value?.selected), explanation: plain(plot.explanation)}));
}
"""

if anywidget is None:
    Plot = _Frame
else:

    class Plot(anywidget.AnyWidget, _Traits):
        """The form with anywidget."""

        _esm = _embed().read_text("utf-8")

        def __init__(self, X=None, y=None, **traits):
            super().__init__(**_checked(X, y, traits))
