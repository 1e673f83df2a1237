"""Writes the notebooks of the course and of the course kit: python3 make.py. Each has its source beside it, a .py in cells that
begin with # %%; the notebooks hold no results, since who teaches runs them."""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = [*(HERE / f"{name}.py" for name in ("classification", "regression", "in-a-page")), HERE.parents[1] / "web/course/pages/notebooks/python.py"]


def notebook(source):
    cells = []
    for i, part in enumerate(re.split(r"^# %%", source.read_text("utf-8"), flags=re.M)[1:]):
        kind, text = part.split("\n", 1)
        cell = {"cell_type": "code", "id": f"cell-{i + 1}", "metadata": {}, "source": text.strip("\n")}
        if "markdown" in kind:
            cell |= {"cell_type": "markdown", "source": re.sub(r"^# ?", "", cell["source"], flags=re.M)}
        else:
            cell |= {"execution_count": None, "outputs": []}
        cell["source"] = cell["source"].splitlines(keepends=True)
        cells.append(cell)
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    for source in SOURCES:
        source.with_suffix(".ipynb").write_text(json.dumps(notebook(source), indent=1, ensure_ascii=False) + "\n", "utf-8")
