"""The files of deploy/, each checked by the tool of its system where that is installed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nonairo.cli.parsing import Parser
from nonairo.cli.serve import COMMAND

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PLACES = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin"
FOLDER = sorted(path.name for path in DEPLOY.iterdir())


def checked(*command: str, cwd: Path | None = None) -> None:
    """Run a tool; skip where there is none."""
    tool = shutil.which(command[0], path=PLACES)
    if tool is None:
        pytest.skip(f"{command[0]} is not installed")
    found = subprocess.run(
        [tool, *command[1:]], capture_output=True, text=True, timeout=60, cwd=cwd, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "warning" not in found.stderr.lower().replace('"level":"warn"', "warning"), found.stderr


def test_every_file_is_on_the_page_and_the_other_way_round() -> None:
    page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE)) == FOLDER


def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    unit = tmp_path / "nonairo.service"
    text = (DEPLOY / "nonairo.service").read_text()
    unit.write_text(text.replace("/opt/nonairo/bin/nonairo", "/bin/true"))
    checked("systemd-analyze", "verify", "--man=no", str(unit))


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    cryptography = pytest.importorskip("cryptography")
    assert cryptography
    write_certificate(tmp_path)
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/puzzles.example", str(tmp_path))
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {text} }}"
    (tmp_path / "nginx.conf").write_text(whole)
    checked("nginx", "-t", "-q", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))


def write_certificate(folder: Path) -> None:
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "puzzles.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, *plain))


def test_caddy_accepts_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = str(DEPLOY / "Caddyfile")
    checked("caddy", "validate", "--adapter", "caddyfile", "--config", file)
    checked("caddy", "fmt", "--diff", file)


def test_the_manifest_fits_the_schemas_of_kubernetes() -> None:
    validate = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is missing")
    yaml = pytest.importorskip("yaml")
    documents = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
    assert [each["kind"] for each in documents] == ["Deployment", "Service", "PodDisruptionBudget"]
    for each in documents:
        validate.validate(each, validate.latest_version(), strict=True)
    with pytest.raises(validate.ValidationError):
        validate.validate(documents[1] | {"sepc": {}}, validate.latest_version(), strict=True)


def test_hadolint_finds_nothing_in_the_containerfile() -> None:
    # Versions of Debian packages are those of the base image, which is not pinned either.
    checked("hadolint", "--ignore", "DL3008", str(DEPLOY / "Containerfile"))


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, with their continued lines joined."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def test_the_containerfile_has_known_instructions_and_no_root() -> None:
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "EXPOSE", "STOPSIGNAL"}
    known |= {"HEALTHCHECK", "ENTRYPOINT", "CMD"}
    names = [name for name, _ in instructions()]
    assert set(names) == known
    assert names[0] == "FROM"
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert dict(instructions())["USER"].partition(":")[0] not in ("0", "root")
    assert all(each.startswith("docker.io/") for name, each in instructions() if name == "FROM")


def words_of(text: str) -> list[str]:
    return [*map(str, re.findall(r'"([^"]*)"', text))]


def test_the_servers_of_all_files_accept_their_options() -> None:
    whole = dict(instructions())
    container = words_of(whole["ENTRYPOINT"]) + words_of(whole["CMD"])
    unit = (DEPLOY / "nonairo.service").read_text()
    systemd = shlex.split(re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)[0])
    manifest = (DEPLOY / "kubernetes.yaml").read_text().partition("args:")[2].partition("ports:")[0]
    pods = words_of(whole["ENTRYPOINT"]) + re.findall(r"- (--\S+)", manifest)
    for command in (container, systemd, pods):
        serve = command.index("serve")
        parser = Parser()
        COMMAND.arguments(parser)
        options = parser.parse_args(command[serve + 1 :])
        assert options.allow_host == ["puzzles.example"]


def test_the_health_check_is_python() -> None:
    (check,) = [text for name, text in instructions() if name == "HEALTHCHECK"]
    program = words_of(check.partition("CMD")[2])[2]
    compile(program, "HEALTHCHECK", "exec")
    assert sys.version_info >= (3, 11)
