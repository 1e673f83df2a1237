"""The widget's Python side: both forms, the picture, and that the notebook is what its script writes."""

import html
import importlib
import json
import pathlib
import re
import sys
import types
import unittest
import xml.etree.ElementTree as tree

import traitlets

import xaia_widget

HERE = pathlib.Path(__file__).parent


class Array:
    """What NumPy's arrays do, as far as the widget asks."""

    def __init__(self, rows):
        self.rows = rows

    def tolist(self):
        return self.rows


class Comm:
    def __init__(self):
        self.sent = []

    def on_msg(self, listen):
        self.listen = listen

    def on_close(self, listen):
        self.close = listen

    def send(self, data):
        self.sent.append(data)


class Frame(unittest.TestCase):
    def test_frame_carries_everything(self):
        plot = xaia_widget._Frame(Array([[0.0, 0.0], [1.0, 1.0]]), ['<b>"x"</b>', "y"], external=[[2, 2]])
        text = plot._repr_html_()
        self.assertNotIn("<b>", text)
        document = html.unescape(re.search(r'srcdoc="([^"]*)"', text).group(1))
        told = {k: html.unescape(v) for k, v in re.findall(r'(\w+)="([^"]*)"', re.search(r"<xaia-plot (.*?)></xaia-plot>", document, re.S).group(1))}
        self.assertEqual(json.loads(told["X"]), [[0, 0], [1, 1]])
        self.assertEqual(json.loads(told["y"]), ['<b>"x"</b>', "y"])
        self.assertIn(xaia_widget._embed().read_text("utf-8"), document)
        self.assertIsNone(re.search(r'(src|href)="(?!data:)', document))

    def test_what_comes_back_is_heard_and_not_sent_again(self):
        plot = xaia_widget._Frame([[0, 0]], ["a"])
        comm, heard = Comm(), []
        plot._opened(comm, None)
        self.assertEqual(comm.sent[0]["X"], [[0, 0]])
        plot.observe(lambda change: heard.append(change["new"]), names="selected")
        comm.listen({"content": {"data": {"selected": {"sample": 0}, "explanation": {"value": "a"}, "X": [[0, 0], [1, 1]], "width": 9}}})
        self.assertEqual((heard, plot.explanation, plot.X, plot.width, len(comm.sent)), ([{"sample": 0}], {"value": "a"}, [[0, 0], [1, 1]], 640, 1))
        plot.external = [[1, 1]]
        self.assertEqual(comm.sent[1], {"external": [[1, 1]]})

    def test_unknown_names_are_refused(self):
        with self.assertRaisesRegex(TypeError, "no colour. Known are X, background"):
            xaia_widget.Plot([[0]], [1], colour="red")

    def test_what_json_has_no_word_for(self):
        self.assertEqual(xaia_widget._plain([float("nan"), (1, float("inf")), {"a": Array([2])}]), [None, [1, None], {"a": [2]}])


class Picture(unittest.TestCase):
    def draw(self, *args):
        return [e.tag.split("}")[1] for e in tree.fromstring(xaia_widget._picture(*args, 400, 300)).iter()]

    def test_a_mark_for_each_sample(self):
        marks = self.draw([[0, 0], [1, 2], [3, 1]], ["a", "<b>", "a"], [[1, 1], [99, 99]])
        self.assertEqual((marks.count("circle"), marks.count("path"), marks.count("text")), (3, 1, 2))
        self.assertEqual(self.draw([0, 1, 2], [5.0, 6.0, 5.0], [0.5]).count("circle"), 3)
        self.assertEqual(self.draw([[1, 1]], [True], None).count("circle"), 1)
        self.assertEqual(self.draw(None, None, None), ["svg"])


class WithAnywidget(unittest.TestCase):
    def test_the_traits_that_the_page_speaks_of(self):
        class AnyWidget(traitlets.HasTraits):
            pass

        sys.modules["anywidget"] = types.SimpleNamespace(AnyWidget=AnyWidget)
        try:
            widget = importlib.reload(xaia_widget)
            plot = widget.Plot(Array([[0, 0]]), ["a"], options={"preset": "paper"})
            self.assertIsInstance(plot, AnyWidget)
            synced = set(plot.traits(sync=True))
            self.assertLessEqual({"X", "y", "options", "external", "selected", "explanation"}, synced)
            self.assertEqual((plot.X, plot.options), ([[0, 0]], {"preset": "paper"}))
            self.assertIn("render", widget.Plot._esm[-400:])
        finally:
            del sys.modules["anywidget"]
            importlib.reload(xaia_widget)


class Notebook(unittest.TestCase):
    def test_it_is_what_its_script_writes(self):
        import make_notebook

        self.assertEqual(json.loads((HERE / "paper.ipynb").read_text("utf-8")), make_notebook.notebook())
        self.assertEqual(len(make_notebook.CELLS), 10)


if __name__ == "__main__":
    unittest.main()
