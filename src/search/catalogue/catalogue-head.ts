import { type SignatureShape, signatureParts } from "../format/gram-signature.ts";
import { PartReader } from "../format/part-reader.ts";
import { partOf } from "../format/part-writer.ts";

/** Raised whenever older catalogues cannot be read any more. */
export const CATALOGUE_FORMAT = 2;

/** Part 0 of a catalogue. */
export interface CatalogueHead {
  /** Parts with entries, a power of two. */
  readonly parts: number;
  /** The ids of the segments that it is about, ascending by their ordinals; an entry names one by its index here. */
  readonly segmentIds: readonly number[];
  /** The columns with signatures, in the order of their parts. */
  readonly signed: readonly SignedColumn[];
}

/** A column with signatures, a bit a segment. */
export interface SignedColumn {
  /** The hash of its name. */
  readonly column: number;
  readonly shape: SignatureShape;
}

/** Where the signatures of a column are; `null` where it has none. */
export function signatureOfColumn(
  { parts, segmentIds, signed }: CatalogueHead,
  column: number,
): { readonly firstPart: number; readonly shape: SignatureShape } | null {
  let firstPart = 1 + parts;
  for (const { column: other, shape } of signed) {
    if (other === column) return { firstPart, shape };
    firstPart += signatureParts(segmentIds.length, shape);
  }
  return null;
}

/** Writes the head. */
export function writeCatalogueHead({ parts, segmentIds, signed }: CatalogueHead): Uint8Array {
  return partOf((writer) => {
    for (const number of [parts, segmentIds.length, signed.length]) writer.uint32(number);
    writer.array(Float64Array.from(segmentIds));
    for (const { column, shape } of signed) writer.array(Uint32Array.of(column, shape.rows, shape.longGram));
  });
}

/** Reads what {@link writeCatalogueHead} wrote. */
export function readCatalogueHead(part: Uint8Array): CatalogueHead {
  const reader = new PartReader(part);
  const [parts, segments, columns] = [reader.uint32(), reader.uint32(), reader.uint32()];
  reader.align(8);
  return {
    parts,
    segmentIds: [...reader.float64Array(segments)],
    signed: Array.from({ length: columns }, () => readSigned(reader)),
  };
}

function readSigned(reader: PartReader): SignedColumn {
  const [column, rows, longGram] = [reader.uint32(), reader.uint32(), reader.uint32()];
  return { column, shape: { rows, longGram: longGram === 4 ? 4 : 5 } };
}
