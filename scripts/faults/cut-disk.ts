import { dlopen, FFIType, ptr } from "bun:ffi";
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";

/** Large enough for a long run; the file is sparse. */
const DISK_BYTES = 4 * 1024 ** 3;

/** EXT4_IOC_SHUTDOWN and EXT4_GOING_FLAGS_NOLOGFLUSH (linux/ext4.h): the file system writes nothing more, its journal neither. */
const SHUTDOWN = 0x8004_587d;
const WITHOUT_ITS_JOURNAL = 2;

/** A small ext4 disk of its own, from which the power can be taken: what was in the system's memory alone is then lost. */
export class CutDisk {
  private constructor(
    private readonly image: string,
    readonly folder: string,
  ) {}

  /**
   * Makes and mounts it, or mounts the one that is there.
   * @param image the file that it is in
   * @param folder where to mount it
   * @returns `null` where that is not allowed: Linux, and root, only
   */
  static mount(image: string, folder: string): CutDisk | null {
    if (process.platform !== "linux") return null;
    mkdirSync(folder, { recursive: true });
    const disk = new CutDisk(image, folder);
    if (disk.mountAgain()) return disk;
    const file = openSync(image, "w");
    ftruncateSync(file, DISK_BYTES);
    closeSync(file);
    if (
      succeeds("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=1,lazy_journal_init=1", image) &&
      disk.mountAgain()
    )
      return disk;
    rmSync(image);
    return null;
  }

  /** From now on nothing is written any more, whatever processes are told. @throws Error where the system refuses */
  cut(): void {
    const { symbols, close } = dlopen("libc.so.6", {
      ioctl: { args: [FFIType.i32, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
    });
    const file = openSync(this.folder, "r");
    try {
      const flags = Uint32Array.of(WITHOUT_ITS_JOURNAL);
      if (symbols.ioctl(file, SHUTDOWN, ptr(flags)) !== 0) throw new Error("the disk cannot be cut off");
    } finally {
      closeSync(file);
      close();
    }
  }

  /** What a machine does that starts again: the file system's journal is replayed. No process may have files open. */
  restart(): void {
    this.unmount();
    if (!this.mountAgain()) throw new Error("the disk cannot be mounted again");
  }

  unmount(): void {
    if (!succeeds("umount", this.folder)) throw new Error("the disk cannot be unmounted");
  }

  private mountAgain(): boolean {
    return succeeds("mount", "-t", "ext4", "-o", "loop", this.image, this.folder);
  }
}

function succeeds(...command: string[]): boolean {
  try {
    return Bun.spawnSync(command, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    // There is no such program.
    return false;
  }
}
