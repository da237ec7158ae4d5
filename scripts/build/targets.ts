import type { Build } from "bun";

/** One executable to build. */
export interface Target {
  /** The file's name in `dist/`. */
  readonly file: string;
  /** What Bun calls the platform; none for this machine's own. */
  readonly compileTarget?: Build.CompileTarget;
  /** The first bytes that such an executable has, and where, to notice a build of the wrong kind. */
  readonly marks: readonly {
    readonly offset: number | "windows header";
    readonly bytes: readonly number[];
  }[];
}

const ELF = [0x7f, 0x45, 0x4c, 0x46];
const MACH_O_64 = [0xcf, 0xfa, 0xed, 0xfe];

/** Machine fields: ELF's e_machine, the PE header's Machine, Mach-O's cputype; all little-endian. */
const elf = (machine: number) => [mark(0, ELF), mark(18, [machine, 0])];
const portableExecutable = (machine: readonly number[]) => [
  mark(0, [0x4d, 0x5a]),
  mark("windows header", [0x50, 0x45, 0, 0, ...machine]),
];
const machO = (processor: number) => [mark(0, MACH_O_64), mark(4, [processor, 0, 0, 1])];

/** The executables of a release. */
export const RELEASE_TARGETS: readonly Target[] = [
  { file: "tillroll-linux-x64", compileTarget: "bun-linux-x64", marks: elf(0x3e) },
  { file: "tillroll-linux-arm64", compileTarget: "bun-linux-arm64", marks: elf(0xb7) },
  {
    file: "tillroll-windows-x64.exe",
    compileTarget: "bun-windows-x64",
    marks: portableExecutable([0x64, 0x86]),
  },
  {
    file: "tillroll-windows-arm64.exe",
    compileTarget: "bun-windows-arm64",
    marks: portableExecutable([0x64, 0xaa]),
  },
  { file: "tillroll-macos-x64", compileTarget: "bun-darwin-x64", marks: machO(0x07) },
  { file: "tillroll-macos-arm64", compileTarget: "bun-darwin-arm64", marks: machO(0x0c) },
];

/** The executable for this machine. */
export const HOST_TARGET: Target = {
  file: process.platform === "win32" ? "tillroll.exe" : "tillroll",
  marks: [],
};

/** The release executable that this machine can run, or `null` when there is none for it. */
export function hostReleaseTarget(): Target | null {
  const platforms: Readonly<Record<string, string>> = { linux: "linux", win32: "windows", darwin: "darwin" };
  const name = `bun-${platforms[process.platform] ?? process.platform}-${process.arch}`;
  return RELEASE_TARGETS.find(({ compileTarget }) => compileTarget === name) ?? null;
}

/** Checks that a built file is an executable for its target. @throws Error when it is not */
export async function checkKind(path: string, target: Target): Promise<void> {
  const head = new DataView(await Bun.file(path).slice(0, 4096).arrayBuffer());
  // The DOS stub says at offset 60 where the Windows header begins.
  const windowsHeader = head.getUint32(60, true);
  for (const { offset, bytes } of target.marks) {
    const start = offset === "windows header" ? windowsHeader : offset;
    const isThere = bytes.every((byte, index) => head.getUint8(start + index) === byte);
    if (!isThere) throw new Error(`${target.file} is not an executable of its kind`);
  }
}

function mark(offset: number | "windows header", bytes: readonly number[]) {
  return { offset, bytes };
}
