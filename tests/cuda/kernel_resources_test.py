"""Holds kernel_resources.py against ptxas, on kernels that spill and have frames on purpose.

kernel_resources_test.py NVCC
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import kernel_resources

HERE = pathlib.Path(__file__).resolve().parent
nvcc = ""


def what_ptxas_says(log):
    """symbol: (registers, stack with what is called, whether it spills), of kernels alone."""
    said = {}
    for part in log.split("Compiling entry function '")[1:]:
        symbol = part[: part.index("'")]
        frame, stores, loads = re.search(
            r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", part
        ).groups()
        registers = re.search(r"Used (\d+) registers", part).group(1)
        all_stack = re.search(r"(\d+) bytes cumulative stack size", part)
        stack = max(int(frame), int(all_stack.group(1)) if all_stack else 0)
        said[symbol] = int(registers), stack, int(stores) + int(loads) > 0
    return said


class KernelResources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.object = os.path.join(cls.folder.name, "kernels.o")
        cubin = os.path.join(cls.folder.name, "kernels.cubin")
        compiler = [nvcc, "-std=c++17", HERE / "kernels_with_stack.cu"]
        codes = [f"--generate-code=arch=compute_{a},code=[sm_{a}]" for a in (80, 90)]
        subprocess.run([*compiler, *codes, "-c", "-o", cls.object], check=True)
        run = subprocess.run(
            [*compiler, "-arch=sm_90", "-Xptxas", "-v", "-cubin", "-o", cubin],
            check=True,
            stderr=subprocess.PIPE,
            text=True,
        )
        cls.said = what_ptxas_says(run.stderr)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def judge(self, *arguments):
        return subprocess.run(
            [sys.executable, "-B", HERE / "kernel_resources.py", self.object, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )

    def read(self, architecture):
        images = [i for a, i in kernel_resources.cubins(self.object) if a == architecture]
        return [kernel for image in images for kernel in kernel_resources.kernels(image)]

    def test_agrees_with_ptxas(self):
        read = {k.symbol: (k.registers, k.stack, k.spills > 0) for k in self.read(90)}
        self.assertEqual(read, self.said)
        self.assertEqual(len(read), 5)
        self.assertEqual(sum(spills for _, _, spills in read.values()), 1)
        self.assertEqual(sum(stack > 0 for _, stack, _ in read.values()), 4)

    def test_reads_each_architecture_by_itself(self):
        self.assertEqual(len(self.read(80)), 5)
        self.assertEqual(self.read(75), [])

    def test_fails_on_frames_and_spills_and_names_them(self):
        run = self.judge()
        self.assertNotEqual(run.returncode, 0)
        for line in run.stdout.splitlines()[1:]:
            framed = "::Framed" in line or "::CallsFramed" in line
            self.assertEqual("HAS A STACK FRAME" in line, framed)
            self.assertEqual("SPILLS" in line, "::Spills" in line)
            self.assertEqual("a library's" in line, "cub::" in line)

    def test_a_frame_may_be_allowed_a_spill_may_not(self):
        run = self.judge("--may-use-stack=Framed")
        self.assertNotEqual(run.returncode, 0)
        self.assertNotIn("HAS A STACK FRAME", run.stdout)
        self.assertIn("SPILLS", run.stdout)
        run = self.judge("--may-use-stack=Framed", "--may-use-stack=Spills")
        self.assertNotEqual(run.returncode, 0)

    def test_an_allowed_kernel_must_exist(self):
        self.assertIn("NoSuchKernel", self.judge("--may-use-stack=NoSuchKernel").stderr)


if __name__ == "__main__":
    nvcc = sys.argv.pop(1)
    unittest.main()
