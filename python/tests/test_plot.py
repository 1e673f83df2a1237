"""Both forms of Plot, what they read, what a notebook carries, the picture, and that the notebook is what its script writes."""

import contextlib
import html
import importlib
import json
import pathlib
import re
import sys
import types
import unittest
import warnings
import xml.etree.ElementTree as tree

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "examples" / "jupyter")]

import xaia  # noqa: E402
import xaia.lesson  # noqa: E402
import xaia.plot  # noqa: E402
from xaia.still import picture  # noqa: E402
from xaia.tables import plain  # noqa: E402

XOR = [[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]
PENGUINS = {"bill": [39.1, 46.5, None, 38.6], "island": ["Torgersen", "Dream", "Dream", None], "species": ["Adelie", "Chinstrap", "Chinstrap", "Adelie"]}


class Array:
    """What NumPy's arrays do, as far as Plot asks."""

    def __init__(self, rows):
        self.rows = rows

    def tolist(self):
        return self.rows


class Series(Array):
    """What a row of pandas does, as far as Plot asks."""

    iloc = None

    def __init__(self, values, index):
        super().__init__(values)
        self.index = index


def frame(text):
    """The document in the frame, and what its <xaia-plot> is told."""
    document = html.unescape(re.search(r'srcdoc="([^"]*)"', text).group(1))
    told = {k: html.unescape(v) for k, v in re.findall(r'(\w+)="([^"]*)"', re.search(r"<xaia-plot (.*?)></xaia-plot>", document, re.S).group(1))}
    return document, told


class Frame(unittest.TestCase):
    def test_frame_carries_everything(self):
        plot = xaia.plot._Frame(Array([[0.0, 0.0], [1.0, 1.0]]), ['<b>"x"</b>', "y"], external=[[2, 2]])
        text = plot._repr_html_()
        self.assertNotIn("<b>", text.replace(xaia.plot._engine(), ""))
        document, told = frame(text)
        self.assertEqual(json.loads(told["X"]), [[0, 0], [1, 1]])
        self.assertEqual(json.loads(told["y"]), ['<b>"x"</b>', "y"])
        self.assertIn(f">{xaia.plot._engine()}</script>", text)
        self.assertIsNone(re.search(r'(src|href)="(?!data:)', document))

    def test_unknown_names_are_refused(self):
        with self.assertRaisesRegex(TypeError, "no zzz. Known are engine"):
            xaia.Plot([[0]], [1], zzz="red")
        with self.assertRaisesRegex(TypeError, "no extrenal. Did you mean 'external'"):
            xaia.Plot([[0]], [1], extrenal=[[0]])

    def test_what_json_has_no_word_for(self):
        self.assertEqual(plain([float("nan"), (1, 2.5), {"a": Array([2])}]), [None, [1, 2.5], {"a": [2]}])


class Tables(unittest.TestCase):
    def test_columns_keep_their_names_texts_and_gaps(self):
        plot = xaia.plot._Frame(PENGUINS, target="species", external={"bill": 40, "island": "Dream", "species": None})
        self.assertEqual(plot.X[1:3], [{"bill": 46.5, "island": "Dream"}, {"bill": None, "island": "Dream"}])
        self.assertEqual((plot.y, plot.external, plot.options), (PENGUINS["species"], [{"bill": 40, "island": "Dream"}], {"missing": "mean"}))
        told = frame(plot._repr_html_())[1]
        self.assertEqual((json.loads(told["X"]), json.loads(told["options"])), (plot.X, plot.options))
        self.assertIsNone(xaia.plot._Frame([[0, 0]], ["a"]).options)

    def test_one_column_of_outcomes_and_one_row_of_external(self):
        for y in (Array([[1.0], [2.0], [3.0], [4.0]]), [[1], [2], [3], [4]], [{"price": 1}, {"price": 2}, {"price": 3}, {"price": 4}]):
            self.assertEqual(xaia.plot._Frame(XOR[0], y).y, [1, 2, 3, 4])
        self.assertEqual(xaia.plot._Frame(XOR[0], [["a"], ["b"], ["b"], ["a"]]).y, XOR[1])
        self.assertEqual(xaia.plot._Frame(XOR[0], XOR[0]).y, XOR[0], "vectors stay")
        row = Series([40, "Dream", "Adelie"], ["bill", "island", "species"])
        plot = xaia.plot._Frame(PENGUINS, target="species", external=row)
        self.assertEqual(plot.external, [{"bill": 40, "island": "Dream"}])
        for external in (Series([0.5, 1], ["x", "y"]), Array([0.5, 1]), (0.5, 1)):
            plot = xaia.plot._Frame(*XOR, external=external)
            self.assertEqual(plot.external, [[0.5, 1]])
        plot.external = [0, 1]
        self.assertEqual(plot.external, [[0, 1]])
        self.assertEqual(xaia.plot._Frame([1, 2, 3], [1, 2, 3], external=[1.5, 2.5]).external, [1.5, 2.5], "one feature: rows")
        self.assertEqual(xaia.plot._Frame([[1], [2], [3]], [1, 2, 3], external=[1.5, 2.5]).external, [1.5, 2.5])

    def test_records_are_a_table_too(self):
        records = [dict(zip(PENGUINS, row)) for row in zip(*PENGUINS.values())]
        records[0].pop("island")
        plot = xaia.plot._Frame(records, target="species", external=[{"bill": 1, "island": "Dream"}])
        self.assertEqual((plot.X[0], plot.y, plot.external), ({"bill": 39.1, "island": None}, PENGUINS["species"], [{"bill": 1, "island": "Dream"}]))

    def test_rows_without_an_outcome_are_left_out_and_the_others_keep_their_numbers(self):
        plot = xaia.plot._Frame({"x": [1, 2, 3], "y": ["a", None, "b"]}, target="y", selected={"sample": 1})
        self.assertEqual((plot.X, plot.y, plot.sample), ([{"x": 1}, {"x": 3}], ["a", "b"], 2))
        dropped = xaia.plot._Frame(PENGUINS, target="species", options={"missing": "drop"}, selected={"sample": 1})
        self.assertEqual((len(dropped.X), dropped.sample), (2, 1))
        plot.X, plot.selected = [{"x": 3}], {"sample": 0}
        self.assertEqual(plot.sample, 0)  # a row was deleted in the page: its numbers count

    def test_what_is_refused_says_what_to_do(self):
        for args, kind, said in [
            (dict(X=PENGUINS, target="specis"), ValueError, "no column 'specis'. Did you mean 'species'"),
            (dict(X=PENGUINS, target="SPECIES"), ValueError, "Did you mean 'species'"),
            (dict(X=PENGUINS, target="zzz"), ValueError, "no column 'zzz'. Known are bill, island, species"),
            (dict(X=PENGUINS), TypeError, "Give target=, one of bill, island, species"),
            (dict(X=XOR[0], target="y"), TypeError, "no named columns"),
            (dict(X=PENGUINS, y=[1], target="species"), TypeError, "not both"),
            (dict(X=XOR[0], y=["a"]), ValueError, "4 rows and 1 outcomes"),
            (dict(X={"a": [1, 2], "b": [1]}, target="b"), ValueError, "differ in length"),
            (dict(X={"a": [1]}, target="a"), ValueError, "at least one feature"),
            (dict(X={"a": [1], 1: [2], "1": [3]}, target="a"), ValueError, "Two columns are called '1'"),
            (dict(X={"a": [None, None], "x": [1, 2]}, target="a"), ValueError, "No row has an outcome"),
            (dict(X=PENGUINS, target="species", external=[{"bil": 1, "island": "Dream"}]), ValueError, "external row 0 has no 'bill'. Did you mean 'bil'"),
            (dict(X=XOR[0], y=XOR[1], external=[{"x": 1}]), TypeError, "Give a list of 2 numbers"),
            (dict(X=Array([[0.0, 1.0], [1.0, float("inf")]]), y=[1, 2]), ValueError, r"X\[1\]\[1\] is inf\. Give a finite number, or None"),
            (dict(X={"a": [1, 2, float("-inf")], "b": [1, 2, 3]}, y=[1, 2, 3]), ValueError, r"X\['a'\]\[2\] is -inf\."),
            (dict(X=[{"a": 1}, {"a": float("inf")}], y=[1, 2]), ValueError, r"X\[1\]\['a'\] is inf\."),
            (dict(X=XOR[0], y=Array([0.0, 1.0, float("inf"), 1.0])), ValueError, r"y\[2\] is inf\."),
            (dict(X=XOR[0], y=XOR[1], external=[[0, float("inf")]]), ValueError, r"external\[0\]\[1\] is inf\."),
            (dict(X=PENGUINS, target="species", external=Series([1], ["bil"])), ValueError, "external row 0 has no 'bill'. Did you mean 'bil'"),
            (dict(X={"x": [object()], "y": [1]}, target="y"), TypeError, r"X\['x'\]\[0\] is .*Give numbers, texts or None"),
            (dict(X={"x": [None, 1], "z": [1, None], "y": [1, 2]}, target="y", options={"missing": "drop"}), ValueError, 'missing="mean"'),
        ]:
            with self.subTest(said), self.assertRaisesRegex(kind, said):
                xaia.Plot(**args)

    def test_dates_are_days(self):
        import datetime
        from xaia import tables
        utc = datetime.timezone.utc
        when = [datetime.date(2024, 1, 1), datetime.datetime(2024, 1, 1, 12), datetime.datetime(2024, 1, 1, 6, tzinfo=utc), None]
        self.assertEqual(tables.plain(when, "X"), [19723, 19723.5, 19723.25, None])
        self.assertEqual(tables.plain([datetime.time(9, 30), datetime.timedelta(hours=25)], "X"), [34200, 90000])


class EqualRows(unittest.TestCase):
    """Two columns of iris have equal rows of two species: the picture is drawn, and what was done is told."""

    def test_they_are_told_and_drawn(self):
        for y, how in ((["a", "b", "b", "a"], "majority"), ([1, 2, 3, 4], "mean")):
            with self.assertWarnsRegex(UserWarning, f"2 rows are equal to another with a different y: their {how} counts"):
                plot = xaia.Plot([[0, 1], [0, 1], [2, 2], [0, 1]], y if how == "mean" else ["a", "b", "b", "b"])
            self.assertEqual(plot.options, {"duplicates": how})
        with self.assertWarns(UserWarning):
            table = xaia.Plot({"x": [1, 1, None], "y": ["p", "q", "p"]}, target="y", options={"preset": "paper"})
        self.assertEqual(table.options, {"missing": "mean", "preset": "paper", "duplicates": "majority"})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertIsNone(xaia.Plot([[0], [0], [1]], ["a", "a", "b"]).options)
            self.assertEqual(xaia.Plot([[0], [0]], ["a", "b"], options={"duplicates": "error"}).options, {"duplicates": "error"})


@contextlib.contextmanager
def kernel():
    """A stand-in for the kernel: run(cell) begins a cell's run. The notebook may tell the cell's id."""
    runs = []

    def run(cell=None):
        runs.append({"metadata": {"cellId": cell} if cell else {}, "header": {"msg_id": str(len(runs))}})

    shell = types.SimpleNamespace(get_parent=lambda: runs[-1])
    before = sys.modules.get("IPython")
    sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
    xaia.plot._carrier = None
    try:
        yield run
    finally:
        xaia.plot._carrier = None
        sys.modules.pop("IPython")
        if before:
            sys.modules["IPython"] = before


class OneEngine(unittest.TestCase):
    def carried(self, plot=None):
        return (plot or xaia.plot._Frame(*XOR))._repr_html_().count('class="xaia-engine" data-key=')

    def test_eight_pictures_carry_one_engine(self):
        engine = len(xaia.plot._engine())
        for cells in (["a"] * 8, list("abcdefgh"), [None] * 8):
            with kernel() as run:
                size = 0
                for i, cell in enumerate(cells):
                    if i == 0 or cell is None or cell != cells[0]:
                        run(cell)
                    size += len(xaia.plot._Frame(*XOR)._repr_html_())
            self.assertLess(size, engine + 8 * 12_000)

    def test_the_cell_that_carries_it_carries_it_again(self):
        with kernel() as run:
            found = []
            for cell in ("cell-1", "cell-2", "cell-1", "cell-2"):
                run(cell)
                found.append(self.carried())
            self.assertEqual(found, [1, 0, 1, 0])

    def test_who_says_so_decides(self):
        with kernel() as run:
            run("a")
            self.assertEqual([self.carried(xaia.plot._Frame(*XOR, engine=e)) for e in (False, True, None, None)], [0, 1, 1, 0])

    def test_colab_shows_each_output_in_a_page_of_its_own(self):
        sys.modules["google.colab"] = types.ModuleType("google.colab")
        try:
            with kernel() as run:
                run("a")
                self.assertEqual([self.carried(), self.carried()], [1, 1])
        finally:
            del sys.modules["google.colab"]


class Picture(unittest.TestCase):
    def draw(self, *args):
        return [e.tag.split("}")[1] for e in tree.fromstring(picture(*args, 400, 300)).iter()]

    def test_a_mark_for_each_sample(self):
        marks = self.draw([[0, 0], [1, 2], [3, 1]], ["a", "<b>", "a"], [[1, 1], [99, 99]])
        self.assertEqual((marks.count("circle"), marks.count("path"), marks.count("text")), (3, 1, 2))
        self.assertEqual(self.draw([0, 1, 2], [5.0, 6.0, 5.0], [0.5]).count("circle"), 3)
        self.assertEqual(self.draw([[1, 1]], [True], None).count("circle"), 1)
        self.assertEqual(self.draw(None, None, None), ["svg"])

    def test_a_table_shows_its_columns_of_numbers(self):
        rows = [{"island": "x", "a": 1, "b": None, "c": 2}, {"island": None, "a": 2, "b": 1, "c": 3}]
        marks = self.draw(rows, ["p", "q"], [{"island": "x", "a": 1, "b": 1, "c": 2.5}, {"island": "x", "a": 1, "b": 9, "c": 2}])
        self.assertEqual((marks.count("circle"), marks.count("path")), (2, 1))
        self.assertEqual(self.draw([{"island": "x"}], ["p"], None), ["svg"])


class WithAnywidget(unittest.TestCase):
    def test_the_traits_that_the_page_speaks_of(self):
        import traitlets

        class AnyWidget(traitlets.HasTraits):
            def on_msg(self, listen):
                self.listen = listen

            def send(self, content):
                self.sent = content

        sys.modules["anywidget"] = types.SimpleNamespace(AnyWidget=AnyWidget)
        try:
            widget = importlib.reload(xaia.plot)
            plot = widget.Plot(PENGUINS, target="species", options={"preset": "paper"})
            self.assertIsInstance(plot, AnyWidget)
            self.assertLessEqual({"X", "y", "options", "external", "selected", "explanation"}, set(plot.traits(sync=True)))
            self.assertEqual((plot.X[0], plot.options), ({"bill": 39.1, "island": "Torgersen"}, {"missing": "mean", "preset": "paper"}))
            # The state of a widget, which notebooks keep, doesn't hold the engine: it is sent when the page asks.
            self.assertLess(len(widget.Plot._esm), 3000)
            plot.listen(plot, {"want": "engine"}, [])
            self.assertEqual(plot.sent, {"engine": widget._engine()})
            # Where there is nobody to run a widget, a frame is shown.
            self.assertIn("srcdoc", plot._repr_html_())
            plot.external = Array([{"bill": 1, "island": "Dream"}])
            self.assertEqual(plot.external, [{"bill": 1, "island": "Dream"}])
            plot.selected, plot.explanation = {"sample": 3}, {"value": "Adelie", "neurons": [{"samples": [3]}]}
            self.assertEqual((plot.sample, plot.prediction, plot.samples), (3, "Adelie", [3]))
        finally:
            del sys.modules["anywidget"]
            importlib.reload(xaia.plot)


class Lessons(unittest.TestCase):
    def test_the_names_are_those_of_the_lessons(self):
        text = (HERE.parent.parent / "web/embed/lessons/lessons.js").read_text("utf-8")
        self.assertEqual(re.findall(r'^    name: "(\w+)", title', text, re.M), xaia.lesson._NAMES)
        with self.assertRaisesRegex(ValueError, "There is no lesson 'layer'. Did you mean 'layers'"):
            xaia.Lesson("layer")

    def test_the_engine_can_be_another_output_s(self):
        text = xaia.Lesson("sample", engine=False)._repr_html_()
        self.assertLess(len(text), len(xaia.plot._engine()) / 10)
        self.assertNotIn("xaia-engine\" data-key", text.split("<iframe")[0])
        self.assertIn(xaia.lesson._lessons(), html.unescape(text))
        self.assertIn(f'class="xaia-engine" data-key="{xaia.plot._key()}"', xaia.Lesson("sample")._repr_html_())


class Notebook(unittest.TestCase):
    def test_it_is_what_its_script_writes(self):
        import make_notebook

        self.assertEqual(json.loads(pathlib.Path(make_notebook.__file__).with_name("paper.ipynb").read_text("utf-8")), make_notebook.notebook())
        self.assertEqual(len(make_notebook.CELLS), 12)


if __name__ == "__main__":
    unittest.main()
