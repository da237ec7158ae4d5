import type { RisingNumbers } from "../../src/search/format/rising-numbers.ts";
import type { Database } from "bun:sqlite";
import { signatureParts } from "../../src/search/format/gram-signature.ts";
import { PartReader } from "../../src/search/format/part-reader.ts";
import {
  FIRST_FILTER_PART,
  partsOf as columnPartsOf,
  PRESENT_PART,
  readHead,
} from "../../src/search/format/text-column-layout.ts";
import { COLUMN_KINDS, type SegmentDirectory } from "../../src/search/segment/segment-directory.ts";
import { LINE_SIGNATURE } from "../../src/search/text/line-block.ts";
import { PARTS_PER_SEGMENT, SEGMENT_KINDS } from "../../src/storage/index-writer.ts";

/** Parts of a segment of one kind. */
export interface NamedParts {
  readonly name: string;
  readonly segmentId: number;
  readonly chunkIds: readonly number[];
}

/** The first published segment of a kind in a workspace. */
export function segmentOf(database: Database, workspaceId: number, kind: number): number {
  const row = database
    .query<{ id: number }, [number, number]>(
      "SELECT id FROM index_segment WHERE workspace_id = ? AND kind = ? AND published IS NOT NULL ORDER BY first_ordinal",
    )
    .get(workspaceId, kind);
  if (row === null) throw new Error(`no segment of kind ${kind}`);
  return row.id;
}

/** The parts of a workspace's first segments of metadata and of lines, of one column of each kind. */
export function partsOf(database: Database, workspaceId: number): NamedParts[] {
  const columns = segmentOf(database, workspaceId, SEGMENT_KINDS.columns);
  const lines = segmentOf(database, workspaceId, SEGMENT_KINDS.lines);
  return [
    ...named(
      columns,
      columnParts((part) => contentOf(database, columns, part)),
    ),
    ...named(lines, lineParts(contentOf(database, lines, 0))),
  ];
}

/** Name, first part, and how many there are where there may be more than one. */
type Parts = (readonly [name: string, first: number, count?: number])[];

function named(segmentId: number, parts: Parts): NamedParts[] {
  return parts.map(([name, first, count = 1]) => {
    const chunkIds = Array.from(
      { length: count },
      (_, index) => segmentId * PARTS_PER_SEGMENT + first + index,
    );
    return { name, segmentId, chunkIds };
  });
}

function columnParts(read: (part: number) => Uint8Array): Parts {
  const directory = JSON.parse(Buffer.from(read(0)).toString()) as SegmentDirectory;
  const parts: Parts = [
    ["directory", 0],
    blocksOf("ids", directory.ids),
    blocksOf("times of creation", directory.created),
    ["deleted prints", directory.deletedPart],
    ["times of update", directory.updatedPart],
    ["rare keys", directory.rarePart],
  ];
  for (const [name, kind, first] of directory.columns) {
    if (kind === COLUMN_KINDS.dictionary) {
      if (name === "deviceId") parts.push(["dictionary", first], ["sets of a dictionary", first + 1]);
    } else if (name === "label") parts.push(...textParts(first, read(first)));
    else if (name === "tag:note") parts.push(...wordParts(first, read(first)));
  }
  return parts;
}

/** The blocks that are parts: one after the other. */
function blocksOf(name: string, numbers: RisingNumbers | null): Parts[number] {
  const parts = numbers?.parts.filter((part) => part > 0) ?? [];
  return [name, parts[0] ?? 0, parts.length];
}

/** Of a column with letters that folding changes. */
function textParts(first: number, part: Uint8Array): Parts {
  const head = readHead(new Uint8Array(part));
  const parts = columnPartsOf(head);
  return [
    ["head of a text column", first],
    ["positions with a value", first + PRESENT_PART],
    ["filter", first + FIRST_FILTER_PART, parts.hashes - FIRST_FILTER_PART],
    ["hashes", first + parts.hashes, head.hashParts],
    ["signatures", first + parts.signatures, parts.shapes - parts.signatures],
    ["shapes", first + parts.shapes, head.shapeParts],
    ["digits", first + parts.digits, head.digitParts],
    ["folded values", first + parts.folded, head.blocks],
    ["values", first + parts.originals, head.blocks],
  ];
}

/** Of a column of free text. */
function wordParts(first: number, part: Uint8Array): Parts {
  const head = readHead(new Uint8Array(part));
  const parts = columnPartsOf(head);
  return [
    ["words", first + parts.words, head.wordParts],
    ["numbers of words", first + parts.folded, head.blocks],
  ];
}

function lineParts(header: Uint8Array): Parts {
  const reader = new PartReader(new Uint8Array(header));
  reader.uint32();
  const frequent = reader.uint32();
  const rare = reader.uint32();
  const signatures = signatureParts(frequent + rare, LINE_SIGNATURE);
  const block = 1 + signatures;
  return [
    ["header of lines", 0],
    ["signatures of lines", 1, signatures],
    ["frequent lines", block, frequent],
    ["rare lines", block + frequent, rare],
    ["sets of lines", block + frequent + rare],
  ];
}

function contentOf(database: Database, segmentId: number, part: number): Uint8Array {
  const row = database
    .query<{ content: Uint8Array }, [number]>("SELECT content FROM index_chunk WHERE id = ?")
    .get(segmentId * PARTS_PER_SEGMENT + part);
  if (row === null) throw new Error(`segment ${segmentId} has no part ${part}`);
  return row.content;
}
