"""Adds the certificate of an answer up again: what verify of xaia/lite does in JavaScript, for JSON that model.certificate gave."""

import json
import math

from .tables import suggesting

_SLACK = 1e-9  # what rounding may take of a sum, of its parts without their signs


@suggesting
def verify(certificate):
    """What doesn't fit in a certificate, a dict or its text: an empty list if its parts add up to the answer, to the bit."""
    if isinstance(certificate, (str, bytes)):
        try:
            certificate = json.loads(certificate)
        except ValueError:
            return ["The text is not JSON, or is truncated."]
    c = certificate
    if not isinstance(c, dict) or c.get("format") != "xaia-certificate" or c.get("version") != 1:
        return ["It is no certificate of version 1."]
    try:
        return _problems(c)
    except (KeyError, TypeError, AttributeError, IndexError):
        return ["A part of it is missing, or isn't what it should be."]


def _list(value):
    return value if isinstance(value, list) else [value]


def _number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _equal(one, other):
    return one == other and isinstance(one, bool) == isinstance(other, bool)  # True == 1


def _problems(c):
    classes, neurons = c["model"].get("classes"), c["neurons"]
    outputs = c["scores"] if classes else _list(c["value"])
    if not neurons or not all(n["samples"] and _number(n["weight"]) and n["weight"] >= 0 for n in neurons):
        return ["Its neurons have no samples or no weights."]
    if not all(_number(v) for v in outputs) or classes and len(outputs) != len(classes):
        return ["Its scores aren't one number a class." if classes else "Its value is no number."]
    values = [[int(_equal(label, n["value"])) for label in classes] if classes else _list(n["value"]) for n in neurons]
    added = [_list(one["value"]) for one in c.get("corrections", ())] + ([_list(c["limit"])] if "limit" in c else [])
    rounding = _list(c["rounding"])
    if not all(len(part) == len(outputs) and all(_number(v) for v in part) for part in [*values, *added, rounding]):
        return ["A part of its sum isn't a number for each output."]
    said = []
    if not all(isinstance(row, int) and 0 <= row < c["model"]["sampleCount"] for n in neurons for row in n["samples"]):
        said.append("A neuron names a sample that the model doesn't have.")
    if classes and not all(any(_equal(label, n["value"]) for label in classes) for n in neurons):
        said.append("A neuron has a class that the model doesn't have.")
    weights = 0.0
    for n in neurons:
        weights += n["weight"]
    if not abs(weights - 1) <= _SLACK:
        said.append(f"The weights add up to {weights}, not to 1.")
    for k, output in enumerate(outputs):
        total, size = 0.0, 0.0
        for part in [n["weight"] * value[k] for n, value in zip(neurons, values)] + [part[k] for part in added]:
            total, size = total + part, size + abs(part)
        of = f"The score of {classes[k]}" if classes else f"Output {k}" if len(outputs) > 1 else "The value"
        if not abs(rounding[k]) <= _SLACK * size:
            said.append(f"{of} is left over by {rounding[k]}, which is more than rounding.")
        elif total + rounding[k] != output:
            said.append(f"{of} is {output}, and its parts add up to {total + rounding[k]}.")
    if classes and not _equal(c["value"], classes[outputs.index(max(outputs))]):
        said.append(f"The value is {c['value']}, and another class has the highest score.")
    return said
