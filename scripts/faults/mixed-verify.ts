import type { Database } from "bun:sqlite";
import { DEFAULT_WORKSPACE } from "../../src/storage/first-start.ts";
import { sha256 } from "../../src/journal/hash.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { verifyJournal } from "../../src/verification/verify-journal.ts";
import type { ServiceProcess } from "../service/service-process.ts";
import { type MixedLedger, nameIn, possibleStates, type Receipt, type ReceiptState } from "./mixed-ledger.ts";

/** Requests under way at once. */
const CONCURRENCY = 8;

/** What was found of what was acknowledged. */
export interface MixedFindings {
  /** Prints that were acknowledged and are not there. */
  lost: number;
  /** Prints with other bytes, or in a state in which they cannot be. */
  wrong: number;
  /** Prints that are there more than once, since their jobs were sent more than once. */
  doubles: number;
  /** In words. */
  readonly faults: string[];
  /** Every print that was looked at. */
  readonly found: FoundPrint[];
}

/** A print as it is stored. */
export interface FoundPrint {
  readonly id: number;
  readonly name: string;
  readonly is: ReceiptState["is"];
  readonly label: string | null;
  /** Of the bytes that were sent. */
  readonly sha256: string;
}

interface Row extends StoredContent {
  readonly id: number;
  readonly label: string | null;
  readonly isDeleted: number;
  readonly isErased: number;
}

const SQL =
  "SELECT print.id, label, deleted_at IS NOT NULL AS isDeleted, removal_id IS NOT NULL AS isErased, sha256, " +
  "byte_length AS byteLength, encoding, content FROM print LEFT JOIN print_data ON print_id = print.id";

/**
 * Compares a database with what was acknowledged until a cut; what is not verified is left out of the ledger from then on:
 * whatever of the possible states was found is the one that must stay.
 * @param cut of {@link MixedLedger.moment}
 * @param since only prints with a higher id, and those that were touched
 */
export function verifyStored(
  database: Database,
  ledger: MixedLedger,
  cut = Number.POSITIVE_INFINITY,
  since = 0,
): MixedFindings {
  const findings: MixedFindings = { lost: 0, wrong: 0, doubles: 0, faults: [], found: [] };
  try {
    compare(database, ledger, cut, since, findings);
  } catch (error) {
    findings.wrong++;
    findings.faults.push(`the database cannot be read: ${error}`);
  }
  return findings;
}

function compare(
  database: Database,
  ledger: MixedLedger,
  cut: number,
  since: number,
  findings: MixedFindings,
): void {
  const [integrity] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
  if (integrity?.integrity_check !== "ok") {
    findings.wrong++;
    findings.faults.push(`integrity_check: ${integrity?.integrity_check}`);
  }
  const rows = new Map<string, Row[]>();
  const nameOfId = new Map<number, string>();
  for (const receipt of ledger.receipts.values())
    if (receipt.id !== null) nameOfId.set(receipt.id, receipt.name);
  const take = (row: Row) => {
    const name = row.content === null ? nameOfId.get(row.id) : nameIn(decoded(row));
    const receipt = name == null ? undefined : ledger.receipts.get(name);
    if (receipt !== undefined) rows.set(receipt.name, [...(rows.get(receipt.name) ?? []), row]);
    else if (row.content === null && row.isErased === 0)
      findings.faults.push(`print ${row.id}: its bytes are missing`);
    else if (name == null || !ledger.isOfAnotherRun(name))
      findings.faults.push(`print ${row.id}: nobody sent it`);
  };
  for (const row of database.query<Row, [number]>(`${SQL} WHERE print.id > ?`).iterate(since)) take(row);
  const older = database.query<Row, [number]>(`${SQL} WHERE print.id = ?`);
  const checked = since === 0 ? ledger.receipts.values() : ledger.touched.values();
  for (const receipt of checked) {
    if (!rows.has(receipt.name) && receipt.id !== null && receipt.id <= since) {
      const row = older.get(receipt.id);
      if (row !== null) take(row);
    }
    verifyReceipt(receipt, rows.get(receipt.name) ?? [], cut, findings);
  }
}

