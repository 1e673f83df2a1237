"""Makes the wheels, with nothing but Python: ./build.sh release, or pip install ./python after ./build.sh.

    python3 python/backend.py FOLDER

One wheel is pure Python: it draws, fits in Pyodide by the engine as a WebAssembly module, and elsewhere says what is missing
to fit with. The others are the same with the engine of a platform, of those that dist/engines has. pip takes the one of
its platform.

The same files give the same bytes: names are sorted, times are fixed, and nothing is compressed here, since what
compression gives depends on the machine's zlib. pyproject.toml has the metadata. The version, the engine and
the notices of what it holds are those of the npm package in dist/npm.
"""

import base64
import hashlib
import json
import pathlib
import platform
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NPM = HERE.parent / "dist" / "npm"
ENGINES = HERE.parent / "dist" / "engines"

# The engine needs no C library, so a wheel for Linux has both kinds. Go runs from macOS 12 on.
TAGS = {
    "linux-amd64": ("manylinux_2_17_x86_64", "musllinux_1_1_x86_64"),
    "linux-arm64": ("manylinux_2_17_aarch64", "musllinux_1_1_aarch64"),
    "darwin-amd64": ("macosx_12_0_x86_64",),
    "darwin-arm64": ("macosx_12_0_arm64",),
    "windows-amd64": ("win_amd64",),
    "windows-arm64": ("win_arm64",),
}


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


def _engine(target):
    """The engine's file for a platform, None where there is none."""
    return next((ENGINES / target).glob("xaia-engine*"), None) if target in TAGS else None


def _here():
    """This platform, if there is an engine for it."""
    machine = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine().lower())
    target = f"{platform.system().lower()}-{machine}"
    return target if _engine(target) else None


def _files(version, target):
    files = {f"xaia/{p.name}": p.read_bytes() for p in (HERE / "xaia").iterdir() if p.suffix in (".py", ".mjs")}
    files["xaia/__init__.py"] = files["xaia/__init__.py"].replace(b"__XAIA_VERSION__", version.encode())
    for name in ("embed.mjs", "lessons.mjs"):
        files[f"xaia/{name}"] = _built(name)
    about = f"xaia-{version}.dist-info"
    files[f"{about}/METADATA"] = _metadata(version)
    tags = TAGS[target] if target else ("any",)
    if target is None and (ENGINES / "js-wasm").is_dir():  # for Pyodide
        for name in ("xaia-engine.wasm.gz", "wasm_exec.js"):
            files[f"xaia/{name}"] = (ENGINES / "js-wasm" / name).read_bytes()
    if target:
        files[f"xaia/{_engine(target).name}"] = _engine(target).read_bytes()
    files[f"{about}/WHEEL"] = "\n".join(
        ["Wheel-Version: 1.0", "Generator: xaia", f"Root-Is-Purelib: {str(not target).lower()}", *(f"Tag: py3-none-{tag}" for tag in tags), ""]
    ).encode()
    for name in ("LICENSE", "THIRD_PARTY_NOTICES.txt"):
        files[f"{about}/licenses/{name}"] = _built(name)
    sums = {name: base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode() for name, text in files.items()}
    record = "".join(f"{name},sha256={sums[name]},{len(files[name])}\n" for name in sorted(files))
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    return files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _build(wheel_directory, _here())


def _build(wheel_directory, target=None):
    version = _version()
    files = _files(version, target)
    name = f"xaia-{version}-py3-none-{'.'.join(TAGS[target]) if target else 'any'}.whl"
    pathlib.Path(wheel_directory).mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_STORED) as wheel:
        # Installers want dist-info at the end of the archive, and RECORD last.
        for path in sorted(files, key=lambda path: (".dist-info/" in path, path.endswith("/RECORD"), path)):
            entry = zipfile.ZipInfo(path, (1985, 10, 26, 8, 15, 0))
            entry.external_attr = (0o100755 if path.startswith("xaia/xaia-engine") else 0o100644) << 16  # installers keep what may run
            entry.create_system = 3
            wheel.writestr(entry, files[path])
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("xaia's Python package is made from a build of the whole repository: there is only a wheel.")


if __name__ == "__main__":
    for target in [None, *filter(_engine, TAGS)]:
        print(_build(sys.argv[1], target))
