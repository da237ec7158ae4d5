import { ask, type ReadEnding, type Session } from "./lpd-driver.ts";
import type { LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** A file, as far as it came, and how it ended. */
export interface ReceivedFile {
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly ending:
    | "whole"
    /** Whole too, but it ended with the stream: nothing can follow. */
    | "last"
    /** The connection broke inside it, or the host fell silent. */
    | "broken"
    /** The octet behind it was not zero: the host says that it is not good. */
    | "refused"
    | "large"
    | "no memory";
}

/** Reads files: a number of bytes and a zero octet, or bytes to the end of the stream. */
export class LpdFileReader {
  constructor(
    private readonly input: LpdInput,
    private readonly limits: LpdLimits,
  ) {}

  /** Reads a file whose size (bytes) is known. */
  *counted(count: number): Session<ReceivedFile> {
    const { raw, ending } = yield* this.collect(count);
    if (ending !== null) return { raw, ending: ending === "no memory" ? ending : "broken" };
    const octet = yield* this.input.take(1, this.limits.terminatorMilliseconds);
    // All bytes are there: a host that closes or falls silent here has left out the octet, not the file.
    if (typeof octet === "string") return { raw, ending: octet === "timeout" ? "whole" : "last" };
    return { raw, ending: octet[0] === 0 ? "whole" : "refused" };
  }

  /** Reads a file that ends with the stream. */
  *openEnded(maximumBytes: number, declared: number): Session<ReceivedFile> {
    // A host that declares 0 may mean an empty file: then one zero octet comes, and nothing behind it.
    if (declared === 0 && (yield* this.isEmpty())) {
      yield* this.input.take(1, 0);
      return { raw: new Uint8Array(0), ending: "whole" };
    }
    const { raw, ending } = yield* this.collect(maximumBytes + 1);
    if (ending === null) return { raw, ending: "large" };
    if (ending === "no memory") return { raw, ending };
    return { raw, ending: ending === "end" ? "last" : "broken" };
  }

  /**
   * Throws away what still comes of a refused file, for a moment: to close while the host sends would take the
   * refusal from it.
   * @returns `false`: nothing may follow
   */
  *linger(): Session<false> {
    for (;;) {
      const taken = yield* this.input.take(Number.MAX_SAFE_INTEGER, this.limits.lingerMilliseconds);
      if (typeof taken === "string") return false;
    }
  }

  private *isEmpty(): Session<boolean> {
    const ending = yield* this.input.fill(this.limits.dataMilliseconds);
    const { pending } = this.input;
    if (ending !== null || pending[0] !== 0 || pending.byteLength > 1) return false;
    return (yield* this.input.more(this.limits.emptyFileMilliseconds)) !== null;
  }

  /** Collects at most a number of bytes. @returns as `ending` why there are no more; `null` when all of them came */
  *collect(bytes: number) {
    const sink = new Bun.ArrayBufferSink();
    sink.start({ asUint8Array: true });
    const done = (ending: ReadEnding | "no memory" | null) => {
      return { raw: sink.end() as Uint8Array<ArrayBuffer>, ending };
    };
    for (let left = bytes; left > 0;) {
      const taken = yield* this.input.take(left, this.limits.dataMilliseconds);
      if (typeof taken === "string") return done(taken);
      if (!(yield* ask((driver) => driver.extend(taken.byteLength)))) return done("no memory");
      sink.write(taken);
      left -= taken.byteLength;
    }
    return done(null);
  }
}
