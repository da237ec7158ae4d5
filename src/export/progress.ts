import type { ExportFormat } from "../domain/export-query.ts";

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** The fixed part of a local header of ZIP, and where it has the sizes of what follows. */
const HEADER_BYTES = 30;
const PACKED_BYTES_AT = 18;
const NAME_BYTES_AT = 26;
const EXTRA_BYTES_AT = 28;
const SIGNATURE = 0x04034b50;

/** Counts the prints in the bytes of an export as they come, for a progress bar. */
export class ExportProgress {
  private readonly count: (chunk: Uint8Array) => void;
  private counted = 0;

  constructor(format: ExportFormat) {
    const add = () => void this.counted++;
    this.count = format === "csv" ? csvCounter(add) : format === "jsonl" ? lineCounter(add) : zipCounter(add);
  }

  /** Prints that have come so far; those without a file in an archive are not seen. */
  get done(): number {
    return this.counted;
  }

  take(chunk: Uint8Array): void {
    this.count(chunk);
  }
}

function lineCounter(add: () => void) {
  return (chunk: Uint8Array) => {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) add();
  };
}

/** A line break within quotes ends no record. The first record is the headings. */
function csvCounter(add: () => void) {
  let isQuoted = false;
  let isHeading = true;
  return (chunk: Uint8Array) => {
    for (const byte of chunk) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      if (byte !== LINE_FEED || isQuoted) continue;
      if (!isHeading) add();
      isHeading = false;
    }
  };
}

/** Goes from local header to local header: ours tell the size of what follows. */
function zipCounter(add: () => void) {
  let header = Buffer.alloc(0);
  let skipped = 0;
  let isAtEnd = false;
  return (chunk: Uint8Array) => {
    let at = 0;
    while (!isAtEnd && at < chunk.byteLength) {
      const over = Math.min(skipped, chunk.byteLength - at);
      skipped -= over;
      at += over;
      const wanted = chunk.subarray(at, at + HEADER_BYTES - header.byteLength);
      header = Buffer.concat([header, wanted]);
      at += wanted.byteLength;
      if (header.byteLength < HEADER_BYTES) return;
      isAtEnd = header.readUInt32LE(0) !== SIGNATURE;
      if (isAtEnd) return;
      skipped =
        header.readUInt32LE(PACKED_BYTES_AT) +
        header.readUInt16LE(NAME_BYTES_AT) +
        header.readUInt16LE(EXTRA_BYTES_AT);
      header = Buffer.alloc(0);
      add();
    }
  };
}
