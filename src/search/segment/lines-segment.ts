import { type ChunkLoader, DamagedSegment } from "../chunk-loader.ts";
import type { SegmentRow } from "../index-connection.ts";
import { LineIndexReader } from "../text/line-index-reader.ts";

/** Opens a segment of lines. @throws DamagedSegment, also when its row is of another number of prints */
export function openLines(loader: ChunkLoader, { id, printCount }: SegmentRow): LineIndexReader {
  const reader = new LineIndexReader(
    (part) => loader.load(id, part),
    (part, visit) => loader.scan(id, part, visit),
  );
  if (reader.prints !== printCount) throw new DamagedSegment(id, "its row is of another number of prints");
  return reader;
}
