import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import {
  type Attempt,
  attemptAt,
  isBeginningOfAttempt,
  REQUEST_BYTES,
  requestAt,
  withBeginning,
} from "./printer-job.ts";
import type { PrinterLedger } from "./printer-ledger.ts";

/** Where an attempt was found. */
interface Finding {
  readonly printId: number;
  readonly offset: number;
  /** How much of it is there. */
  readonly bytes: number;
}

export interface PrinterFindings {
  readonly prints: number;
  /** Jobs whose answer the killing took, and that are there all the same: their hosts sent them again. */
  readonly unacknowledged: number;
}

/**
 * Checks that everything acknowledged is in the database: whole, once, byte for byte, and in the order in which it was
 * sent; and that nothing else is. The service must have ended. Adds what is wrong to the ledger.
 */
export function verifyPrinters(dataFolder: string, ledger: PrinterLedger): PrinterFindings {
  const found = new Map<number, Finding>();
  const fault = (what: string) => void ledger.faults.push(what);
  const database = openForReading(databasePath(dataFolder));
  let prints = 0;
  try {
    const integrity = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").get();
    if (integrity?.integrity_check !== "ok") fault(`integrity_check: ${integrity?.integrity_check}`);
    const spooled = database.query<{ jobs: number }, []>("SELECT count(*) AS jobs FROM spooled_job").get();
    if (spooled?.jobs !== 0) fault(`${spooled?.jobs} jobs are left in the spool`);
    const stored = database.query<StoredContent & { id: number }, []>(
      "SELECT print_id AS id, sha256, byte_length AS byteLength, encoding, content FROM print_data ORDER BY print_id",
    );
    for (const { id, ...content } of stored.iterate()) {
      prints++;
      readPrint(id, decodeContent(id, content), ledger, found);
    }
  } finally {
    database.close();
  }
  for (const attempt of ledger.attempts) {
    const bytes = found.get(attempt.number)?.bytes ?? 0;
    const { number, style, acknowledgedBytes } = attempt;
    if (bytes < acknowledgedBytes)
      fault(`attempt ${number} (${style}): ${acknowledgedBytes} bytes acknowledged, ${bytes} are there`);
  }
  verifyOrder(ledger, found);
  const isThere = (attempt: Attempt) => (found.get(attempt.number)?.bytes ?? 0) >= attempt.contentBytes;
  return {
    prints,
    unacknowledged: ledger.attempts.filter((each) => each.acknowledgedBytes === 0 && isThere(each)).length,
  };
}

/** Splits a print into the attempts that it is made of. */
function readPrint(id: number, stored: Uint8Array, ledger: PrinterLedger, found: Map<number, Finding>): void {
  const raw = withBeginning(stored);
  const requested = ledger.attempts[requestAt(raw) ?? -1];
  let offset = requested === undefined ? 0 : REQUEST_BYTES;
  let first: Attempt | undefined;
  while (offset < raw.length) {
    const number = attemptAt(raw, offset);
    const attempt = number === null ? undefined : ledger.attempts[number];
    if (number === null || attempt === undefined) {
      // A host that broke off may have sent no more than that.
      if (!isBeginningOfAttempt(raw.subarray(offset)))
        ledger.faults.push(`print ${id}, byte ${offset}: nobody sent this (${ofBytes(raw, offset)})`);
      return;
    }
    const part = raw.subarray(offset, offset + attempt.bytes.length);
    const where = `print ${id}, byte ${offset}, attempt ${number} (${attempt.style})`;
    if (!Buffer.from(part).equals(attempt.bytes.subarray(0, part.length))) {
      ledger.faults.push(`${where}: its bytes are not the ones sent`);
      return;
    }
    if (found.has(number))
      ledger.faults.push(`${where}: is there twice, also in ${found.get(number)?.printId}`);
    if (requested !== undefined && requested.connection !== attempt.connection)
      ledger.faults.push(`${where}: behind a request of attempt ${requested.number}`);
    if (first !== undefined && (attempt.style !== "status" || first.connection !== attempt.connection)) {
      ledger.faults.push(`${where}: in one print with attempt ${first.number}`);
    }
    first ??= attempt;
    found.set(number, { printId: id, offset, bytes: part.length });
    offset += part.length;
  }
}

/** What a connection brought is there in its order, and what a client was told is there in the order of its jobs. */
function verifyOrder(ledger: PrinterLedger, found: ReadonlyMap<number, Finding>): void {
  const acknowledged = ledger.attempts.filter(
    (attempt) => attempt.acknowledgedBytes === attempt.contentBytes,
  );
  const sequences = [
    ...Map.groupBy(ledger.attempts, ({ connection }) => connection).values(),
    ...Map.groupBy(acknowledged, ({ client }) => client).values(),
  ];
  for (const sequence of sequences) {
    let last: Finding | undefined;
    for (const { number, client } of sequence) {
      const finding = found.get(number);
      if (finding === undefined) continue;
      if (last !== undefined && isBefore(finding, last))
        ledger.faults.push(
          `attempt ${number} of client ${client}: print ${finding.printId} is before ${last.printId}`,
        );
      last = finding;
    }
  }
}

function isBefore(left: Finding, right: Finding): boolean {
  return left.printId < right.printId || (left.printId === right.printId && left.offset < right.offset);
}

function ofBytes(raw: Uint8Array, offset: number): string {
  return JSON.stringify(Buffer.from(raw.subarray(offset, offset + 40)).toString("latin1"));
}
