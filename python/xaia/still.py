"""A picture of the samples that needs no scripts."""

import html

_COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]


def _number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _places(rows, like):
    """Of rows with names the first two columns of numbers, a missing one as their mean; others as they are."""
    if like and isinstance(like[0], dict):
        known = {name: [row[name] for row in like if row[name] is not None] for name in like[0]}
        means = {name: sum(values) / len(values) for name, values in known.items() if values and all(map(_number, values))}
        return [[means[name] if row.get(name) is None else row[name] for name in list(means)[:2]] if isinstance(row, dict) else row for row in rows]
    return [row if isinstance(row, list) else [row] for row in rows]


def picture(X, y, external, width, height):
    """The samples as SVG: dots, coloured by class or from dark to light by value; external ones as crosses."""
    rows = _places(X or [], X)
    if not rows or not rows[0] or y is None or not all(isinstance(v, (int, float)) for r in rows for v in r[:2]):
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    line = len(rows[0]) == 1 and all(map(_number, y))
    points = [(r[0], v if line else (r[1] if len(r) > 1 else 0.0)) for r, v in zip(rows, y)]
    crosses = [(e[0], e[1] if len(e) > 1 else None) for e in _places(external or [], X)]
    low = [min(p[k] for p in points) for k in (0, 1)]
    high = [max(p[k] for p in points) for k in (0, 1)]
    span = [(high[k] - low[k]) or 1.0 for k in (0, 1)]
    place = lambda p: (30 + (p[0] - low[0]) / span[0] * (width - 60), height - 30 - (p[1] - low[1]) / span[1] * (height - 60))
    inside = lambda p: all(p[k] is not None and low[k] - 0.1 * span[k] <= p[k] <= high[k] + 0.1 * span[k] for k in (0, 1))
    labels = None if all(map(_number, y)) else sorted({str(v) for v in y})

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
