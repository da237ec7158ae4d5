import type { Database } from "bun:sqlite";
import type { NumberPlace } from "../../domain/gaps-query.ts";
import type { NamedPrint } from "../../gaps/gap-report.ts";
import { unlessUnreadable } from "../../storage/unreadable.ts";

/** Prints that are looked up together. */
export const TOGETHER = 500;

/** What a report tells of a print is taken from this. */
export interface NamedRow {
  readonly id: number;
  readonly sha256: Uint8Array | null;
  readonly label: string | null;
  readonly printKey: string;
  readonly deviceId: string | null;
  readonly tag: string;
}

const LOOK_UP =
  "SELECT print.id, sha256, label, print_key AS printKey, device_id AS deviceId, tag FROM print " +
  "LEFT JOIN print_data ON print_id = print.id WHERE print.id IN (SELECT value FROM json_each(?))";

/** Looks up prints that a report names, in steps. */
export function* namedPrints(
  database: Database,
  ids: readonly number[],
  of: NumberPlace,
): Generator<void, Map<number, NamedPrint>> {
  const found = new Map<number, NamedPrint>();
  const statement = database.query<NamedRow, [string]>(LOOK_UP);
  for (let from = 0; from < ids.length; from += TOGETHER) {
    const some = ids.slice(from, from + TOGETHER);
    // Of a print that cannot be read nothing is known; the others stay.
    const rows = unlessUnreadable(
      () => statement.all(JSON.stringify(some)),
      () =>
        some.flatMap((id) =>
          unlessUnreadable(
            () => statement.all(`[${id}]`),
            () => [],
          ),
        ),
    );
    for (const row of rows) found.set(row.id, namedPrint(row, of));
    yield;
  }
  return found;
}

/** What is told of a print whose number was looked for in a place. */
export function namedPrint(row: NamedRow, of: NumberPlace): NamedPrint {
  return { sha256: row.sha256?.toHex() ?? null, value: valueOf(row, of) };
}

function valueOf(row: NamedRow, of: NumberPlace): string {
  if ("field" in of) return row[of.field] ?? "";
  return (JSON.parse(row.tag) as Record<string, string>)[of.tag] ?? "";
}
