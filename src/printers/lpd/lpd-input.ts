import type { Arrival, Steps } from "./demand.ts";

const LINE_FEED = 0x0a;

/** Why there are no more bytes. */
export type Lack = Exclude<Arrival, { kind: "bytes" }>["kind"];

/** A conversation's bytes: read in whatever pieces they come, taken in those that the protocol has. */
export class LpdInput {
  private rest = new Uint8Array(0);

  /** Bytes that have come and were not taken. */
  get pending(): Uint8Array {
    return this.rest;
  }

  /** Sees to it that at least one byte is there; tells why where there is none. */
  *fill(waitMilliseconds: number): Steps<Lack | null> {
    while (this.rest.byteLength === 0) {
      const lack = yield* this.more(waitMilliseconds);
      if (lack !== null) return lack;
    }
    return null;
  }

  /** Takes some bytes, at least one and at most `maximum`, or tells why there are none. */
  *take(maximum: number, waitMilliseconds: number): Steps<Uint8Array | Lack> {
    const lack = yield* this.fill(waitMilliseconds);
    if (lack !== null) return lack;
    const taken = this.rest.subarray(0, maximum);
    this.rest = this.rest.subarray(taken.byteLength);
    return taken;
  }

  /** Takes a line without its line feed, or tells why there is none; `long` when it is over the limit (bytes). */
  *line(maximumBytes: number, waitMilliseconds: number): Steps<Uint8Array | Lack | "long"> {
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
      const lack = yield* this.more(waitMilliseconds);
      if (lack !== null) return lack;
    }
  }

  /** Waits for bytes behind those that are there; tells why where none come. */
  *more(waitMilliseconds: number): Steps<Lack | null> {
    const arrival = (yield { kind: "read", waitMilliseconds }) as Arrival;
    if (arrival.kind !== "bytes") return arrival.kind;
    if (this.rest.byteLength === 0) {
      this.rest = arrival.bytes as Uint8Array<ArrayBuffer>;
      return null;
    }
    const joined = new Uint8Array(this.rest.byteLength + arrival.bytes.byteLength);
    joined.set(this.rest);
    joined.set(arrival.bytes, this.rest.byteLength);
    this.rest = joined;
    return null;
  }
}
