import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading } from "../../src/storage/database.ts";
import { sha256 } from "../../src/journal/hash.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import type { Ledger } from "./ledger.ts";

interface StoredPrint extends StoredContent {
  readonly id: number;
  readonly printKey: string;
  readonly createdAt: number;
}

/** Checks the database itself: sound, every print whole, once, in order of time, and none that nobody sent. */
export function verifyDatabase(dataFolder: string, ledger: Ledger): void {
  const database = openForReading(databasePath(dataFolder));
  try {
    const [integrity] = database.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
    if (integrity?.integrity_check !== "ok")
      ledger.faults.push(`integrity_check: ${integrity?.integrity_check}`);
    const orphans = database.query("PRAGMA foreign_key_check").all();
    if (orphans.length > 0) ledger.faults.push(`foreign_key_check: ${orphans.length} rows point to nothing`);
    const prints = database.query<StoredPrint, []>(
      "SELECT print.id, print.print_key AS printKey, print.created_at AS createdAt, sha256, " +
        "byte_length AS byteLength, encoding, content FROM print LEFT JOIN print_data ON print_id = print.id " +
        "ORDER BY print.id",
    );
    verifyStored(prints.iterate(), ledger);
  } finally {
    database.close();
  }
}

function verifyStored(prints: Iterable<StoredPrint>, ledger: Ledger): void {
  const unanswered = new Map(ledger.unanswered.map((sent) => [sent.printKey, sent]));
  const seen = new Set<string>();
  let lastCreatedAt = 0;
  for (const { id, printKey, createdAt, ...content } of prints) {
    const fault = (what: string) => ledger.faults.push(`stored print ${id} (${printKey}): ${what}`);
    if (seen.has(printKey)) fault("stored twice");
    seen.add(printKey);
    if (createdAt < lastCreatedAt)
      fault(`created ${lastCreatedAt - createdAt} ms before the print before it`);
    lastCreatedAt = createdAt;
    const sent = ledger.acknowledged.get(id)?.sent ?? unanswered.get(printKey);
    if (sent === undefined || sent.printKey !== printKey) fault("nobody sent it");
    else if (content.content === null) fault("its bytes are missing");
    else if (sha256(decodeContent(id, content)).toHex() !== sent.sha256)
      fault("its bytes are not the ones sent");
  }
  for (const { id, sent } of ledger.acknowledged.values()) {
    if (!seen.has(sent.printKey))
      ledger.faults.push(`print ${id} (${sent.printKey}): acknowledged and not stored`);
  }
}
