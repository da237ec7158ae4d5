import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { systemCode } from "../platform/system-error.ts";

/** Where a database file's header has the application id: here, the generation. */
const APPLICATION_ID_OFFSET_BYTES = 68;
const APPLICATION_ID_BYTES = 4;

/** Permissions of everything in a data folder: prints may hold names, and the database holds webhooks' secrets. */
export const PRIVATE_FILE_MODE = 0o600;

/** How a Worker is told of a file that another thread holds open. */
export interface HeldFile {
  readonly path: string;
  readonly descriptor: number;
  readonly device: number;
  readonly inode: number;
}

/**
 * The database file proper, held open beside SQLite: tells whether its path still names it, and reads from its header what no
 * log has been laid over. It must be opened before SQLite opens the file and be closed after: POSIX drops all locks that a
 * process has on a file when any of its descriptors is closed.
 */
export class DatabaseFile {
  private readonly header = new Uint8Array(APPLICATION_ID_BYTES);

  private constructor(readonly held: HeldFile) {}

  /** Opens the file, which is made, for its owner only, when it is missing. @throws what the system says */
  static open(path: string): DatabaseFile {
    let descriptor = openIfThere(path);
    if (descriptor === null) {
      closeSync(openSync(path, "a", PRIVATE_FILE_MODE));
      descriptor = openSync(path, "r");
    }
    const { dev, ino } = fstatSync(descriptor);
    return new DatabaseFile({ path, descriptor, device: dev, inode: ino });
  }

  /** The same file in another thread, which does not close it. */
  static of(held: HeldFile): DatabaseFile {
    return new DatabaseFile(held);
  }

  /** The generation in the file proper; 0 when it never had one. @throws what the system says */
  generation(): number {
    return readGeneration(this.held.descriptor, this.header);
  }

  /** Makes durable what was written to the file proper. @throws what the system says */
  flush(): void {
    // Windows does so only where a file was opened for writing, and drops no lock when that one is closed.
    const isWindows = process.platform === "win32";
    const descriptor = isWindows ? openSync(this.held.path, "r+") : this.held.descriptor;
    try {
      fdatasyncSync(descriptor);
    } finally {
      if (isWindows) closeSync(descriptor);
    }
  }

  /** Whether the path still names this file. */
  isInPlace(): boolean {
    const stats = statSync(this.held.path, { throwIfNoEntry: false });
    return stats !== undefined && stats.ino === this.held.inode && stats.dev === this.held.device;
  }

  close(): void {
    closeSync(this.held.descriptor);
  }
}

/** The generation of a database that is not open here; `null` when there is no file. @throws what the system says */
export function generationAt(path: string): number | null {
  const descriptor = openIfThere(path);
  if (descriptor === null) return null;
  try {
    return readGeneration(descriptor, new Uint8Array(APPLICATION_ID_BYTES));
  } finally {
    closeSync(descriptor);
  }
}

function readGeneration(descriptor: number, header: Uint8Array): number {
  const length = readSync(descriptor, header, 0, APPLICATION_ID_BYTES, APPLICATION_ID_OFFSET_BYTES);
  return length < APPLICATION_ID_BYTES ? 0 : new DataView(header.buffer).getUint32(0);
}

/** Opens a file, not for writing, because its disk may be read-only; `null` when it is missing. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}