function decoded({ id, ...content }: Row): Uint8Array {
  try {
    return decodeContent(id, content);
  } catch {
    return new Uint8Array(0);
  }
}

function verifyReceipt(receipt: Receipt, rows: readonly Row[], cut: number, findings: MixedFindings): void {
  const { name, way, sendings } = receipt;
  const { states, mustBeThere } = possibleStates(receipt, cut);
  const row = rows.find(({ id }) => id === receipt.id) ?? rows[0];
  if (row === undefined) {
    if (!mustBeThere) return;
    findings.lost++;
    findings.faults.push(`${name} (${way}): acknowledged and not stored`);
    return;
  }
  findings.doubles += rows.length - 1;
  const wrong = (what: string) => {
    findings.wrong++;
    findings.faults.push(`${name} (${way}), print ${row.id}: ${what}`);
  };
  if (rows.length > (way === "api" ? 1 : sendings))
    wrong(`is there ${rows.length} times, and was sent ${sendings} times`);
  receipt.id ??= row.id;
  const is = row.isErased !== 0 ? "erased" : row.isDeleted !== 0 ? "deleted" : "there";
  if (is !== "erased" && !rows.every((each) => isSent(decoded(each), receipt.sha256)))
    wrong("its bytes are not the ones sent");
  const found = states.find((state) => state.is === is && (is === "erased" || state.label === row.label));
  findings.found.push({ id: row.id, name, is, label: row.label, sha256: receipt.sha256 });
  if (found === undefined) wrong(`is ${is} with the label ${row.label}; expected: ${inWords(states)}`);
  // A cut in a replay is one of many that might have been: what it left is nothing that stays.
  else if (cut === Number.POSITIVE_INFINITY)
    receipt.states = [{ ...found, acknowledgedAt: found.acknowledgedAt ?? 0 }];
}

/** A host that pauses behind ESC @ leaves that in a job of its own, which prints nothing and is not stored. */
function isSent(bytes: Uint8Array, sent: string): boolean {
  return [bytes, Buffer.concat([Buffer.from("\x1b@"), bytes])].some((each) => sha256(each).toHex() === sent);
}

function inWords(states: readonly ReceiptState[]): string {
  return states.map(({ is, label }) => `${is} ${label}`).join(" or ");
}

/** Verifies the journals of a database: whatever was cut off, no print or change is without its entry, and none is forged. */
export async function verifyJournals(database: Database, findings: MixedFindings): Promise<void> {
  const { findings: found, findingCount } = await verifyJournal(database);
  findings.wrong += findingCount;
  findings.faults.push(...found.map(({ message }) => `journal: ${message}`));
}

/** Asks a service for prints, and compares its answers with what is stored and with the bytes that were sent. */
export async function verifyServed(
  service: ServiceProcess,
  findings: MixedFindings,
  prints: Iterable<FoundPrint> = findings.found,
): Promise<void> {
  const iterator = prints[Symbol.iterator]();
  const headers = { Authorization: `Bearer ${service.localToken}` };
  const address = `${service.address}/api/workspace/${DEFAULT_WORKSPACE}/prints`;
  const look = async ({ name, id, is, label, sha256: sent }: FoundPrint): Promise<void> => {
    const wrong = (what: string) => {
      findings.wrong++;
      findings.faults.push(`${name}, print ${id}: ${what}`);
    };
    const response = await fetch(`${address}/${id}/raw`, { headers });
    const bytes = await response.bytes();
    if (is === "erased") {
      if (response.status !== 410) wrong(`is erased, and answered ${response.status}`);
      return;
    }
    if (response.status !== 200 || !isSent(bytes, sent))
      wrong(`its bytes are answered ${response.status}, and not the ones sent`);
    const answer = (await (await fetch(`${address}/${id}`, { headers })).json()) as { label?: string | null };
    if (answer.label !== label) wrong(`is answered with the label ${answer.label}`);
  };
  const work = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await look(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
