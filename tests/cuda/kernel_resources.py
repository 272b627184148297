"""What the kernels in built objects take of a multiprocessor: registers, stack, spills.

Reads the device code of one architecture out of object files (or out of a bare cubin), prints a
table, and fails where a kernel has a stack frame or spills: both live in local memory, which is
device memory. Kernels of CUDA's own libraries are listed, not judged.

Needs Python alone: CUDA's own tools for this are not among what the compiler needs.
"""

import argparse
import collections
import pathlib
import shutil
import struct
import subprocess
import sys

FATBIN_MAGIC = struct.pack("<IHH", 0xBA55ED50, 1, 16)
FATBIN_ELF = 2  # an entry's kind; 1 is PTX
FATBIN_COMPRESSED = 0xA000  # an entry's flags: LZ4, Zstandard
MACHINE_CUDA = 190
STT_FUNC = 2
STO_CUDA_ENTRY = 0x10  # a symbol that is a kernel, not a function called by one
# Attributes of .nv.info sections, as ptxas writes them; kernel_resources_test.py holds them against
# what ptxas says.
FORM_SIZED = 4
FRAME_SIZE, MIN_STACK_SIZE, REGISTER_COUNT, ANNOTATIONS = 0x11, 0x12, 0x2F, 0x55
ANNOTATED_SPILL = 1
LIBRARIES = ("cub::", "thrust::", "cuda::")

Kernel = collections.namedtuple("Kernel", "symbol registers stack spills")


def fail(message):
    sys.exit(f"kernel_resources: {message}")


def cubins(path):
    """(architecture, ELF image) for all device code in a file."""
    data = pathlib.Path(path).read_bytes()
    if data[:4] == b"\x7fELF" and struct.unpack_from("<H", data, 18)[0] == MACHINE_CUDA:
        flags = struct.unpack_from("<I", data, 48)[0]
        yield flags >> 8 & 0xFF, data
        return
    start = data.find(FATBIN_MAGIC)
    while start >= 0:
        end = start + 16 + struct.unpack_from("<Q", data, start + 8)[0]
        entry = start + 16
        while entry < end:
            kind, _, header, size = struct.unpack_from("<HHIQ", data, entry)
            (architecture,) = struct.unpack_from("<I", data, entry + 28)
            (flags,) = struct.unpack_from("<Q", data, entry + 40)
            if kind == FATBIN_ELF:
                if flags & FATBIN_COMPRESSED:
                    fail(f"{path}: device code is compressed: compile with nvcc --no-compress")
                yield architecture, data[entry + header : entry + header + size]
            entry += header + size
        start = data.find(FATBIN_MAGIC, end)


def text(table, offset):
    return table[offset : table.index(b"\0", offset)].decode()


def attributes(section):
    """(attribute, value) for those of a .nv.info section that carry bytes of their own."""
    at = 0
    while at + 4 <= len(section):
        form, attribute, size = struct.unpack_from("<BBH", section, at)
        at += 4
        if form == FORM_SIZED:
            yield attribute, section[at : at + size]
            at += size


def kernels(cubin):
    """The kernels of one cubin."""
    (headers,) = struct.unpack_from("<Q", cubin, 40)
    header_size, count, names = struct.unpack_from("<HHH", cubin, 58)
    sections = []  # name index, bytes, link
    for i in range(count):
        fields = struct.unpack_from("<IIQQQQIIQQ", cubin, headers + i * header_size)
        sections.append((fields[0], cubin[fields[4] : fields[4] + fields[5]], fields[6]))
    by_name = {text(sections[names][1], name): (body, link) for name, body, link in sections}

    symbols, link = by_name[".symtab"]
    entries = {}  # index of the symbol: its name
    for index in range(len(symbols) // 24):
        name, info, other = struct.unpack_from("<IBB", symbols, index * 24)
        if info & 0xF == STT_FUNC and other & STO_CUDA_ENTRY:
            entries[index] = text(sections[link][1], name)

    known = collections.defaultdict(dict)  # attribute: value of each symbol
    for attribute, value in attributes(by_name[".nv.info"][0]):
        if attribute in (FRAME_SIZE, MIN_STACK_SIZE, REGISTER_COUNT):
            index, number = struct.unpack("<II", value)
            known[attribute][index] = number
    for index, symbol in entries.items():
        missing = [a for a in (FRAME_SIZE, MIN_STACK_SIZE, REGISTER_COUNT) if index not in known[a]]
        if missing:
            fail(f"{symbol}: no attribute {missing[0]:#x}: does this compiler write others?")
        spills = 0
        for attribute, value in attributes(by_name[f".nv.info.{symbol}"][0]):
            if attribute == ANNOTATIONS:
                pairs = struct.iter_unpack("<II", value)
                spills += sum(kind == ANNOTATED_SPILL for kind, _ in pairs)
        # The least stack counts the functions that a kernel calls, its frame does not.
        stack = max(known[FRAME_SIZE][index], known[MIN_STACK_SIZE][index])
        yield Kernel(symbol, known[REGISTER_COUNT][index], stack, spills)


def demangle(symbols):
    tool = shutil.which("c++filt")
    if not tool or not symbols:
        return symbols
    listed = "\n".join(symbols)
    run = subprocess.run([tool], input=listed, text=True, capture_output=True, check=True)
    return [line.replace("(anonymous namespace)::", "") for line in run.stdout.splitlines()]


def without_arguments(name):
    """f<a(1)>(b) as f<a(1)>: up to the parenthesis that no angle bracket encloses."""
    depth = 0
    for at, c in enumerate(name):
        depth += (c == "<") - (c == ">")
        if c == "(" and depth == 0 and at > 0:
            return name[:at].removeprefix("void ")
    return name.removeprefix("void ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("objects", nargs="+", help="object files or cubins")
    parser.add_argument(
        "--architecture", type=int, default=90, help="90 by default; the newest where there is none"
    )
    parser.add_argument(
        "--may-use-stack",
        action="append",
        default=[],
        metavar="NAME",
        help="a kernel, by part of its name, that may have a stack frame, but may not spill",
    )
    options = parser.parse_args()

    images = [image for path in options.objects for image in cubins(path)]
    if not images:
        fail("no device code in " + " ".join(options.objects))
    architectures = {architecture for architecture, _ in images}
    architecture = options.architecture
    if architecture not in architectures:
        architecture = max(architectures)
    found = sorted(
        {kernel for has, image in images if has == architecture for kernel in kernels(image)}
    )
    if not found:
        fail(f"no kernel for sm_{architecture}")

    names = [without_arguments(name) for name in demangle([kernel.symbol for kernel in found])]
    failures, used = [], set()
    print(f"sm_{architecture}: kernel, registers, stack in bytes, instructions that spill")
    for name, kernel in sorted(zip(names, found)):
        allowed = [part for part in options.may_use_stack if part in name]
        used.update(allowed)
        verdict = ""
        if name.startswith(LIBRARIES):
            verdict = "a library's"
        elif kernel.spills:
            verdict = "SPILLS"
        elif kernel.stack and not allowed:
            verdict = "HAS A STACK FRAME"
        elif kernel.stack:
            verdict = "may use stack"
        if verdict.isupper():
            failures.append(name)
        row = f"  {name[:100]:60} {kernel.registers:4} {kernel.stack:6} {kernel.spills:5}  {verdict}"
        print(row.rstrip())
    for part in sorted(set(options.may_use_stack) - used):
        failures.append(part)
        print(f"  {part}: may use stack, but there is no such kernel")
    if failures:
        fail(f"{len(failures)} kernels are not as they should be: {', '.join(failures)}")


if __name__ == "__main__":
    main()
