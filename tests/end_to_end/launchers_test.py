# SPDX-License-Identifier: MIT
"""Ranks that others start: torchrun, Open MPI, a Slurm of several nodes of this machine, two hosts in network namespaces."""
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from engine_test import PATIENCE_S, EngineTest
from program import ERROR, OK, PROGRAM

PYTHON = pathlib.Path(os.environ["WGF_TORCH_DIR"]).parents[3] / "bin" / "python3"
SLURM = {"munged", "slurmctld", "slurmd", "srun"}
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"


def missing(programs):
    """Why a test cannot be run here; empty where it can."""
    absent = sorted(name for name in programs if shutil.which(name, path=PATH) is None)
    return f"no {', '.join(absent)}" if absent else "" if os.getuid() == 0 else "needs root"


class Launched(EngineTest):
    def train(self, time_s="0.2"):
        return [PROGRAM, "train", "-m", "autoencoder", "-b", "2", "--dp", "2", "--device", "cpu", "--max-time", time_s,
                "-o", "train.json", "--force"]

    def env(self):
        return {**super().env(), "PATH": PATH}

    def assert_trained(self, done):
        self.assertEqual(done.returncode, OK, done.stdout + done.stderr)
        result = self.record("train.json")["results"][0]
        self.assertEqual(result["status"], "ok", result)
        self.assertEqual([rank["rank"] for rank in result["ranks"]], [0, 1])

    def launch(self, *launcher, time_s="0.2"):
        return subprocess.run([*launcher, *self.train(time_s)], cwd=self.folder, env=self.env(), capture_output=True,
                              text=True, timeout=PATIENCE_S, check=False)

    def assert_death_is_seen(self, *launcher):
        """One of two ranks is killed while they train: the launcher ends with an error, soon."""
        started = subprocess.Popen([*launcher, *self.train("60")], cwd=self.folder, env=self.env(),
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        self.addCleanup(self.end, started)
        deadline = time.monotonic() + PATIENCE_S
        while not os.path.exists(self.path("train.json.journal")) and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(5)
        os.kill(max(self.ranks_here()), signal.SIGKILL)
        killed = time.monotonic()
        out, _ = started.communicate(timeout=45)
        self.assertLess(time.monotonic() - killed, 30)
        self.assertNotEqual(started.returncode, OK, out)
        self.assertEqual(self.ranks_here(), [], "engines are left")

    def ranks_here(self):
        """Engines of this test."""
        engine = os.path.realpath(self.env()["WGF_ENGINE_PATH"])
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.path.realpath(process / "exe") == engine and os.path.realpath(process / "cwd") == \
                        os.path.realpath(self.folder):
                    found.append(int(process.name))
            except OSError:
                pass
        return found


class OnThisHost(Launched):
    @unittest.skipUnless(PYTHON.exists(), "LibTorch is not that of a Python")
    def test_torchrun(self):
        self.assert_trained(self.launch(PYTHON, "-m", "torch.distributed.run", "--no-python", "--standalone",
                                        "--nproc-per-node", "2"))

    @unittest.skipIf(missing({"mpirun"}), missing({"mpirun"}))
    def test_open_mpi(self):
        launcher = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-np", "2"]
        self.assert_trained(self.launch(*launcher))
        self.assert_death_is_seen(*launcher)


@unittest.skipIf(missing(SLURM), missing(SLURM))
class Slurm(Launched):
    """Nodes 127.0.0.1 to 127.0.0.4, whose names are addresses: ranks meet at the first node's."""

    def setUp(self):
        super().setUp()
        self.daemons = []
        self.addCleanup(self.stop)
        key, socket = self.path("munge.key"), self.path("munge.socket")
        pathlib.Path(key).write_bytes(os.urandom(128))
        os.chmod(key, 0o400)
        os.chmod(self.folder, 0o755)
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={socket}",
                    f"--pid-file={self.path('munge.pid')}", f"--seed-file={self.path('munge.seed')}",
                    f"--log-file={self.path('munge.log')}")
        self.conf = self.write("slurm.conf", f"""\
ClusterName=test
SlurmctldHost=localhost
SlurmctldPort=17100
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={socket}
CredType=cred/munge
StateSaveLocation={self.path('state')}
SlurmdSpoolDir={self.path('spool')}.%n
SlurmctldPidFile={self.path('control.pid')}
SlurmdPidFile={self.path('node')}.%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
KillWait=2
JobAcctGatherType=jobacct_gather/none
SlurmdParameters=config_overrides
NodeName=127.0.0.[1-4] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[17101-17104] CPUs=2 RealMemory=500 State=UNKNOWN
PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
""")
        os.mkdir(self.path("state"))
        for node in range(1, 5):
            os.mkdir(self.path(f"spool.127.0.0.{node}"))
        self.wait_for(lambda: os.path.exists(socket), "munge's socket")
        self.daemon("slurmctld", "-D", "-f", self.conf)
        for node in range(1, 5):
            self.daemon("slurmd", "-D", "-N", f"127.0.0.{node}", "-f", self.conf)
        self.wait_for(lambda: self.idle_nodes() == 4, "four idle nodes")

    def env(self):
        return {**super().env(), "SLURM_CONF": getattr(self, "conf", "")}

    def daemon(self, name, *arguments):
        log = open(self.path(f"{name}.{len(self.daemons)}.log"), "w", encoding="utf-8")
        self.addCleanup(log.close)
        self.daemons.append(subprocess.Popen([shutil.which(name, path=PATH), *arguments], stdout=log,
                                             stderr=subprocess.STDOUT, env=self.env(), start_new_session=True))

    def stop(self):
        """The last begun first; munge's at last, which the others ask."""
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()

    def wait_for(self, is_there, what):
        end = time.monotonic() + 60
        while not is_there():
            if time.monotonic() > end:
                logs = "".join(path.read_text(errors="replace") for path in pathlib.Path(self.folder).glob("*.log"))
                self.fail(f"no {what}\n{logs}")
            time.sleep(0.1)

    def idle_nodes(self):
        done = subprocess.run(["sinfo", "-h", "-N", "-o", "%t"], env=self.env(), capture_output=True, text=True,
                              check=False)
        return done.stdout.split().count("idle")

    def test_steps_of_one_node_and_of_two(self):
        for place in (["-N", "1"], ["-N", "2"]):
            self.assert_trained(self.launch("srun", *place, "-n", "2"))

    def test_a_killed_rank_ends_the_step(self):
        self.assert_death_is_seen("srun", "-N", "2", "-n", "2", "--kill-on-bad-exit=1")


