import { describe, expect, test } from "bun:test";
import type { ExportFormat } from "../../src/domain/export-query.ts";
import { csvRecord } from "../../src/export/csv.ts";
import { ExportProgress } from "../../src/export/progress.ts";
import { ZipWriter } from "../../src/export/zip-writer.ts";

function archive(): Uint8Array {
  const zip = new ZipWriter();
  const pieces: Uint8Array[] = [];
  for (const text of ["one", "PK\u0003\u0004 is no header here ".repeat(20), ""])
    for (const name of [`prints/${text.length}.bin`, `proofs/${text.length}.json`, "a"])
      pieces.push(...zip.file({ name, content: Buffer.from(text), modifiedAt: 0 }));
  return Buffer.concat([...pieces, ...zip.end()]);
}

const TABLE = ["id,label", "1,plain", '2,"two\r\nlines"', '3,"a ""quote"""'];

const CASES: [ExportFormat, Uint8Array][] = [
  [
    "csv",
    Buffer.from(
      csvRecord(["id", "label"]) +
        TABLE.slice(1)
          .map((line) => `${line}\r\n`)
          .join(""),
    ),
  ],
  ["jsonl", Buffer.from('{"id":1}\n{"id":2}\n{"id":3}\n')],
  ["zip-raw", archive()],
];

describe.each(CASES)("the prints in %s are counted", (format, bytes) => {
  test.each([1, 7, 30, 31, bytes.byteLength])("in chunks of %d bytes", (size) => {
    const progress = new ExportProgress(format);
    for (let at = 0; at < bytes.byteLength; at += size) progress.take(bytes.subarray(at, at + size));
    expect(progress.done).toBe(3);
  });
});
