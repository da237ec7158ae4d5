import type { SQL } from "bun";
import { jsonValue, type RowValue } from "../../../src/storage/postgres/recordset.ts";

/** Text that is sent at once, characters. */
const PIECE_CHARACTERS = 1 << 18;

/** Stores rows as fast as PostgreSQL takes them: by COPY. All have the columns of the first. @returns how many there were */
export async function copyRows(
  connection: SQL,
  table: string,
  rows: Iterable<Readonly<Record<string, RowValue>>>,
): Promise<number> {
  let writer: WritableStreamDefaultWriter | null = null;
  let piece = "";
  let count = 0;
  for (const row of rows) {
    writer ??= copyInto(connection, table, Object.keys(row));
    piece += `${Object.values(row).map(copiedText).join("\t")}\n`;
    count++;
    if (piece.length < PIECE_CHARACTERS) continue;
    await writer.write(piece);
    piece = "";
  }
  if (piece !== "") await writer?.write(piece);
  await writer?.close();
  return count;
}

function copyInto(connection: SQL, table: string, columns: readonly string[]): WritableStreamDefaultWriter {
  return connection
    .unsafe(`COPY ${table} (${columns.join(", ")}) FROM STDIN`)
    .writable()
    .getWriter();
}

/** A value as the text format of COPY has it (PostgreSQL, COPY, "Text Format"). */
function copiedText(value: RowValue): string {
  const told = jsonValue(value);
  if (told === null) return "\\N";
  const text = typeof told === "object" ? JSON.stringify(told) : String(told);
  return text.replace(/[\\\t\n\r]/g, (letter) => COPIED[letter] ?? letter);
}

const COPIED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
