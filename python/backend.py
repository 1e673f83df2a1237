"""Makes the wheel, with nothing but Python: ./build.sh release, or pip install ./python after ./build.sh.

    python3 python/backend.py FOLDER

The same files give the same bytes: names are sorted, times are fixed, and nothing is compressed, since what
compression gives depends on the machine's zlib. pyproject.toml has the metadata. The version, the engine and
the notices of what it holds are those of the npm package in dist/npm.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NPM = HERE.parent / "dist" / "npm"


def _built(name):
    path = NPM / name
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: run ./build.sh first.")
    return path.read_bytes()


def _project():
    """The few forms of TOML that pyproject.toml uses: Python knows TOML from 3.11 on only."""
    text = (HERE / "pyproject.toml").read_text("utf-8")
    table = lambda name: re.search(rf"^\[{re.escape(name)}\]\n(.*?)(?=^\[|\Z)", text, re.S | re.M).group(1)
    values = lambda name: {k: json.loads(re.sub(r",\s*\]", "]", v)) for k, v in re.findall(r'^([\w-]+) = (".*?"|\[.*?\])$', table(name), re.S | re.M)}
    return values("project"), values("project.optional-dependencies"), values("project.urls")


def _metadata(version):
    project, extras, urls = _project()
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}", f"License-Expression: {project['license']}"]
    lines += [f"License-File: {name}" for name in ("LICENSE", "THIRD_PARTY_NOTICES.txt")]
    lines += [f"Classifier: {c}" for c in project["classifiers"]] + [f"Requires-Python: {project['requires-python']}"]
    for extra, needs in extras.items():
        lines += [f"Provides-Extra: {extra}"] + [f'Requires-Dist: {need}; extra == "{extra}"' for need in needs]
    lines += [f"Project-URL: {name}, {url}" for name, url in urls.items()]
    lines += ["Description-Content-Type: text/markdown", "", (HERE / project["readme"]).read_text("utf-8")]
    return "\n".join(lines).encode()


def _version():
    return json.loads(_built("package.json"))["version"]


def _files(version):
    files = {f"xaia/{p.name}": p.read_bytes() for p in (HERE / "xaia").iterdir() if p.suffix in (".py", ".mjs")}
    files["xaia/__init__.py"] = files["xaia/__init__.py"].replace(b"__XAIA_VERSION__", version.encode())
    for name in ("embed.mjs", "lessons.mjs"):
        files[f"xaia/{name}"] = _built(name)
    about = f"xaia-{version}.dist-info"
    files[f"{about}/METADATA"] = _metadata(version)
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: xaia\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    for name in ("LICENSE", "THIRD_PARTY_NOTICES.txt"):
        files[f"{about}/licenses/{name}"] = _built(name)
    sums = {name: base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode() for name, text in files.items()}
    record = "".join(f"{name},sha256={sums[name]},{len(files[name])}\n" for name in sorted(files))
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = _version()
    files = _files(version)
    name = f"xaia-{version}-py3-none-any.whl"
    pathlib.Path(wheel_directory).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_STORED) as wheel:
        # Installers want dist-info at the end of the archive, and RECORD last.
        for path in sorted(files, key=lambda path: (".dist-info/" in path, path.endswith("/RECORD"), path)):
            entry = zipfile.ZipInfo(path, (1985, 10, 26, 8, 15, 0))
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            wheel.writestr(entry, files[path])
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("xaia's Python package is made from a build of the whole repository: there is only a wheel.")


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
