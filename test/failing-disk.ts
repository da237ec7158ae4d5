import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How a disk fails; see `scripts/faults/failing-disk.c`. */
export type DiskMode = "well" | "hang" | "eio" | "full";

/** A disk that fails when it is told to, for a service that is started with {@link environment}. */
export class FailingDisk {
  private constructor(private readonly folder: string) {}

  /** Builds it. @returns `null`, and says so loudly, where there is no C compiler or no LD_PRELOAD */
  static make(): FailingDisk | null {
    const folder = mkdtempSync(join(tmpdir(), "tillroll-failing-disk-"));
    const source = join(import.meta.dir, "..", "scripts", "faults", "failing-disk.c");
    const compiler = process.platform === "linux" ? Bun.which("cc") : null;
    const built =
      compiler !== null &&
      Bun.spawnSync([compiler, "-shared", "-fPIC", "-o", join(folder, "failing-disk.so"), source])
        .exitCode === 0;
    if (built) return new FailingDisk(folder);
    rmSync(folder, { recursive: true });
    console.warn("SKIPPED: tests with a disk that fails need Linux and a C compiler (cc).");
    return null;
  }

  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: join(this.folder, "failing-disk.so"),
      FAILING_DISK_MODE_FILE: join(this.folder, "mode"),
    };
  }

  /** From now on the disk is so. */
  become(mode: DiskMode): void {
    writeFileSync(join(this.folder, "mode"), mode);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A disk of its own that can be filled. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Mounts it. @returns `null`, and says so loudly, where that is not allowed */
  static mount(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), "tillroll-small-disk-"));
    const options = ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder];
    const isMounted =
      process.platform === "linux" &&
      Bun.spawnSync(["mount", ...options], { stderr: "ignore" }).exitCode === 0;
    if (isMounted) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    console.warn("SKIPPED: tests with a full or read-only disk need Linux and the right to mount (root).");
    return null;
  }

  /** Leaves no byte free, or makes room again. */
  fill(): void {
    const filler = join(this.folder, "filler");
    // Until it fails, which is what is wanted.
    Bun.spawnSync(["dd", "if=/dev/zero", `of=${filler}`, "bs=4k", "oflag=append", "conv=notrunc"], {
      stderr: "ignore",
    });
  }

  empty(): void {
    rmSync(join(this.folder, "filler"), { force: true });
  }

  /** Makes it read-only, or writable again. */
  remount(mode: "ro" | "rw"): void {
    Bun.spawnSync(["mount", "-o", `remount,${mode}`, this.folder]);
  }

  unmount(): void {
    Bun.spawnSync(["umount", "-l", this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
