"""Writes paper.ipynb: python3 make_notebook.py. The pictures in it are those that xaia shows without scripts."""

import contextlib
import io
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "python"))

from xaia.still import picture  # noqa: E402

TEXT, CODE = "markdown", "code"

CELLS = [
    (TEXT, """# Networks that show their samples

After Tjoa and Guan, *Two Instances of Interpretable Neural Network for Universal Approximations*. Every neuron is one sample.
Nothing is trained by gradient; a network is *placed*, and then answers its samples exactly.

Run the cells from the top. Click in the pictures: the answer names the samples it came from. Shift and a click add a point."""),
    (CODE, """from xaia import Plot"""),
    (TEXT, """## TNN: a triangle of sigmoids (section 2)

The samples on a line are sorted; the neuron of the k-th is on for every input above it. Between two samples the output goes
from one to the other. The steeper the sigmoids, the closer the curve passes the samples (theorem 1). It is grey where the curve lies between
samples: there the network guesses."""),
    (CODE, """line = Plot([0, 1, 2, 3, 4, 5], [0, 0.8, 0.9, 0.1, -0.8, -1], options={"kind": "tnn", "a": 5}, selected=[2.5], height=300)
line"""),
    (TEXT, """## SQANN: layers of neurons that recognise (section 3)

A neuron answers with how near the input is to its sample: σ_dsa, a sharp peak on a plateau. Above τ_act it says "that's mine", and its own output is the
answer. Below τ_ad for all neurons of a layer, the input is new there. Between them it goes on to the next layer, with the activations, its *fingerprint*, as what it sees.

The four samples of XOR, one point beside the second one, one far away."""),
    (CODE, """xor = Plot([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"], external=[[0.1, 0.9], [0.5, 0.5], [3, 3]],
           selected={"external": 0}, background="familiarity", height=360)
xor"""),
    (TEXT, """## The construction (section 3.2)

Samples are placed one by one. One that strongly activates another's neuron *collides*: it joins that layer, and every layer above falls, since
their fingerprints have changed. Step through it with the slider, backwards too. `preset: "paper"` is the paper's text; the default adds a skip connection,
without which a point far away can be taken for a known one."""),
    (CODE, """points = [[0, 0], [0.4, 0.1], [1, 0], [1.3, 0.2], [0.1, 1], [0.3, 1.1], [1.02, 0.01], [0.42, 0.12]]
built = Plot(points, ["a", "b", "a", "b", "b", "a", "b", "a"], options={"preset": "paper", "settings": "classic"},
             background="none", show=["construction", "picture"], height=320)
built"""),
    (TEXT, """## A table

A data frame does, and a dict of columns: texts, missing values and names are kept. `target` names the column to predict. A text becomes a
feature of its own, 1 or 0; a missing value becomes its column's mean."""),
    (CODE, """penguins = Plot({
    "bill": [39.1, 40.3, None, 46.5, 50.0, 51.3, 46.1, 50.0, 48.7],
    "island": ["Torgersen", "Torgersen", "Torgersen", "Dream", "Dream", "Dream", "Biscoe", "Biscoe", None],
    "species": ["Adelie", "Adelie", "Adelie", "Chinstrap", "Chinstrap", "Chinstrap", "Gentoo", "Gentoo", "Gentoo"],
}, target="species", external=[{"bill": 47, "island": "Dream"}], selected={"external": 0}, height=320)
penguins"""),
    (TEXT, """## What it says, in Python

Click in the XOR picture above, then run the next cell. What you chose has come back where anywidget is installed; elsewhere it is what the cell above set. Zero error on the samples is by construction: it says nothing about new points."""),
    (CODE, """print("chosen:", xor.selected)
if xor.explanation:
    print("answer:", xor.prediction, "from samples", xor.samples, xor.explanation["recognition"])
else:
    print("nothing has come back from the picture")"""),
]


def outputs():
    """Runs the cells; a Plot at the end of one gives its picture."""
    scope = {"Plot": ()}
    for kind, source in CELLS:
        found = []
        if kind == CODE:
            last = source.split("\n")[-1]
            with contextlib.redirect_stdout(io.StringIO()):
                exec(source, scope)
            shown = scope.get(last)
            if isinstance(shown, scope["Plot"]):
                still = picture(shown.X, shown.y, shown.external, shown.width, shown.height)
                found = [{"output_type": "display_data", "metadata": {}, "data": {"image/svg+xml": still, "text/plain": "The samples"}}]
        yield found


def notebook():
    cells = []
    for i, ((kind, source), found) in enumerate(zip(CELLS, outputs())):
        cell = {"cell_type": kind, "id": f"cell-{i + 1}", "metadata": {}, "source": source.splitlines(keepends=True)}
        if kind == CODE:
            cell |= {"execution_count": None, "outputs": found}
        cells.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    path = HERE / "paper.ipynb"
    path.write_text(json.dumps(notebook(), indent=1, ensure_ascii=False) + "\n", "utf-8")
