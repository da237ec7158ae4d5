/*
 * Pages of an SQLite database as sqlite.org/fileformat2.html has them, read without SQLite: each page and each cell by itself, so
 * that what is damaged takes nothing with it that is not.
 */

/** How pages are laid out, bytes. */
export interface PageLayout {
  readonly pageBytes: number;
  /** Without what is reserved at the end of each page. */
  readonly usableBytes: number;
}

/** What the first byte of a b-tree page says that it is. */
export const PAGE_KINDS = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 } as const;

export type PageKind = (typeof PAGE_KINDS)[keyof typeof PAGE_KINDS];

const KINDS: ReadonlySet<number> = new Set(Object.values(PAGE_KINDS));

/** The first page begins with the header of the file. */
export const FILE_HEADER_BYTES = 100;

/** The page around this byte is never used: locks are kept there. */
const LOCK_OFFSET_BYTES = 0x4000_0000;

const LEAF_HEADER_BYTES = 8;
const INTERIOR_HEADER_BYTES = 12;
const POINTER_BYTES = 4;

/** What SQLite stores of a value. */
export type StoredValue = null | number | bigint | string | Uint8Array;

/** A cell of a page. */
export interface Cell {
  /** The rowid of a table's cell; 0 in an index. */
  readonly rowid: number;
  /** The page of what comes before it, in an interior page; else 0. */
  readonly child: number;
  /** Bytes of its payload: the record of a row. 0 where it has none. */
  readonly payloadBytes: number;
  /** What of the payload is in this page. */
  readonly local: Uint8Array;
  /** The page where the payload goes on; 0 where all of it is here. */
  readonly overflowPage: number;
}

/** A b-tree page, as far as it can be read. */
export interface TreePage {
  readonly kind: PageKind;
  readonly cells: readonly Cell[];
  /** Cells that are not where, or what, the page says. */
  readonly damagedCells: number;
  /** Of an interior page, the child after all cells; else 0. */
  readonly lastChild: number;
}

/** The number of the page that is never used. */
export function lockPage({ pageBytes }: PageLayout): number {
  return Math.floor(LOCK_OFFSET_BYTES / pageBytes) + 1;
}

/** What a page says that it is; `null` for one that is no b-tree page. */
export function pageKind(bytes: Uint8Array, number: number): PageKind | null {
  const kind = bytes[number === 1 ? FILE_HEADER_BYTES : 0] ?? 0;
  return KINDS.has(kind) ? (kind as PageKind) : null;
}

/** Whether it is a page of a table, not of an index or a table without rowid. */
export function isTableKind(kind: PageKind): boolean {
  return kind === PAGE_KINDS.tableLeaf || kind === PAGE_KINDS.tableInterior;
}

/** Whether it has pages below it. */
export function isInterior(kind: PageKind): boolean {
  return kind === PAGE_KINDS.tableInterior || kind === PAGE_KINDS.indexInterior;
}

