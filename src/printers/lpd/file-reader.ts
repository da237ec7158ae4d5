import type { Steps } from "./demand.ts";
import type { Lack, LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** A file as it came. */
export type Came =
  /** `isLast` where it ended with the stream: nothing can follow. */
  | { readonly kind: "whole"; readonly raw: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  /** The connection broke inside it, or the host fell silent. */
  | { readonly kind: "broken"; readonly raw: Uint8Array<ArrayBuffer> }
  /** The octet behind it was not zero: the host says that it is not good. */
  | { readonly kind: "refused"; readonly raw: Uint8Array<ArrayBuffer> }
  | { readonly kind: "large" }
  | { readonly kind: "no room" };

/** The bytes of a file, as far as they have come. */
interface Collected {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Why there are no more; `null` when there are as many as were asked for. */
  readonly lack: Lack | "no room" | null;
}

/** Reads files: a number of bytes and a zero octet, or bytes to the end of the stream. */
export class LpdFileReader {
  constructor(
    private readonly input: LpdInput,
    private readonly limits: LpdLimits,
  ) {}

  /** Reads a file whose size (bytes) is known. */
  *counted(count: number, maximumBytes: number): Steps<Came> {
    if (count > maximumBytes) return { kind: "large" };
    const { raw, lack } = yield* this.collect(count, this.limits.dataMilliseconds);
    if (lack === "no room") return { kind: lack };
    if (lack !== null) return { kind: "broken", raw };
    const octet = yield* this.input.take(1, this.limits.terminatorMilliseconds);
    // All bytes are there: a host that closes or falls silent here has left out the octet, not the file.
    if (!(octet instanceof Uint8Array)) return { kind: "whole", raw, isLast: octet !== "quiet" };
    return octet[0] === 0 ? { kind: "whole", raw, isLast: false } : { kind: "refused", raw };
  }

  /** Reads a file that ends with the stream. */
  *openEnded(maximumBytes: number, declared: number): Steps<Came> {
    // A host that declares 0 may mean an empty file: then one zero octet comes, and nothing behind it.
    if (declared === 0 && (yield* this.isEmpty())) {
      yield* this.input.take(1, 0);
      return { kind: "whole", raw: new Uint8Array(0), isLast: false };
    }
    const { raw, lack } = yield* this.collect(maximumBytes + 1, this.limits.dataMilliseconds);
    if (lack === null) return { kind: "large" };
    if (lack === "no room") return { kind: lack };
    return lack === "end" ? { kind: "whole", raw, isLast: true } : { kind: "broken", raw };
  }

  /** Takes at most a number of bytes of a file that is to break off. */
  *some(bytes: number): Steps<Uint8Array<ArrayBuffer>> {
    return (yield* this.collect(bytes, this.limits.dataMilliseconds)).raw;
  }

  /**
   * Throws away what still comes of a refused file, for a moment: to close while the host sends would take the
   * refusal from it.
   * @returns `false`: nothing may follow
   */
  *linger(): Steps<false> {
    for (;;) {
      const taken = yield* this.input.take(Number.MAX_SAFE_INTEGER, this.limits.lingerMilliseconds);
      if (!(taken instanceof Uint8Array)) return false;
    }
  }

  private *isEmpty(): Steps<boolean> {
    const lack = yield* this.input.fill(this.limits.dataMilliseconds);
    if (lack !== null || this.input.pending[0] !== 0) return false;
    if (this.input.pending.byteLength > 1) return false;
    return (yield* this.input.more(this.limits.emptyFileMilliseconds)) !== null;
  }

  /** Collects bytes up to a number of them. */
  private *collect(bytes: number, waitMilliseconds: number): Steps<Collected> {
    const sink = new Bun.ArrayBufferSink();
    sink.start({ asUint8Array: true });
    const done = (lack: Collected["lack"]) => ({ raw: sink.end() as Uint8Array<ArrayBuffer>, lack });
    for (let left = bytes; left > 0;) {
      const taken = yield* this.input.take(left, waitMilliseconds);
      if (!(taken instanceof Uint8Array)) return done(taken);
      const hasRoom = yield { kind: "grow", bytes: taken.byteLength };
      if (hasRoom !== true) return done("no room");
      sink.write(taken);
      left -= taken.byteLength;
    }
    return done(null);
  }
}
