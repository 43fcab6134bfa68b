"""Builds the image with buildah and runs it with podman, in a store of its own: nothing of the machine's is touched.

Where Docker's own images cannot be fetched, the image that the Dockerfile begins with is made by debootstrap, from the
servers of packages that the machine has.
"""

import os
import re
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.process import ROOT

PROGRAMS = ("buildah", "podman", "crun", "debootstrap")
IMAGE = "localhost/scorebook"
HYBRID_CGROUPS = Path("/sys/fs/cgroup/unified")
# What Debian leaves out of the image too.
NOT_IN_SLIM = ("usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "var/cache/apt", "var/lib/apt")
SERVERS = Path("/etc/apt")


@dataclass(frozen=True, kw_only=True)
class Engine:
    store: Path

    def command(self, program: str, *arguments: str) -> list[str]:
        where = ["--root", str(self.store / "images"), "--runroot", str(self.store / "run")]
        return [*_without_hybrid_cgroups(), program, *where, *arguments]

    def call(self, program: str, *arguments: str, stdin: int | None = None) -> str:
        command = self.command(program, *arguments)
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        return done.stdout.strip()

    def build(self) -> None:
        self._make_base(re.findall(r"^FROM (\S+:\S+)", (ROOT / "Dockerfile").read_text(), flags=re.M)[0])
        # The format of Docker, because the other one knows no HEALTHCHECK.
        built = ["build", "--isolation", "chroot", "--pull-never", "--format", "docker", "--tag", IMAGE, str(ROOT)]
        self.call("buildah", *built)

    def run(self, *arguments: str, name: str, options: tuple[str, ...] = ()) -> list[str]:
        """The command that runs `manage.py` with these arguments as compose.yaml would."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        # podman would ask for more than root may have on every machine, and for a timer of systemd.
        limits = ["--cgroups=disabled", f"--ulimit=nofile={soft}:{hard}", "--ulimit=nproc=1024:1024"]
        confined = ["--no-healthcheck", "--read-only", "--read-only-tmpfs=false", "--tmpfs=/tmp", "--cap-drop=all"]
        system = [*limits, *confined, "--security-opt=no-new-privileges", "--network=host", "--volume=data:/data"]
        return self.command(
            "podman", "--runtime=crun", "run", "--rm", f"--name={name}", *system, *options, IMAGE, *arguments
        )

    def _make_base(self, name: str) -> None:
        root = self.store / "base"
        suite = name.partition(":")[2].removesuffix("-slim")
        server = re.findall(r"^(?:deb|URIs:) +(http\S+/debian)/?(?: |$)", _servers_of_packages(), flags=re.M)[0]
        subprocess.run(["debootstrap", "--variant=minbase", suite, root, server], check=True, stdout=subprocess.DEVNULL)
        for folder in NOT_IN_SLIM:
            shutil.rmtree(root / folder)
            (root / folder).mkdir()
        self._let_pip_trust(root)
        with subprocess.Popen(["tar", "-C", root, "-c", "."], stdout=subprocess.PIPE) as packed:
            assert packed.stdout
            self.call("podman", "import", "-", name, stdin=packed.stdout.fileno())

    def _let_pip_trust(self, root: Path) -> None:
        """Whom this machine's pip trusts."""
        certificates = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
        (root / "etc/ssl").mkdir(exist_ok=True)
        shutil.copy(certificates, root / "etc/ssl/machine.crt")
        (root / "etc/pip.conf").write_text("[global]\ncert = /etc/ssl/machine.crt\n")


def _servers_of_packages() -> str:
    files = [SERVERS / "sources.list", *sorted((SERVERS / "sources.list.d").glob("*"))]
    return "\n".join(file.read_text() for file in files if file.suffix in (".list", ".sources") and file.is_file())


def _without_hybrid_cgroups() -> list[str]:
    """crun refuses machines that have both versions of control groups, even where it is to use none."""
    if not HYBRID_CGROUPS.is_dir():
        return []
    return ["unshare", "--mount", "sh", "-c", f'umount {HYBRID_CGROUPS} && exec "$@"', "sh"]
