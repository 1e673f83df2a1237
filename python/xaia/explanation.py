"""An explanation of one row, which notebooks show: the samples that the answer came from, and how columns corrected it."""

import html

_MOST = 8  # neurons that are shown


class Explanation(dict):
    """What explain says of a row. steps are what adds up to the answer along a local line, [] without one."""

    def __init__(self, why, classes=None):
        super().__init__(why)
        self.steps = self._steps(classes)

    def _steps(self, classes):
        """The neurons' mean, what each column and the limit add, of the answer or of its class's score."""
        at = None if classes is None or self["value"] is None else classes.index(self["value"])
        value = self["value"] if classes is None else None if at is None else self["scores"][at]
        if "corrections" not in self or value is None or isinstance(value, list):
            return []
        part = lambda of: of if at is None else of[at]
        named = lambda column: column if isinstance(column, str) else f"column {column}"
        added = [(named(each["column"]), part(each["value"])) for each in self["corrections"]] + [("limit", part(self["limit"]))]
        return [("mean of the samples", value - sum(each for _, each in added)), *((name, each) for name, each in added if abs(each) > 1e-12 * max(abs(value), 1e-300))]

    def _from(self):
        """Of the strongest neurons: the share, the output, and the samples by their names, or by their rows."""
        for neuron in self["neurons"][:_MOST]:
            names = neuron.get("names") or [""] * len(neuron["samples"])
            samples = [name or f"row {row}" for name, row in zip(names, neuron["samples"])]
            more = f" and {len(samples) - 3} more" if len(samples) > 3 else ""
            yield neuron.get("weight", 0), _shown(neuron["alpha"]), ", ".join(samples[:3]) + more
        if rest := self["neurons"][_MOST:]:
            yield sum(neuron.get("weight", 0) for neuron in rest), "", f"{len(rest)} more neurons"

    def _said(self):
        return f"{_shown(self['value'])} ({', '.join([*([self['status']] if 'status' in self else []), self['recognition']])}, familiarity {self['familiarity']:.2f})"

    def __repr__(self):
        lines = [self._said(), *(f"  {share:4.0%}  {output:12}  {samples}" for share, output, samples in self._from())]
        return "\n".join([*lines, *(f"  {value:+.4g}  {name}" for name, value in self.steps)])

    def _repr_html_(self):
        value = _shown(self["value"])
        text = f"<p><b>{html.escape(value)}</b>{html.escape(self._said()[len(value) :])}</p>"
        text += _table(["share", "", "output", "sample"], [[f"{share:.0%}", _bar(0, share, _BLUE), output, samples] for share, output, samples in self._from()])
        if self.steps:
            ends = [self.steps[0][1]]
            for _, added in self.steps[1:]:
                ends.append(ends[-1] + added)
            # what follows the mean is drawn between the least and the most that is reached
            low, span = min(ends), (max(ends) - min(ends)) or 1.0
            rows = [[self.steps[0][0], "", "", _shown(ends[0])]]
            for (name, added), before, end in zip(self.steps[1:], ends, ends[1:]):
                rows.append([name, f"{added:+.4g}", _bar((min(before, end) - low) / span, abs(end - before) / span, _GREEN if added > 0 else _RED), _shown(end)])
            text += _table(["", "adds", "", "then"], rows)
        return f'<div class="xaia-explanation">{text}</div>'


_BLUE, _GREEN, _RED = "#0072B2", "#009E73", "#D55E00"


class _bar:
    """A bar of a table, in parts of its column."""

    def __init__(self, left, width, colour):
        self.html = f'<div style="width:160px"><div style="margin-left:{100 * left:.1f}%;width:{100 * width:.1f}%;height:10px;background:{colour}"></div></div>'


def _table(head, rows):
    row = lambda tag, cells: "<tr>" + "".join(f'<{tag} style="text-align:left">{cell.html if isinstance(cell, _bar) else html.escape(cell)}</{tag}>' for cell in cells) + "</tr>"
    return "<table>" + row("th", head) + "".join(row("td", cells) for cells in rows) + "</table>"


def _shown(value):
    if isinstance(value, list):
        return "(" + ", ".join(map(_shown, value)) + ")"
    return f"{value:.4g}" if isinstance(value, float) else "no answer" if value is None else str(value)
