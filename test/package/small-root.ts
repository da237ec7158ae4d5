import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

/** What a package's scripts and the service need of a system: a shell, users, and what makes files and rights. */
const PROGRAMS = ["sh", "getent", "install", "chown", "chmod", "rm", "cat"];

/** What makes users, either of which a system may have. */
export const USER_PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "systemd-sysusers": ["systemd-sysusers"],
  useradd: ["useradd", "usermod"],
};

/** The fewest users that a system has, with the groups of printers. */
const FILES: Readonly<Record<string, string>> = {
  "etc/passwd": "root:x:0:0:root:/root:/bin/sh\n",
  "etc/shadow": "root:*:20000:0:99999:7:::\n",
  "etc/group": "root:x:0:\nlp:x:7:\ndialout:x:20:\n",
  "etc/gshadow": "root:*::\nlp:*::\ndialout:*::\n",
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nshadow: files\nhosts: files\n",
  "etc/login.defs": "SYS_UID_MIN 100\nSYS_UID_MAX 999\nSYS_GID_MIN 100\nSYS_GID_MAX 999\n",
};

/** Why no root can be made here, as a part of a sentence; `null` when one can. */
export function whyWithoutRoot(): string | null {
  if (process.platform !== "linux") return "packages of Linux need Linux";
  if (process.getuid?.() !== 0) return "only root may change its root folder";
  const probe = Bun.spawnSync(["unshare", "--mount", "true"], { stdio: ["ignore", "ignore", "ignore"] });
  return probe.exitCode === 0 ? null : "this machine lets nobody mount anything";
}

/**
 * A root folder with only what packages need, from the programs of this machine: a fresh system in a second. Nothing of it is
 * left after `remove`.
 */
export class SmallRoot {
  readonly folder = temporaryFolder();

  /**
   * @param userPrograms those that make users
   * @param guest the program that will be installed, whose package asks for the C library
   */
  constructor(userPrograms: readonly string[], guest: string) {
    chmodSync(this.folder, 0o755);
    for (const name of [
      "usr/bin",
      "usr/sbin",
      "usr/lib",
      "usr/lib64",
      "proc",
      "dev",
      "tmp",
      "etc",
      "var/lib",
    ])
      mkdirSync(join(this.folder, name), { recursive: true });
    for (const name of ["bin", "sbin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(this.folder, name));
    for (const name of [...PROGRAMS, ...userPrograms]) this.bring(name);
    this.bringLibraries(guest);
    for (const [path, text] of Object.entries(FILES)) this.write(path, text);
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  write(path: string, text: string): void {
    const full = this.path(path);
    mkdirSync(dirname(full), { recursive: true });
    rmSync(full, { force: true });
    Bun.spawnSync(["tee", full], { stdin: Buffer.from(text), stdout: "ignore" });
  }

  /** The words that run a program within it as a user of it, with `/proc`, in a name space of mounts that ends with it. */
  words(user: string, command: readonly string[]): string[] {
    const script =
      'mount -t proc proc "$0/proc" && user="$1" && root="$0" && shift && exec chroot --userspec="$user" "$root" "$@"';
    return ["unshare", "--mount", "sh", "-c", script, this.folder, user, ...command];
  }

  /** Runs a program of this machine; what it said. @throws Error with that when it fails */
  static async run(...command: readonly string[]): Promise<string> {
    const child = Bun.spawn([...command], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [told, said, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${told}${said}`);
    return told + said;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Copies a program with the libraries that it needs. */
  private bring(name: string): void {
    const path = Bun.which(name, { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" });
    if (path === null) throw new Error(`this machine has no ${name}`);
    this.copy(path);
    this.bringLibraries(path);
  }

  /** Copies the libraries that a program needs; this machine's dynamic linker finds them. */
  private bringLibraries(program: string): void {
    const listed = Bun.spawnSync(["ldd", program]).stdout.toString();
    for (const file of listed.match(/(?<==> |^\t)\/\S+/gm) ?? []) this.copy(file);
  }

  private copy(file: string): void {
    const to = this.path(file);
    if (existsSync(to)) return;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(file, to);
    chmodSync(to, 0o755);
  }
}
