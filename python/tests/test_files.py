"""Files that Python writes: whole, or not at all. It needs neither NumPy nor scikit-learn."""

import os
import pathlib
import sys
import tempfile
import threading
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from xaia.asked import Asked, replace  # noqa: E402


class Whole(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "m.xaia")
        pathlib.Path(self.path).write_bytes(b"the good model")
        os.chmod(self.path, 0o660)

    def test_a_full_disk_leaves_the_old_model(self):
        model = Asked()
        model._file = lambda format: b"a new one" * 100
        real = os.fsync
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")), self.assertRaisesRegex(OSError, "No space left"):
            model.save(self.path)
        self.assertEqual((pathlib.Path(self.path).read_bytes(), os.listdir(self.folder.name)), (b"the good model", ["m.xaia"]))
        synced = []
        with mock.patch("os.fsync", side_effect=lambda file: (synced.append(os.fstat(file).st_size), real(file))):
            model.save(pathlib.Path(self.path))
        self.assertEqual((pathlib.Path(self.path).read_bytes(), synced, os.listdir(self.folder.name)), (b"a new one" * 100, [900], ["m.xaia"]))

    @unittest.skipIf(os.name == "nt", "Windows has neither these modes nor pipes")
    def test_modes_links_and_pipes(self):
        link = os.path.join(self.folder.name, "link")
        os.symlink("m.xaia", link)
        replace(link, b"new")
        self.assertEqual((pathlib.Path(self.path).read_bytes(), os.stat(self.path).st_mode & 0o777, os.path.islink(link)), (b"new", 0o660, True))
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        read = []
        reader = threading.Thread(target=lambda: read.append(pathlib.Path(pipe).read_bytes()))
        reader.start()
        replace(os.fsencode(pipe), b"through")
        reader.join(10)
        self.assertEqual(read, [b"through"])
        with self.assertRaises(FileNotFoundError):
            replace(os.path.join(self.folder.name, "none", "m.xaia"), b"")


if __name__ == "__main__":
    unittest.main()
