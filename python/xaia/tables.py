"""Reads what people have, data frames, dicts of columns, arrays and lists, into what the engine takes."""

import collections
import datetime
import decimal
import difflib
import functools
import inspect
import math
import sys
import warnings


class _Placed(Exception):
    """An error of a value, which learns on its way up where the value is."""

    def __init__(self, value):
        super().__init__(value)
        self.value, self.place = value, ""

    def __str__(self):
        return f"{self.place or 'A value'} is {self.says()}"


class Infinite(_Placed, ValueError):
    """An infinite number, which is no missing value."""

    def says(self):
        return f"{self.value}. Give a finite number, or None where a value is missing."


class Unread(_Placed, TypeError):
    """A value of a type that a model doesn't take."""

    def says(self):
        return f"{self.value!r}, of the type {type(self.value).__name__}, which a model can't read. Give numbers, texts or None."


def opened(table):
    """A data frame as what has columns to be read by their names: itself, or a dict of what its Arrow stream gives. pandas frames
    stay: their stream has the index among the columns, and needs pyarrow."""
    if hasattr(table, "__arrow_c_stream__") and not hasattr(table, "iloc"):
        from . import arrow  # a Python may lack ctypes

        return arrow.read(table)
    if type(table).__name__ == "LazyFrame":
        raise TypeError("A LazyFrame has no values yet. Give frame.collect().")
    return table


def plain(value, name=""):
    """As JSON can carry it: arrays as lists, NumPy's numbers as Python's, what is missing as None. An error names the place in name."""
    try:
        return _plain(value)
    except _Placed as error:
        error.place = name + error.place
        raise


def _each(pairs):
    for place, value in pairs:
        try:
            yield _plain(value)
        except _Placed as error:
            error.place = f"[{place!r}]{error.place}"
            raise


def _plain(value):
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, (float, decimal.Decimal)):
        if math.isinf(value):
            raise Infinite(float(value))
        return None if math.isnan(value) else float(value)
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return _count(value)
    if getattr(getattr(value, "dtype", None), "kind", "") in ("M", "m") and hasattr(value, "astype"):
        value = value.astype("O") if hasattr(value, "to_list") else value.astype(f"{value.dtype.kind}8[us]")  # NumPy's nanoseconds are whole numbers in a list
    if isinstance(value, dict):
        return dict(zip(map(str, value), _each(value.items())))
    if isinstance(value, (list, tuple)):
        return list(_each(enumerate(value)))
    if (table := opened(value)) is not value:
        return _plain(_rows(table) if isinstance(table, dict) else table)
    if hasattr(value, "columns"):
        return _rows(_columns(value))
    for method in ("tolist", "to_list"):  # NumPy and pandas; polars
        if hasattr(value, method):
            return _plain(getattr(value, method)())
    raise Unread(value)


def _count(value):
    """A date as days since 1970-01-01 UTC, as readTable and the engine count it; a time of day and a duration in seconds."""
    if isinstance(value, datetime.datetime):
        zone = datetime.timezone.utc
        return ((value.replace(tzinfo=zone) if value.tzinfo is None else value) - datetime.datetime(1970, 1, 1, tzinfo=zone)) / datetime.timedelta(days=1)
    if isinstance(value, datetime.date):
        return (value - datetime.date(1970, 1, 1)).days
    if isinstance(value, datetime.time):
        return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
    return value.total_seconds()


def missing(name, known):
    """What to say of a name that isn't known."""
    near = difflib.get_close_matches(name.lower(), [k.lower() for k in known], 1)
    meant = next((k for k in known if near and k.lower() == near[0]), None)
    return (f"Did you mean {meant!r}? " if meant else "") + f"Known are {', '.join(map(str, known))}."


def suggesting(of):
    """A function that says which parameter may be meant by a name that it hasn't; or a class whose public methods do."""
    if isinstance(of, type):
        for name, method in list(vars(of).items()):
            if inspect.isfunction(method) and (name == "__init__" or name[0] != "_"):
                setattr(of, name, suggesting(method))
        return of
    parameters = list(inspect.signature(of).parameters.values())
    known = [each.name for each in parameters if each.name != "self"]
    of_one = len(known) < len(parameters)
    if any(each.kind == each.VAR_KEYWORD for each in parameters):  # it checks them
        return of

    @functools.wraps(of)
    def call(*given, **named):
        for name in named:
            if name not in known:
                what = (f"{type(given[0]).__name__}." if of_one else "") + of.__name__
                raise TypeError(f"{what.replace('.__init__', '')} has no parameter {name!r}. {missing(name, known)}")
        return of(*given, **named)

    return call


def warn(text):
    """Warns of the line that called the package."""
    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(f"{__package__}."):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, stacklevel=level)


def unfit(X):
    """Why an array or a list of rows is no table of numbers, and what to do; "" if that isn't seen."""
    if getattr(X, "ndim", 2) > 2:
        return "Give a row of numbers for each sample, such as X.reshape(len(X), -1)."
    if getattr(getattr(X, "dtype", None), "names", None):
        return "X has fields. Give a data frame, or a dict of columns: {name: X[name] for name in X.dtype.names}."
    rows = X.tolist() if hasattr(X, "tolist") else X
    if not isinstance(rows, (list, tuple)) or not rows:
        return ""
    if isinstance(rows[0], dict):
        return "X has dicts. Give a data frame, or a dict of columns."
    for i, row in enumerate(rows):
        if not isinstance(row, (list, tuple)):
            return ""
        if len(row) != len(rows[0]):
            return f"Row {i} has {len(row)} values, and row 0 has {len(rows[0])}. Give each row every column, None where a value is missing."
        for j, value in enumerate(row):
            if isinstance(value, (str, bytes, list, tuple, dict)):
                return f"X[{i}][{j}] is {value!r}. Give numbers; for texts give a data frame or a dict of columns, where columns have names."
    return ""


