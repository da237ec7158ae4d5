import { BLOCK_SIGNATURE } from "../format/text-column-layout.ts";
import { signatureParts } from "../format/gram-signature.ts";
import { PartReader } from "../format/part-reader.ts";
import { partOf } from "../format/part-writer.ts";

/** Raised whenever older catalogues cannot be read any more. */
export const CATALOGUE_FORMAT = 1;

/** Part 0 of a catalogue. */
export interface CatalogueHead {
  /** Parts with entries, a power of two. */
  readonly parts: number;
  /** The ids of the segments that it is about, ascending by their ordinals; an entry names one by its index here. */
  readonly segmentIds: readonly number[];
  /** The columns with signatures, by the hashes of their names, in the order of their parts. */
  readonly signed: readonly number[];
}

/** The first part of the signatures of a column, by its place among those with signatures: behind the parts with entries. */
export function firstSignaturePart({ parts, segmentIds }: CatalogueHead, place: number): number {
  return 1 + parts + place * signatureParts(segmentIds.length, BLOCK_SIGNATURE);
}

/** Writes the head. */
export function writeCatalogueHead({ parts, segmentIds, signed }: CatalogueHead): Uint8Array {
  return partOf((writer) => {
    for (const number of [parts, segmentIds.length, signed.length]) writer.uint32(number);
    writer.array(Float64Array.from(segmentIds));
    writer.array(Uint32Array.from(signed));
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
    signed: [...reader.uint32Array(columns)],
  };
}
