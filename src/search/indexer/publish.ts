import type { IndexStep, NewSegment } from "../../storage/index-writer.ts";
import { MEBIBYTE } from "../../domain/limits.ts";
import { overlapping, type SegmentRow } from "../segment/segment-row.ts";

/** Has the writer run a step. @returns what the step returns */
export type RunStep = (step: IndexStep) => Promise<number> | number;

/** Bytes of chunks in one step, which shares a transaction with prints. */
const STEP_BYTES = MEBIBYTE / 4;

/**
 * Writes a segment and publishes it; then drops the chunks of those it took the place of.
 * @param published the segments of its kind in its workspace
 * @returns the ids of those it took the place of
 */
export async function publish(
  run: RunStep,
  segment: NewSegment,
  parts: Iterable<Uint8Array>,
  published: readonly SegmentRow[],
): Promise<number[]> {
  const segmentId = await run({ do: "begin", ...segment });
  let contents: Uint8Array[] = [];
  let bytes = 0;
  let firstPart = 0;
  for (const part of parts) {
    if (contents.length > 0 && bytes + part.byteLength > STEP_BYTES) {
      await run({ do: "chunks", segmentId, firstPart, contents });
      firstPart += contents.length;
      contents = [];
      bytes = 0;
    }
    contents.push(part);
    bytes += part.byteLength;
  }
  await run({ do: "chunks", segmentId, firstPart, contents });
  await run({ do: "publish", segmentId });
  const { firstOrdinal, printCount } = segment;
  const replaced = overlapping(published, firstOrdinal, firstOrdinal + printCount).map(({ id }) => id);
  for (const id of replaced) await dropChunks(run, id);
  return replaced;
}

/** Drops the chunks of a segment that is no more, some at a time. */
export async function dropChunks(run: RunStep, segmentId: number): Promise<void> {
  while ((await run({ do: "drop", segmentId })) > 0);
}
