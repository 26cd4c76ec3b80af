"""Fetches packages of Python once, into `target/hosts`."""

import subprocess
import sys
import tempfile
from pathlib import Path

HOSTS = Path(__file__).resolve().parents[2] / "target" / "hosts"


def fetched(name, package, version):
    """The folder `name-version` with the package in it: renamed when it is whole, so a fetch that stops leaves none."""
    folder = HOSTS / f"{name}-{version}"
    if not folder.exists():
        HOSTS.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
        with tempfile.TemporaryDirectory(dir=HOSTS) as partial:
            target = Path(partial, "whole")
            subprocess.run([*pip, "--root-user-action=ignore", f"--target={target}", f"{package}=={version}"], check=True)
            target.rename(folder)
    return folder
