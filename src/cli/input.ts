import { TillrollError } from "../domain/errors.ts";
import { reasonOf } from "../platform/system-error.ts";

/** Reads a file, or standard input for `-`. @throws TillrollError NOT_FOUND when it cannot be read */
export async function readInput(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return file === "-" ? new Uint8Array(await Bun.stdin.arrayBuffer()) : await Bun.file(file).bytes();
  } catch (error) {
    throw new TillrollError("NOT_FOUND", `The file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}
