"""Fits with the wheel that is installed, and needs nothing else. What it prints is the same on every platform, to the bit:
the workflow of a release compares it."""

import hashlib
import json
import os
import tempfile

from xaia import Plot, XaiaClassifier, XaiaRegressor

X = [[7 * i % 31 / 8, i * i % 17 / 4, i % 5] for i in range(300)]
ASKED = [[a + 0.1, b - 0.2, c] for a, b, c in X[::7]]
numbers = XaiaRegressor().fit(X, [a * b - c / 3 for a, b, c in X], names=[f"row {i}" for i in range(300)]).calibrate(seed=1)
classes = XaiaClassifier(relevance=True).fit(X, ["high" if a > b else "low" for a, b, _ in X])
told = [[float(value) for value in numbers.predict(ASKED)], [str(label) for label in classes.predict(ASKED)], numbers.explain(ASKED), classes.explain(ASKED)]
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.xaia")
    numbers.save(path)
    with open(path, "rb") as file:
        saved = file.read()
    assert [float(value) for value in XaiaRegressor.load(path).predict(ASKED)] == told[0]
assert "xaia-plot" in Plot(classes)._repr_html_()
print(hashlib.sha256(json.dumps(told).encode() + saved).hexdigest())
