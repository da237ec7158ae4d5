/*
 * Signatures of executables of macOS that vouch for nobody, and only say that the file is whole ("ad hoc"): without a right one
 * the system ends a program at its start. Bun makes one for Apple's processors; for Intel's it leaves that of its own runtime,
 * which is wrong as soon as something was added. The format is Apple's cs_blobs.h and mach-o/loader.h.
 */

const COMMANDS_OFFSET = 32;
const COMMAND_COUNT_OFFSET = 16;
const COMMAND = { segment: 0x19, signature: 0x1d } as const;
const MAGIC = { blobs: 0xfade0cc0, directory: 0xfade0c02 } as const;

const DIRECTORY_BYTES = 88;
const DIRECTORY_VERSION = 0x20400;
/** Ad hoc, and made by what linked it, so that codesign may replace it. */
const FLAGS = 0x20002;
const SHA256 = { type: 2, bytes: 32 } as const;
const PAGE_BITS = 12;
const PAGE_BYTES = 1 << PAGE_BITS;
const MAIN_BINARY = 1n;
const ALIGNMENT = 16;
/** What memory is mapped by. */
const MEMORY_PAGE_BYTES = 0x4000;

/** Where a load command is, in bytes from the beginning. */
type Command = { readonly at: number; readonly kind: number };

function commandsOf(view: DataView): Command[] {
  const commands: Command[] = [];
  let at = COMMANDS_OFFSET;
  for (let left = view.getUint32(COMMAND_COUNT_OFFSET, true); left > 0; left--) {
    commands.push({ at, kind: view.getUint32(at, true) });
    at += view.getUint32(at + 4, true);
  }
  return commands;
}

/** Where the file's signature is to be told; -1 for nowhere. */
function signatureCommand(view: DataView): number {
  return commandsOf(view).find(({ kind }) => kind === COMMAND.signature)?.at ?? -1;
}

/** @throws Error when there is no such segment */
function segment(file: Uint8Array, view: DataView, name: string): number {
  const found = commandsOf(view).find(
    ({ at, kind }) =>
      kind === COMMAND.segment &&
      new TextDecoder().decode(file.subarray(at + 8, at + 24)).startsWith(`${name}\0`),
  );
  if (found === undefined) throw new Error(`the executable has no segment ${name}`);
  return found.at;
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

/** Whether every page of an executable, up to its signature, is as its signature says. */
export function hasRightSignature(file: Uint8Array): boolean {
  const view = viewOf(file);
  const command = signatureCommand(view);
  if (command < 0) return false;
  const start = view.getUint32(command + 8, true);
  if (start + view.getUint32(command + 12, true) !== file.length || view.getUint32(start) !== MAGIC.blobs)
    return false;
  const blobs = Array.from(
    { length: view.getUint32(start + 8) },
    (_, index) => start + view.getUint32(start + 16 + index * 8),
  );
  const directory = blobs.find((at) => view.getUint32(at) === MAGIC.directory);
  if (directory === undefined || view.getUint32(directory + 32) !== start) return false;
  if (view.getUint8(directory + 37) !== SHA256.type || view.getUint8(directory + 39) !== PAGE_BITS)
    return false;
  const hashes = directory + view.getUint32(directory + 16);
  return pagesOf(file.subarray(0, start)).every((hash, page) => {
    const at = hashes + page * SHA256.bytes;
    return hash.equals(file.subarray(at, at + SHA256.bytes));
  });
}

/**
 * An executable with a right signature in the place of the one that it has.
 * @param identifier what it is called there
 * @throws Error when it has no place for one at its end
 */
export function signedAdHoc(file: Uint8Array, identifier: string): Uint8Array<ArrayBuffer> {
  const old = viewOf(file);
  const command = signatureCommand(old);
  if (command < 0) throw new Error("the executable has no place for a signature");
  const start = old.getUint32(command + 8, true);
  const name = new TextEncoder().encode(`${identifier}\0`);
  const pages = Math.ceil(start / PAGE_BYTES);
  const directoryBytes = DIRECTORY_BYTES + name.length + pages * SHA256.bytes;
  const blobsBytes = 20 + directoryBytes;
  const size = Math.ceil(blobsBytes / ALIGNMENT) * ALIGNMENT;
  const signed = new Uint8Array(start + size);
  signed.set(file.subarray(0, start));
  const view = viewOf(signed);

  // The commands come first: they are in the pages that are hashed.
  view.setUint32(command + 12, size, true);
  const links = segment(signed, view, "__LINKEDIT");
  const linkBytes = signed.length - Number(view.getBigUint64(links + 40, true));
  view.setBigUint64(links + 48, BigInt(linkBytes), true);
  view.setBigUint64(links + 32, BigInt(Math.ceil(linkBytes / MEMORY_PAGE_BYTES) * MEMORY_PAGE_BYTES), true);

  const text = segment(signed, view, "__TEXT");
  const directory = start + 20;
  const numbers = (at: number, ...values: readonly number[]) =>
    values.forEach((value, index) => view.setUint32(at + index * 4, value));
  numbers(start, MAGIC.blobs, blobsBytes, 1, 0, 20);
  const [hashes, specialSlots] = [DIRECTORY_BYTES + name.length, 0];
  numbers(directory, MAGIC.directory, directoryBytes, DIRECTORY_VERSION, FLAGS);
  numbers(directory + 16, hashes, DIRECTORY_BYTES, specialSlots, pages, start);
  signed.set([SHA256.bytes, SHA256.type, 0, PAGE_BITS], directory + 36);
  view.setBigUint64(directory + 64, view.getBigUint64(text + 40, true));
  view.setBigUint64(directory + 72, view.getBigUint64(text + 48, true));
  view.setBigUint64(directory + 80, MAIN_BINARY);
  signed.set(name, directory + DIRECTORY_BYTES);
  for (const [page, hash] of pagesOf(signed.subarray(0, start)).entries())
    signed.set(hash, directory + hashes + page * SHA256.bytes);
  return signed;
}

/** The hash of each page; the last one may be short. */
function pagesOf(code: Uint8Array): Buffer[] {
  return Array.from({ length: Math.ceil(code.length / PAGE_BYTES) }, (_, page) =>
    new Bun.CryptoHasher("sha256").update(code.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)).digest(),
  );
}
