import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file that is only read. */
export interface OpenedFile extends Disposable {
  readonly path: string;
  readonly descriptor: number;
  readonly bytes: number;
}

/** Opens a file for reading. @throws what the system says */
export function openFile(path: string): OpenedFile {
  const descriptor = openSync(path, "r");
  return {
    path,
    descriptor,
    bytes: fstatSync(descriptor).size,
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

/** Reads some bytes; fewer at the end of the file. @returns `null` where the disk cannot read them */
export function readRange(file: OpenedFile, offset: number, length: number): Uint8Array | null {
  const bytes = new Uint8Array(length);
  let filled = 0;
  try {
    while (filled < length) {
      const count = readSync(file.descriptor, bytes, filled, length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
  } catch {
    return null;
  }
  return bytes.subarray(0, filled);
}