/** Reads a b-tree page. @returns `null` for a page that is none, or whose header cannot be true */
export function readTreePage(bytes: Uint8Array, number: number, layout: PageLayout): TreePage | null {
  const kind = pageKind(bytes, number);
  if (kind === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = number === 1 ? FILE_HEADER_BYTES : 0;
  const count = view.getUint16(start + 3);
  const contentStart = view.getUint16(start + 5) || 65_536;
  const pointers = start + (isInterior(kind) ? INTERIOR_HEADER_BYTES : LEAF_HEADER_BYTES);
  const firstCell = pointers + 2 * count;
  if (firstCell > layout.usableBytes || contentStart < firstCell || contentStart > layout.usableBytes)
    return null;
  const cells: Cell[] = [];
  for (let index = 0; index < count; index++) {
    const offset = view.getUint16(pointers + 2 * index);
    const cell = offset < firstCell ? null : readCell(bytes, offset, kind, layout);
    if (cell !== null) cells.push(cell);
  }
  const lastChild = isInterior(kind) ? view.getUint32(start + LEAF_HEADER_BYTES) : 0;
  return { kind, cells, damagedCells: count - cells.length, lastChild };
}

/** Reads the cell at an offset. @returns `null` where none can be */
function readCell(bytes: Uint8Array, offset: number, kind: PageKind, layout: PageLayout): Cell | null {
  const reader = new VarintReader(bytes, offset, layout.usableBytes);
  const child = isInterior(kind) ? reader.uint32() : 0;
  if (kind === PAGE_KINDS.tableInterior) {
    const rowid = reader.varint();
    return reader.isPast ? null : { rowid, child, payloadBytes: 0, local: EMPTY, overflowPage: 0 };
  }
  const payloadBytes = reader.varint();
  const rowid = kind === PAGE_KINDS.tableLeaf ? reader.varint() : 0;
  if (reader.isPast || payloadBytes > MOST_PAYLOAD_BYTES) return null;
  const localBytes = localPayloadBytes(payloadBytes, kind, layout.usableBytes);
  const local = reader.bytes(localBytes);
  const overflowPage = localBytes < payloadBytes ? reader.uint32() : 0;
  if (reader.isPast || (localBytes < payloadBytes && overflowPage === 0)) return null;
  return { rowid, child, payloadBytes, local, overflowPage };
}

const EMPTY = new Uint8Array(0);

/** SQLite takes no longer values: a length above it is damage. */
const MOST_PAYLOAD_BYTES = 0x7fff_ffff;

/** How much of a payload is in its cell, "B-tree Cell Format". */
function localPayloadBytes(payloadBytes: number, kind: PageKind, usable: number): number {
  const most = kind === PAGE_KINDS.tableLeaf ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (payloadBytes <= most) return payloadBytes;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const surplus = least + ((payloadBytes - least) % (usable - POINTER_BYTES));
  return surplus <= most ? surplus : least;
}

/**
 * Puts a payload together from its cell and the pages where it goes on.
 * @param pageAt gives a page; `null` where it cannot be read
 * @returns `null` where it is not whole
 */
export function wholePayload(
  cell: Cell,
  layout: PageLayout,
  pageAt: (number: number) => Uint8Array | null,
): Uint8Array | null {
  if (cell.overflowPage === 0) return cell.local;
  const share = layout.usableBytes - POINTER_BYTES;
  const payload = new Uint8Array(cell.payloadBytes);
  payload.set(cell.local);
  let [next, filled] = [cell.overflowPage, cell.local.byteLength];
  while (filled < payload.byteLength) {
    const page = next === 0 ? null : pageAt(next);
    if (page === null) return null;
    // A page that was overwritten with zeros: no value of ours has as many.
    if (page.every((byte) => byte === 0)) return null;
    const piece = page.subarray(POINTER_BYTES, POINTER_BYTES + Math.min(share, payload.byteLength - filled));
    payload.set(piece, filled);
    filled += piece.byteLength;
    next = new DataView(page.buffer, page.byteOffset).getUint32(0);
  }
  // A chain that goes on is another one's.
  return next === 0 ? payload : null;
}

const STRICT_UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The serial types of a record's values, read from its beginning. @returns `null` where it is no record */
export function readTypes(payload: Uint8Array, payloadBytes: number): number[] | null {
  const header = new VarintReader(payload, 0, payload.byteLength);
  const headerBytes = header.varint();
  if (header.isPast || headerBytes > payload.byteLength) return null;
  const types: number[] = [];
  let bodyBytes = 0;
  while (header.position < headerBytes) {
    const type = header.varint();
    const bytes = valueBytes(type);
    if (header.isPast || bytes === null) return null;
    types.push(type);
    bodyBytes += bytes;
  }
  return header.position === headerBytes && headerBytes + bodyBytes === payloadBytes ? types : null;
}

/** The values of a whole record with these types. @returns `null` where a text is no UTF-8 */
export function readValues(payload: Uint8Array, types: readonly number[]): StoredValue[] | null {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  let offset = payload.byteLength - types.reduce((sum, type) => sum + (valueBytes(type) ?? 0), 0);
  try {
    return types.map((type) => {
      const value = readValue(view, type, offset);
      offset += valueBytes(type) ?? 0;
      return value;
    });
  } catch {
    return null;
  }
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const;

/** Bytes of a value by its serial type; `null` for a type that there is not. */
function valueBytes(type: number): number | null {
  if (type < INTEGER_BYTES.length) return INTEGER_BYTES[type] ?? null;
  return type < 12 ? null : Math.floor((type - 12) / 2);
}

/** @throws TypeError for a text that is no UTF-8 */
function readValue(view: DataView, type: number, offset: number): StoredValue {
  switch (type) {
    case 0:
      return null;
    case 1:
      return view.getInt8(offset);
    case 2:
      return view.getInt16(offset);
    case 3:
      return view.getInt8(offset) * 0x1_0000 + view.getUint16(offset + 1);
    case 4:
      return view.getInt32(offset);
    case 5:
      return view.getInt16(offset) * 0x1_0000_0000 + view.getUint32(offset + 2);
    case 6: {
      const value = view.getBigInt64(offset);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    case 7:
      return view.getFloat64(offset);
    case 8:
      return 0;
    case 9:
      return 1;
    default: {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, Math.floor((type - 12) / 2));
      return type % 2 === 0 ? bytes : STRICT_UTF8.decode(bytes);
    }
  }
}

/** Reads numbers one after the other, and notes when they would go past an end. */
class VarintReader {
  isPast = false;

  constructor(
    private readonly source: Uint8Array,
    public position: number,
    private readonly end: number,
  ) {}

  /** A variable-length integer; one that no number holds is past all ends. */
  varint(): number {
    let value = 0;
    for (let index = 0; index < 9; index++) {
      const byte = this.byte();
      if (index === 8) value = value * 256 + byte;
      else value = value * 128 + (byte & 0x7f);
      if (index === 8 || byte < 0x80) break;
    }
    if (value > Number.MAX_SAFE_INTEGER) this.isPast = true;
    return value;
  }

  uint32(): number {
    let value = 0;
    for (let index = 0; index < POINTER_BYTES; index++) value = value * 256 + this.byte();
    return value;
  }

  bytes(count: number): Uint8Array {
    if (this.position + count > this.end) this.isPast = true;
    const bytes = this.source.subarray(this.position, Math.min(this.position + count, this.end));
    this.position += count;
    return bytes;
  }

  private byte(): number {
    if (this.position >= this.end) this.isPast = true;
    return this.isPast ? 0 : (this.source[this.position++] ?? 0);
  }
}
