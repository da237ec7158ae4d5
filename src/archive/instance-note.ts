import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/* Where the instance of a folder is: for commands on its machine, which find the database but not the port. */

/** What an instance leaves in its folder as long as it runs. It holds no secret: those are in the database. */
interface InstanceNote {
  /** Where browsers on this machine find it, such as `http://localhost:9180`. */
  readonly address: string;
  readonly processId: number;
}

const pathOf = (folder: string) => join(folder, "instance.json");

/** Leaves a note of this instance. @throws what writing does */
export function noteInstance(folder: string, address: string): void {
  const note: InstanceNote = { address, processId: process.pid };
  writeFileSync(pathOf(folder), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
}

/** Removes the note of this instance; that of another one which shares the folder stays. */
export function forgetInstance(folder: string): void {
  if (findInstance(folder)?.processId === process.pid) rmSync(pathOf(folder), { force: true });
}

/** The note of the instance that runs, or was killed, on a folder; `null` for none. */
export function findInstance(folder: string): InstanceNote | null {
  try {
    return JSON.parse(readFileSync(pathOf(folder), "utf8")) as InstanceNote;
  } catch {
    return null;
  }
}
