import type { ExportFormat } from "../domain/export-query.ts";

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** The files that are counted in an archive: those of prints. */
const COUNTED = "prints/";

/** The fixed part of a local header of ZIP with the beginning of a name, and where it has the sizes of what follows. */
const FIXED_BYTES = 30;
const HEADER_BYTES = FIXED_BYTES + COUNTED.length;
const PACKED_BYTES_AT = 18;
const NAME_BYTES_AT = 26;
const EXTRA_BYTES_AT = 28;
const SIGNATURE = 0x04034b50;

/** Counts the prints in the bytes of an export as they come, for a progress bar; in browsers too. */
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
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  let headerBytes = 0;
  let skipped = 0;
  let isAtEnd = false;
  // A name may be shorter than the beginning that is looked at.
  const nameBytes = () =>
    headerBytes < FIXED_BYTES ? 0 : Math.min(COUNTED.length, header.getUint16(NAME_BYTES_AT, true));
  return (chunk: Uint8Array) => {
    let at = 0;
    while (!isAtEnd && at < chunk.byteLength) {
      const over = Math.min(skipped, chunk.byteLength - at);
      skipped -= over;
      at += over;
      if (at === chunk.byteLength) return;
      header.setUint8(headerBytes++, chunk[at++] ?? 0);
      if (headerBytes === FIXED_BYTES) isAtEnd = header.getUint32(0, true) !== SIGNATURE;
      if (headerBytes < FIXED_BYTES + nameBytes() || headerBytes < FIXED_BYTES) continue;
      skipped =
        header.getUint32(PACKED_BYTES_AT, true) +
        header.getUint16(NAME_BYTES_AT, true) +
        header.getUint16(EXTRA_BYTES_AT, true) -
        nameBytes();
      if (isCounted(header, nameBytes())) add();
      headerBytes = 0;
    }
  };
}

function isCounted(header: DataView, nameBytes: number): boolean {
  const name = new Uint8Array(header.buffer, FIXED_BYTES, nameBytes);
  return String.fromCharCode(...name) === COUNTED;
}