@unittest.skipIf(missing({"ip"}), missing({"ip"}))
class TwoHosts(Launched):
    """Two network namespaces joined by a cable."""

    def setUp(self):
        super().setUp()
        self.hosts = [f"wgf-{os.getpid()}-{i}" for i in range(2)]
        self.ends = [f"wgf{os.getpid() % 100000}e{i}" for i in range(2)]
        for host in self.hosts:
            self.addCleanup(subprocess.run, ["ip", "netns", "del", host], env=self.env(), capture_output=True,
                            check=False)
            for arguments in (["add", host], ["exec", host, "true"]):
                if subprocess.run(["ip", "netns", *arguments], env=self.env(), capture_output=True,
                                  check=False).returncode:
                    self.skipTest("no network namespaces here")
        self.ip("link", "add", self.ends[0], "type", "veth", "peer", "name", self.ends[1])
        self.addCleanup(subprocess.run, ["ip", "link", "del", self.ends[0]], env=self.env(), capture_output=True,
                        check=False)
        for i, (host, end) in enumerate(zip(self.hosts, self.ends)):
            self.ip("link", "set", end, "netns", host)
            self.ip("-n", host, "addr", "add", f"10.99.0.{i + 1}/24", "dev", end)
            self.ip("-n", host, "link", "set", end, "up")
            self.ip("-n", host, "link", "set", "lo", "up")

    def ip(self, *arguments):
        subprocess.run(["ip", *arguments], env=self.env(), check=True)

    def on_host(self, i):
        ranks = {"RANK": str(i), "WORLD_SIZE": "2", "LOCAL_RANK": "0", "LOCAL_WORLD_SIZE": "1",
                 "MASTER_ADDR": "10.99.0.1", "MASTER_PORT": "29511", "GLOO_SOCKET_IFNAME": self.ends[i]}
        return subprocess.Popen(["ip", "netns", "exec", self.hosts[i], *self.train()], cwd=self.folder,
                                env={**self.env(), **ranks}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, start_new_session=True)

    def test_ranks_of_two_hosts_train_together(self):
        started = [self.on_host(i) for i in range(2)]
        for each in started:
            self.addCleanup(self.end, each)
        for each in started:
            out, errors = each.communicate(timeout=PATIENCE_S)
            self.assertEqual(each.returncode, OK, out + errors)
        result = self.record("train.json")["results"][0]
        self.assertEqual([rank["rank"] for rank in result["ranks"]], [0, 1])

    def test_a_host_that_never_comes_ends_the_other(self):
        alone = self.on_host(0)
        self.addCleanup(self.end, alone)
        begun = time.monotonic()
        out, errors = alone.communicate(timeout=PATIENCE_S)
        self.assertEqual(alone.returncode, ERROR, out + errors)
        self.assertLess(time.monotonic() - begun, 30)


if __name__ == "__main__":
    unittest.main()
