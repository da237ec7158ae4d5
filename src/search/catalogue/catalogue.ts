import { type ChunkLoader, DamagedSegment } from "../chunk-loader.ts";
import { blocksWith } from "../format/gram-signature.ts";
import { hashPartOf } from "../format/hash-part.ts";
import type { SegmentRow } from "../segment/segment-row.ts";
import {
  CATALOGUE_FORMAT,
  type CatalogueHead,
  readCatalogueHead,
  signatureOfColumn,
} from "./catalogue-head.ts";
import type { CatalogueKey } from "./catalogue-key.ts";
import { eachHolder } from "./catalogue-part.ts";

/** Rows of signatures that are read of what may be in all segments: that each has it is no reason to read more. */
const PATIENCE = 2;

/** Says which of some segments may have a value, from one part of a few kilobytes. */
export class Catalogue {
  private readonly head: CatalogueHead;

  /** @throws DamagedSegment, also for a format that this version does not read */
  constructor(
    readonly row: SegmentRow,
    private readonly loader: ChunkLoader,
  ) {
    const { id, version } = row;
    if (version !== CATALOGUE_FORMAT)
      throw new DamagedSegment(id, `it has format ${version}, not ${CATALOGUE_FORMAT}`);
    this.head = readCatalogueHead(loader.read(id, 0));
  }

  /** The segments that it is about; it says nothing of others. */
  get segmentIds(): readonly number[] {
    return this.head.segmentIds;
  }

  /**
   * Shows the segments that may have a value which, folded, holds a part, by their index in {@link segmentIds}: all of them
   * where nothing is known of the column, and of a part that is too short to tell.
   * @throws DamagedSegment
   */
  eachHolding(column: number, part: Uint8Array, visit: (index: number) => void): void {
    const { length } = this.head.segmentIds;
    const signature = signatureOfColumn(this.head, column);
    // Each segment has the grams of a shorter part.
    if (signature === null || part.length < signature.shape.longGram) {
      for (let index = 0; index < length; index++) visit(index);
      return;
    }
    const { firstPart, shape } = signature;
    const load = (index: number) => this.loader.load(this.row.id, firstPart + index);
    for (const index of blocksWith(part, length, shape, load, PATIENCE)) visit(index);
  }

  /** Shows the segments that may have something, by their index in {@link segmentIds}. @throws DamagedSegment */
  eachHolder({ hash, column }: CatalogueKey, visit: (index: number) => void): void {
    const { parts } = this.head;
    this.loader.scan(this.row.id, 1 + hashPartOf(hash, parts), (part) =>
      eachHolder(part, parts, hash, column, visit),
    );
  }
}
