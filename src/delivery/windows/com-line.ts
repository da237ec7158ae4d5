import type { Parity, SerialLine } from "../../domain/serial-line.ts";
import { type ComLibrary, loadComLibrary } from "./com-functions.ts";
import { wideText } from "../../platform/wide-text.ts";

/*
 * Serial lines of Windows. Its calls wait, if only for a moment: they are made in a Worker. What goes wrong is told by the
 * code of the system, such as EIO, because an error loses it on the way between threads.
 */

/** GENERIC_READ and GENERIC_WRITE; OPEN_EXISTING; INVALID_HANDLE_VALUE. */
const READ_AND_WRITE = 0xc0000000;
const OPEN_EXISTING = 3;
const INVALID_HANDLE = 0xffff_ffff_ffff_ffffn;

/** ERROR_FILE_NOT_FOUND, ERROR_ACCESS_DENIED: a line that is open already, ERROR_SHARING_VIOLATION. */
const CODES: Readonly<Record<number, string>> = { 2: "ENOENT", 3: "ENOENT", 5: "EBUSY", 32: "EBUSY" };

/** How long a write may wait for the line, milliseconds; COMMTIMEOUTS has two numbers for reads before, which are not to wait. */
const WRITE_MILLISECONDS = 20;
const NO_WAIT = 0xffff_ffff;

/** PURGE_TXABORT and PURGE_TXCLEAR. */
const PURGE_OUTPUT = 0x1 | 0x4;

/** DCB of winbase.h: its size, and where what is set stands in it. */
const DCB = {
  bytes: 28,
  baud: 4,
  flags: 8,
  xonLimit: 14,
  xoffLimit: 16,
  dataBits: 18,
  parity: 19,
  stopBits: 20,
  xon: 21,
  xoff: 22,
};

/** Bits of the DCB's flags. */
const FLAG = {
  binary: 0x1,
  parity: 0x2,
  ctsFlow: 0x4,
  dtrOn: 0x10,
  xonOut: 0x100,
  rtsOn: 0x1000,
  rtsHandshake: 0x2000,
};

const PARITIES: Readonly<Record<Parity, number>> = { none: 0, odd: 1, even: 2 };

/** Where the bytes that have not left are told of in COMSTAT. */
const UNSENT = 8;
const COMSTAT_BYTES = 12;

const READ_BYTES = 4096;

/** A DCB for bytes as they are. @param dcb what the line has now */
function dcbOf({ baud, dataBits, parity, stopBits, flow }: SerialLine, dcb: Buffer): Buffer {
  const set = Buffer.from(dcb);
  set.writeUInt32LE(DCB.bytes, 0);
  set.writeUInt32LE(baud, DCB.baud);
  const flags =
    FLAG.binary |
    FLAG.dtrOn |
    (parity === "none" ? 0 : FLAG.parity) |
    (flow === "rtscts" ? FLAG.ctsFlow | FLAG.rtsHandshake : FLAG.rtsOn) |
    (flow === "xonxoff" ? FLAG.xonOut : 0);
  set.writeUInt32LE(flags, DCB.flags);
  set.writeUInt16LE(READ_BYTES / 4, DCB.xonLimit);
  set.writeUInt16LE(READ_BYTES / 4, DCB.xoffLimit);
  set[DCB.dataBits] = dataBits;
  set[DCB.parity] = PARITIES[parity];
  // ONESTOPBIT is 0, TWOSTOPBITS is 2.
  set[DCB.stopBits] = stopBits === 2 ? 2 : 0;
  [set[DCB.xon], set[DCB.xoff]] = [0x11, 0x13];
  return set;
}

/** Opens and sets a line. @returns its handle, or the code of what went wrong */
export function openComLine(
  path: string,
  line: SerialLine,
  library: ComLibrary = loadComLibrary(),
): bigint | string {
  // Names above COM9 need the prefix, and the others may have it.
  const name = wideText(`\\\\.\\${path}`);
  const handle = library.CreateFileW(name, READ_AND_WRITE, 0, null, OPEN_EXISTING, 0, 0n);
  if (handle === INVALID_HANDLE) return CODES[library.GetLastError()] ?? "EIO";
  const dcb = Buffer.alloc(DCB.bytes);
  dcb.writeUInt32LE(DCB.bytes, 0);
  const timeouts = new Uint32Array([NO_WAIT, 0, 0, 0, WRITE_MILLISECONDS]);
  const isSet =
    library.GetCommState(handle, dcb) !== 0 &&
    library.SetCommState(handle, dcbOf(line, dcb)) !== 0 &&
    library.SetCommTimeouts(handle, timeouts) !== 0;
  if (isSet) return handle;
  library.CloseHandle(handle);
  return "EINVAL";
}

/** @returns what has come, or the code of what went wrong */
export function readComLine(handle: bigint, library: ComLibrary = loadComLibrary()): Uint8Array | string {
  const [bytes, count] = [new Uint8Array(READ_BYTES), new Uint32Array(1)];
  return library.ReadFile(handle, bytes, bytes.length, count, null) === 0
    ? "EIO"
    : new Uint8Array(bytes.subarray(0, count[0]));
}

/** @returns how many bytes the line took, or the code of what went wrong */
export function writeComLine(
  handle: bigint,
  bytes: Uint8Array,
  library: ComLibrary = loadComLibrary(),
): number | string {
  const count = new Uint32Array(1);
  // A line that takes no more is no failure: the call ends when its time is over.
  return library.WriteFile(handle, bytes, bytes.length, count, null) === 0 ? "EIO" : (count[0] ?? 0);
}

/** @returns how many bytes have not left, or the code of what went wrong */
export function countUnsentByCom(handle: bigint, library: ComLibrary = loadComLibrary()): number | string {
  const [errors, state] = [new Uint32Array(1), Buffer.alloc(COMSTAT_BYTES)];
  return library.ClearCommError(handle, errors, state) === 0 ? "EIO" : state.readUInt32LE(UNSENT);
}

/** Closes a line. @param discards whether what has not left is thrown away */
export function closeComLine(
  handle: bigint,
  discards: boolean,
  library: ComLibrary = loadComLibrary(),
): void {
  if (discards) library.PurgeComm(handle, PURGE_OUTPUT);
  library.CloseHandle(handle);
}

/** The serial lines that this machine has. */
export function listComLines(library: ComLibrary = loadComLibrary()): string[] {
  const names = Buffer.alloc(256 * 1024);
  // With no name it tells all devices, with a zero between them.
  const characters = library.QueryDosDeviceW(null, names, names.length / 2);
  const all = names.toString("utf16le", 0, characters * 2).split("\0");
  return all
    .filter((name) => /^COM\d+$/.test(name))
    .toSorted((left, right) => Number(left.slice(3)) - Number(right.slice(3)));
}
