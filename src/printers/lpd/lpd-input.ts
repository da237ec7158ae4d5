import { ask, type ReadEnding, type Session } from "./lpd-driver.ts";

const LINE_FEED = 0x0a;

/** A session's bytes: read in whatever pieces they come, taken in those that the protocol has. */
export class LpdInput {
  /** Bytes that have come and were not taken. */
  pending: Uint8Array = new Uint8Array(0);

  /** Sees to it that at least one byte is there; tells why where there is none. */
  *fill(waitMilliseconds: number): Session<ReadEnding | null> {
    while (this.pending.byteLength === 0) {
      const ending = yield* this.more(waitMilliseconds);
      if (ending !== null) return ending;
    }
    return null;
  }

  /** Takes some bytes, at least one and at most `maximum`, or tells why there are none. */
  *take(maximum: number, waitMilliseconds: number): Session<Uint8Array | ReadEnding> {
    const ending = yield* this.fill(waitMilliseconds);
    if (ending !== null) return ending;
    const taken = this.pending.subarray(0, maximum);
    this.pending = this.pending.subarray(taken.byteLength);
    return taken;
  }

  /** Takes a line without its line feed, or tells why there is none; `long` when it is over the limit (bytes). */
  *line(maximumBytes: number, waitMilliseconds: number): Session<Uint8Array | ReadEnding | "long"> {
    let searched = 0;
    for (;;) {
      const found = this.pending.indexOf(LINE_FEED, searched);
      if (found > maximumBytes || (found < 0 && this.pending.byteLength > maximumBytes)) return "long";
      if (found >= 0) {
        const line = this.pending.subarray(0, found);
        this.pending = this.pending.subarray(found + 1);
        return line;
      }
      searched = this.pending.byteLength;
      const ending = yield* this.more(waitMilliseconds);
      if (ending !== null) return ending;
    }
  }

  /** Waits for bytes behind those that are there; tells why where none come. */
  *more(waitMilliseconds: number): Session<ReadEnding | null> {
    const result = yield* ask((driver) => driver.read(waitMilliseconds));
    if (typeof result === "string") return result;
    this.pending = this.pending.byteLength === 0 ? result : Buffer.concat([this.pending, result]);
    return null;
  }
}
