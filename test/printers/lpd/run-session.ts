import { lpdSession } from "../../../src/printers/lpd/session.ts";
import type { DataFile, LpdDriver, ReadEnding } from "../../../src/printers/lpd/lpd-driver.ts";
import { LPD_LIMITS } from "../../../src/printers/lpd/lpd-limits.ts";

export interface Circumstances {
  /** How the stream ends when all pieces were read. */
  readonly ending?: ReadEnding;
  readonly maximumJobBytes?: number;
  readonly isAdmitted?: boolean;
  readonly breaksOff?: boolean;
  /** Room for a data file, bytes. */
  readonly room?: number;
  /** What storing answers, and spooling unless 0. */
  readonly octet?: number;
  /** What storing answers, one after the other; afterwards `octet`. */
  readonly octets?: readonly number[];
  /** Whether what was spooled can be forgotten. */
  readonly discards?: boolean;
  /** How often the service can wait before it stops. */
  readonly rests?: number;
}

/** What came of a session. */
export interface Outcome {
  /** Everything that was sent, as hex. */
  readonly sent: string;
  readonly stored: readonly DataFile[];
  readonly spooled: number;
  /** The keys of what was forgotten. */
  readonly discarded: readonly string[];
  readonly reports: readonly string[];
  readonly hasBroken: boolean;
}

/** Leads a session with the pieces of a host's bytes, without sockets and time. */
export function runSession(pieces: readonly Uint8Array[], circumstances: Circumstances = {}): Outcome {
  const { ending = "end", maximumJobBytes = 1000, isAdmitted = true, breaksOff = false } = circumstances;
  const { octet = 0, discards = true, octets = [] } = circumstances;
  const answers = [...octets];
  let rests = circumstances.rests ?? Number.MAX_SAFE_INTEGER;
  let room = circumstances.room ?? Number.MAX_SAFE_INTEGER;
  let next = 0;
  let isInside = false;
  const sent: number[] = [];
  const stored: DataFile[] = [];
  const reports: string[] = [];
  const discarded: string[] = [];
  let spooled = 0;
  let hasBroken = false;
  const driver: LpdDriver = {
    read: () => pieces[next++] ?? ending,
    send: (bytes) => void sent.push(...bytes),
    openQueue: (names, isLong) =>
      names.includes("till") ? { maximumJobBytes, state: `state ${isLong}\n` } : null,
    reserve() {
      isInside = true;
      return { isAdmitted, breaksOff };
    },
    extend(bytes) {
      // A control file is small, and needs no room.
      if (isInside) room -= bytes;
      return room >= 0;
    },
    store(dataFile) {
      const answered = answers.shift() ?? octet;
      if (answered === 0) stored.push(dataFile);
      return answered;
    },
    pause: () => rests-- > 0,
    spool: () => (octet === 0 ? `key ${++spooled}` : null),
    discard(key) {
      if (discards) discarded.push(key);
      return discards;
    },
    terminate: () => void (hasBroken = true),
    report: (_level, message) => void reports.push(message),
    release() {},
  };
  const session = lpdSession(LPD_LIMITS);
  let step = session.next();
  while (step.done !== true) step = session.next(step.value(driver));
  return { sent: Uint8Array.from(sent).toHex(), stored, spooled, discarded, reports, hasBroken };
}

/** Bytes of a text, one a character. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Bytes in pieces, cut at these places. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.byteLength + 1)), bytes.byteLength];
  cuts.sort((left, right) => left - right);
  return cuts.slice(1).flatMap((cut, index) => {
    const piece = bytes.subarray(cuts[index] ?? 0, cut);
    return piece.byteLength === 0 ? [] : [piece];
  });
}

/** A file's subcommand, its bytes and the octet behind them. */
export function file(octet: 2 | 3, content: string, name: string, declared = content.length): string {
  return `${String.fromCharCode(octet)}${declared} ${name}\n${content}\0`;
}
