import type { ReadResult, Session } from "./session-action.ts";

const LINE_FEED = 0x0a;

/** Why there are no more bytes. */
export type ReadEnding = Exclude<ReadResult, { kind: "bytes" }>["kind"];

/** A session's bytes: read in whatever pieces they come, taken in those that the protocol has. */
export class LpdInput {
  private rest = new Uint8Array(0);

  /** Bytes that have come and were not taken. */
  get pending(): Uint8Array {
    return this.rest;
  }

  /** Sees to it that at least one byte is there; tells why where there is none. */
  *fill(waitMilliseconds: number): Session<ReadEnding | null> {
    while (this.rest.byteLength === 0) {
      const ending = yield* this.more(waitMilliseconds);
      if (ending !== null) return ending;
    }
    return null;
  }

  /** Takes some bytes, at least one and at most `maximum`, or tells why there are none. */
  *take(maximum: number, waitMilliseconds: number): Session<Uint8Array | ReadEnding> {
    const ending = yield* this.fill(waitMilliseconds);
    if (ending !== null) return ending;
    const taken = this.rest.subarray(0, maximum);
    this.rest = this.rest.subarray(taken.byteLength);
    return taken;
  }

  /** Takes a line without its line feed, or tells why there is none; `long` when it is over the limit (bytes). */
  *line(maximumBytes: number, waitMilliseconds: number): Session<Uint8Array | ReadEnding | "long"> {
    let searched = 0;
    for (;;) {
      const found = this.rest.indexOf(LINE_FEED, searched);
      if (found > maximumBytes || (found < 0 && this.rest.byteLength > maximumBytes)) return "long";
      if (found >= 0) {
        const line = this.rest.subarray(0, found);
        this.rest = this.rest.subarray(found + 1);
        return line;
      }
      searched = this.rest.byteLength;
      const ending = yield* this.more(waitMilliseconds);
      if (ending !== null) return ending;
    }
  }

  /** Waits for bytes behind those that are there; tells why where none come. */
  *more(waitMilliseconds: number): Session<ReadEnding | null> {
    const result = (yield { kind: "read", waitMilliseconds }) as ReadResult;
    if (result.kind !== "bytes") return result.kind;
    if (this.rest.byteLength === 0) {
      this.rest = result.bytes as Uint8Array<ArrayBuffer>;
      return null;
    }
    const joined = new Uint8Array(this.rest.byteLength + result.bytes.byteLength);
    joined.set(this.rest);
    joined.set(result.bytes, this.rest.byteLength);
    this.rest = joined;
    return null;
  }
}
