"""A stand-in for the data frames of polars, pyarrow and others: columns of any Arrow type as an Arrow stream, as the C data
interface says. https://arrow.apache.org/docs/format/CDataInterface.html"""

import ctypes
import struct

POINTER, INT64 = ctypes.c_void_p, ctypes.c_int64


class Frame:
    """columns: (name, format, rows, dictionary) each, where rows is a list of raw values, None where one is missing, and dictionary
    None or (format, rows). chunks: how many rows each batch has. before: so many rows more lie before each batch, which its offset
    leaves out, half of it that of the batch and half that of each column."""

    def __init__(self, *columns, chunks=None, before=0, series=False, fails=None):
        self.given, self.before, self.series, self.fails = columns, before, series, fails
        self.chunks = chunks or [len(columns[0][2])]
        self.released = self.made = 0
        self.kept = []  # what C reads

    def keep(self, made):
        self.kept.append(made)
        return made

    def pointers(self, pointers):
        return ctypes.addressof(self.keep((POINTER * max(1, len(pointers)))(*pointers)))

    def buffer(self, raw):
        return ctypes.addressof(self.keep(ctypes.create_string_buffer(raw, len(raw) + 1)))

    def struct(self, layout, *values):
        return ctypes.addressof(self.fill(self.keep(ctypes.create_string_buffer(struct.calcsize(layout))), layout, *values))

    @staticmethod
    def fill(at, layout, *values):
        struct.pack_into(layout, at, 0, *(value or 0 for value in values))
        return at

    def release(self, layout):
        """A function that marks a struct as released, which has its release at the last but one place."""
        def released(at):
            self.released += 1
            POINTER.from_address(at + struct.calcsize(layout) - 16).value = None

        self.made += 1
        return ctypes.cast(self.keep(ctypes.CFUNCTYPE(None, POINTER)(released)), POINTER).value

    SCHEMA, ARRAY = "PPPqqPPPP", "qqqqqPPPPP"

    def schema(self, name, format, children=(), dictionary=None):
        texts = [self.buffer(text.encode()) for text in (format, name)]
        return (*texts, 0, 2, len(children), self.pointers([self.struct(self.SCHEMA, *child) for child in children]), dictionary and self.struct(self.SCHEMA, *dictionary), 0, 0)

    def array(self, size, missing, offset, buffers, children=(), dictionary=None):
        children = self.pointers([self.struct(self.ARRAY, *child) for child in children]) if children else 0
        return (size, missing, offset, len(buffers), 0 if not children else len(self.given), self.pointers(buffers), children, dictionary and self.struct(self.ARRAY, *dictionary), 0, 0)

    def column(self, format, rows, offset, size, dictionary=None):
        known = [row is not None for row in rows]
        bits = self.buffer(self.bits(known)) if not all(known) else 0
        buffers = [self.buffer(raw) for raw in self.raw(format, rows)]
        return self.array(size, -1 if not all(known) else 0, offset, [] if format == "n" else [bits, *buffers], dictionary=dictionary and self.column(*dictionary, 0, len(dictionary[1])))

    @staticmethod
    def bits(flags):
        packed = bytearray((len(flags) + 7) // 8)
        for i, flag in enumerate(flags):
            packed[i // 8] |= bool(flag) << i % 8
        return bytes(packed)

    def raw(self, format, rows):
        """The buffers. Where a value is missing, they have what would harm if it were read."""
        if format == "n":
            return []
        if format == "b":
            return [self.bits([row is None or row for row in rows])]
        if format in "uU":
            parts = [b"\xff\xff" if row is None else row.encode() for row in rows]
            ends = [sum(map(len, parts[:i])) for i in range(len(parts) + 1)]
            return [struct.pack(f"{len(ends)}{'i' if format == 'u' else 'q'}", *ends), b"".join(parts)]
        if format == "vu":
            views, more = b"", b""
            for row in rows:
                text = b"" if row is None else row.encode()
                if row is None:
                    views += struct.pack("i4sii", 99, b"lost", 7, 1 << 30)
                elif len(text) <= 12:
                    views += struct.pack("i12s", len(text), text)
                else:
                    views += struct.pack("i4sii", len(text), text[:4], 1, len(more))
                    more += text
            return [views, b"", more, struct.pack("2q", 0, len(more))]
        if format[:2] == "d:":
            wide = 16 if format.count(",") == 1 else int(format.split(",")[2]) // 8
            return [b"".join((-1 if row is None else row).to_bytes(wide, "little", signed=True) for row in rows)]
        kind = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "e": "e", "f": "f", "g": "d", "tdD": "i", "tts": "i", "ttm": "i"}.get(format, "q")
        return [struct.pack(f"{len(rows)}{kind}", *(99 if row is None else row for row in rows))]

    def __arrow_c_stream__(self, requested_schema=None):
        starts = [sum(self.chunks[:i]) for i in range(len(self.chunks))]
        batches = iter(zip(starts, self.chunks))

        def get_schema(_, at):
            columns = [self.schema(name, format, (), dictionary[0] and self.schema("", dictionary[0][0])) for name, format, _, *dictionary in (self.full(column) for column in self.given)]
            made = columns[0] if self.series else self.schema("", "+s", columns)
            self.fill((ctypes.c_char * struct.calcsize(self.SCHEMA)).from_address(at), self.SCHEMA, *made[:-2], self.release(self.SCHEMA), 0)
            return 0

        def get_next(_, at):
            batch = next(batches, None)
            if batch is not None and self.fails:
                return 5
            made = (0,) * 10
            if batch is not None:
                start, size = batch
                half = self.before // 2
                columns = []
                for _, format, rows, dictionary in map(self.full, self.given):
                    lies = [None] * self.before + rows[start : start + size]
                    columns.append(self.column(format, lies, self.before if self.series else self.before - half, size if self.series else size + half, dictionary))
                made = columns[0] if self.series else self.array(size, 0, half, [0], columns)
                made = (*made[:-2], self.release(self.ARRAY), 0)
            self.fill((ctypes.c_char * struct.calcsize(self.ARRAY)).from_address(at), self.ARRAY, *made)
            return 0

        call = lambda result, of, *types: ctypes.cast(self.keep(ctypes.CFUNCTYPE(result, *types)(of)), POINTER).value
        text = self.buffer((self.fails or "").encode())
        stream = self.struct(
            "5P", call(ctypes.c_int, get_schema, POINTER, POINTER), call(ctypes.c_int, get_next, POINTER, POINTER), call(POINTER, lambda _: text, POINTER), call(None, lambda _: None, POINTER), 0
        )
        make = ctypes.pythonapi["PyCapsule_New"]
        make.argtypes, make.restype = (POINTER, POINTER, POINTER), ctypes.py_object
        return make(stream, self.buffer(b"arrow_array_stream"), None)

    @staticmethod
    def full(column):
        return (*column, None)[:4]