def _columns(table, called=""):
    """A table as {name: values}, or None where it has no names."""
    table = opened(table)
    if isinstance(table, dict):
        names = list(table)
    elif hasattr(table, "columns"):
        names = list(table.columns)
    else:
        return None
    for name, count in collections.Counter(map(str, names)).items():
        if count > 1:  # before any column is read: a frame gives both for the name
            raise ValueError(f"Two columns are called {name!r}. Rename one: names must differ.")
    columns = {}
    for name in names:
        columns[str(name)] = plain(table[name], f"{called}[{name!r}]")
        if not isinstance(columns[str(name)], list):
            raise TypeError(f"Column {str(name)!r} is {columns[str(name)]!r}. Give a list with a value for each row.")
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"The columns differ in length: {lengths}. Give each column a value for every row, None where it is missing.")
    return columns


def _rows(columns):
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def read(X, y=None, target=None):
    """Rows, outcomes, and the label of each row: the index of a data frame, otherwise its number. Rows without an outcome are left out."""
    labels = index_of(X)
    columns = _columns(X, "X")
    if columns is None and isinstance(X, (list, tuple)) and X and all(isinstance(row, dict) for row in X):
        names = dict.fromkeys(str(name) for row in X for name in row)
        rows = plain(X, "X")
        columns = {name: [row.get(name) for row in rows] for name in names}
    if target is not None and y is not None:
        raise TypeError("Give y or target, not both: target is the name of the column that holds y.")
    if target is not None:
        if columns is None:
            raise TypeError(f"target={target!r} names a column, and these data have no named columns. Give a data frame or a dict of columns, or the outcomes as y.")
        if str(target) not in columns:
            raise ValueError(f"The data have no column {target!r}. {missing(str(target), list(columns))}")
        y = columns.pop(str(target))
    elif columns is not None and y is None:
        raise TypeError(f"Which column is the outcome? Give target=, one of {', '.join(columns)}, or the outcomes as y.")
    if columns is not None and not columns:
        raise ValueError("The data have no column besides the target. Give at least one feature.")
    # A column without any value tells nothing, and has no mean.
    rows = _rows({name: values for name, values in columns.items() if any(v is not None for v in values)}) if columns is not None else plain(X, "X")
    y = _one_column(plain(y, "y"))
    if rows is None or y is None:
        return rows, y, None
    if isinstance(y, dict) or not isinstance(y, list) or y and isinstance(y[0], dict):
        raise TypeError("y has columns. Give one of them, as y or by its name as target.")
    if len(rows) != len(y):
        raise ValueError(f"There are {len(rows)} rows and {len(y)} outcomes. Give each row one.")
    labels = list(range(len(rows))) if labels is None else labels
    kept = [i for i, value in enumerate(y) if value is not None]
    if not kept:
        raise ValueError("No row has an outcome: all of them are missing.")
    return [rows[i] for i in kept], [y[i] for i in kept], [labels[i] for i in kept]


def _one_column(y):
    """The outcomes of an array of shape (n, 1), or of a data frame of one column, as a list."""
    if isinstance(y, list) and y and all(isinstance(row, (list, dict)) and len(row) == 1 for row in y):
        return [next(iter(row.values())) if isinstance(row, dict) else row[0] for row in y]
    return y


def index_of(X):
    """The index of a pandas data frame or series."""
    index = getattr(X, "index", None)
    return list(index) if index is not None and hasattr(X, "iloc") else None


def asked(external, rows):
    """Rows to predict. Those with names must have the fit's; columns that the fit has not, such as the target, don't matter."""
    names = list(rows[0]) if rows and isinstance(rows[0], dict) else None
    if names is not None and hasattr(external, "iloc") and not hasattr(external, "columns"):  # a row of a data frame
        external = dict(zip(map(str, external.index), plain(external, "external")))
    external = _rows(columns) if (columns := _columns(external, "external") if not isinstance(external, dict) or _listed(external) else None) else plain(external, "external")
    if isinstance(external, dict) or external and _one_row(external, rows):
        external = [external]
    found = []
    for i, row in enumerate(external or []):
        if isinstance(row, dict):
            if names is None:
                raise TypeError(f"external row {i} has names, and X has none. Give a list of {len(rows[0]) if rows and isinstance(rows[0], list) else 1} numbers.")
            for name in names:
                if name not in row:
                    raise ValueError(f"external row {i} has no {name!r}. {missing(name, list(row))} Write None where a value is missing.")
            row = {name: row[name] for name in names}
        found.append(row)
    return found


def _one_row(external, rows):
    """Whether these are the numbers of one row, as in the calls of the package."""
    return rows and isinstance(rows[0], list) and len(rows[0]) > 1 and not any(isinstance(v, (list, dict)) for v in external)


def _listed(table):
    return any(not isinstance(v, (str, int, float)) and v is not None and hasattr(v, "__len__") for v in table.values())


def has_gaps(rows):
    return any(v is None for row in rows or [] for v in (row.values() if isinstance(row, dict) else row if isinstance(row, list) else [row]))
