"""Reads a data frame through the Arrow PyCapsule interface, which polars, pyarrow, DuckDB and others give, without any of them:
https://arrow.apache.org/docs/format/CDataInterface.html"""

import ctypes
import struct

_NUMBERS = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "e": "e", "f": "f", "g": "d"}  # as package struct has them
_PER_SECOND = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}


class _Schema(ctypes.Structure):
    pass


class _Array(ctypes.Structure):
    pass


_RELEASE = ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p))
_Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p), ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))), ("dictionary", ctypes.POINTER(_Schema)), _RELEASE, ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))), ("dictionary", ctypes.POINTER(_Array)), _RELEASE, ("private_data", ctypes.c_void_p),
]


class _Stream(ctypes.Structure):
    _fields_ = [
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)), ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)), _RELEASE, ("private_data", ctypes.c_void_p),
    ]


def read(table):
    """The columns by their names, or a list for a single series. Dates and times are numbers, as tables counts them."""
    capsule = table.__arrow_c_stream__()  # its destructor releases the stream
    pointer = ctypes.pythonapi["PyCapsule_GetPointer"]  # a function of our own, whose types others don't see
    pointer.argtypes, pointer.restype = (ctypes.py_object, ctypes.c_char_p), ctypes.c_void_p
    at = pointer(capsule, b"arrow_array_stream")
    stream = _Stream.from_address(at)

    def asked(call, found):
        if call(at, ctypes.addressof(found)):
            raise ValueError(f"The data frame could not be read: {(stream.get_last_error(at) or b'no reason given').decode(errors='replace')}")
        return found

    schema = asked(stream.get_schema, _Schema())
    try:
        fields = [schema.children[j].contents for j in range(schema.n_children)] if schema.format == b"+s" else None
        names = [(field.name or b"").decode() for field in fields or ()]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"Two columns are called {name!r}. Rename one: names must differ.")
        columns = [[] for _ in fields] if fields is not None else [[]]
        while (array := asked(stream.get_next, _Array())).release:
            try:
                if fields is None:
                    columns[0] += _values(schema, array, 0, array.length)
                for j, name in enumerate(names):
                    try:
                        columns[j] += _values(fields[j], array.children[j].contents, array.offset, array.length)
                    except TypeError as error:
                        raise TypeError(f"Column {name!r}: {error}") from None
            finally:
                array.release(ctypes.addressof(array))
    finally:
        schema.release(ctypes.addressof(schema))
    return columns[0] if fields is None else dict(zip(names, columns))


def _values(schema, array, start, size):
    start += array.offset
    stored, read = _stored(schema.format.decode(), array, start, size)
    if schema.dictionary:
        texts = array.dictionary.contents
        read = _values(schema.dictionary.contents, texts, 0, texts.length).__getitem__
    if array.n_buffers and array.buffers[0] and array.null_count:  # where a value is missing, anything may be stored
        known = _bits(array, 0, start, size)
        return [(read(value) if read else value) if known[i] else None for i, value in enumerate(stored)]
    return list(map(read, stored) if read else stored)


def _stored(format, array, start, size):
    """What is stored for each row, and how a value is read of it, if it isn't the value."""
    if format == "n":
        return [None] * size, None
    if format == "b":
        return _bits(array, 1, start, size), None
    if format in ("u", "U"):
        ends = _numbers("i" if format == "u" else "q", array, start, size + 1) if size else (0,)
        text = ctypes.string_at(array.buffers[2] + ends[0], ends[-1] - ends[0]) if ends[-1] > ends[0] else b""
        return zip(ends, ends[1:]), lambda part: text[part[0] - ends[0] : part[1] - ends[0]].decode()
    if format == "vu":
        return struct.iter_unpack("=i12s", _raw(array, start, size, 16)), lambda view: _viewed(array, *view)
    kind, unit = _counted(format)
    if kind is None:
        raise TypeError(f"its Arrow type is {format!r}, which a model can't read. Give numbers, texts, categories, booleans, dates or times.")
    if isinstance(kind, int):  # a decimal number of so many bytes
        return struct.iter_unpack(f"{kind}s", _raw(array, start, size, kind)), lambda number: int.from_bytes(number[0], "little", signed=True) / unit
    return _numbers(kind, array, start, size), None if unit == 1 else lambda value: value / unit


def _counted(format):
    """How numbers are stored, and how many make a unit: days for dates, seconds for times."""
    per = _PER_SECOND.get(format[2:3])
    if format in _NUMBERS:
        return _NUMBERS[format], 1
    if format in ("tdD", "tdm"):
        return ("i", 1) if format == "tdD" else ("q", 86400 * 10**3)
    if per and format[:2] in ("ts", "tt", "tD"):
        return "i" if format in ("tts", "ttm") else "q", per * 86400 if format[1] == "s" else per
    if format[:2] == "d:":
        _, scale, bits = [*map(int, format[2:].split(",")), 128][:3]
        return bits // 8, 10**scale
    return None, None


def _raw(array, start, size, width):
    return ctypes.string_at(array.buffers[1] + start * width, size * width) if size else b""


def _numbers(kind, array, start, size):
    return struct.unpack(f"={size}{kind}", _raw(array, start, size, struct.calcsize(f"={kind}")))


def _bits(array, buffer, start, size):
    raw = ctypes.string_at(array.buffers[buffer] + start // 8, (start % 8 + size + 7) // 8) if size else b""
    return [raw[i // 8] >> i % 8 & 1 == 1 for i in range(start % 8, start % 8 + size)]


def _viewed(array, size, rest):
    """A text of up to 12 bytes lies in its view; the view of a longer one has its first four bytes, its buffer and its place there."""
    if size > 12:
        _, buffer, place = struct.unpack("=4sii", rest)
        return ctypes.string_at(array.buffers[2 + buffer] + place, size).decode()
    return rest[:size].decode()
