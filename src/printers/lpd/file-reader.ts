import { ask, type ReadEnding, type Session } from "./lpd-driver.ts";
import type { LpdInput } from "./lpd-input.ts";
import type { LpdLimits } from "./lpd-limits.ts";

/** A file as it came. */
export type ReceivedFile =
  /** `isLast` where it ended with the stream: nothing can follow. */
  | { readonly kind: "whole"; readonly raw: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  /** The connection broke inside it, or the host fell silent. */
  | { readonly kind: "broken"; readonly raw: Uint8Array<ArrayBuffer> }
  /** The octet behind it was not zero: the host says that it is not good. */
  | { readonly kind: "refused"; readonly raw: Uint8Array<ArrayBuffer> }
  | { readonly kind: "large" }
  | { readonly kind: "no memory" };

/** The bytes of a file, as far as they have come. */
interface Collected {
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Why there are no more; `null` when there are as many as were asked for. */
  readonly ending: ReadEnding | "no memory" | null;
}

/** Reads files: a number of bytes and a zero octet, or bytes to the end of the stream. */
export class LpdFileReader {
  constructor(
    private readonly input: LpdInput,
    private readonly limits: LpdLimits,
  ) {}

  /** Reads a file whose size (bytes) is known. */
  *counted(count: number, maximumBytes: number): Session<ReceivedFile> {
    if (count > maximumBytes) return { kind: "large" };
    const { raw, ending } = yield* this.collect(count);
    if (ending === "no memory") return { kind: ending };
    if (ending !== null) return { kind: "broken", raw };
    const octet = yield* this.input.take(1, this.limits.terminatorMilliseconds);
    // All bytes are there: a host that closes or falls silent here has left out the octet, not the file.
    if (typeof octet === "string") return { kind: "whole", raw, isLast: octet !== "timeout" };
    return octet[0] === 0 ? { kind: "whole", raw, isLast: false } : { kind: "refused", raw };
  }

  /** Reads a file that ends with the stream. */
  *openEnded(maximumBytes: number, declared: number): Session<ReceivedFile> {
    // A host that declares 0 may mean an empty file: then one zero octet comes, and nothing behind it.
    if (declared === 0 && (yield* this.isEmpty())) {
      yield* this.input.take(1, 0);
      return { kind: "whole", raw: new Uint8Array(0), isLast: false };
    }
    const { raw, ending } = yield* this.collect(maximumBytes + 1);
    if (ending === null) return { kind: "large" };
    if (ending === "no memory") return { kind: ending };
    return ending === "end" ? { kind: "whole", raw, isLast: true } : { kind: "broken", raw };
  }

  /** Takes at most a number of bytes of a file that is to break off. */
  *some(bytes: number): Session<Uint8Array<ArrayBuffer>> {
    return (yield* this.collect(bytes)).raw;
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

  /** Collects bytes up to a number of them. */
  private *collect(bytes: number): Session<Collected> {
    const sink = new Bun.ArrayBufferSink();
    sink.start({ asUint8Array: true });
    const done = (ending: Collected["ending"]) => ({ raw: sink.end() as Uint8Array<ArrayBuffer>, ending });
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
