import { ByteWriter } from "../byte-writer.ts";
import { findEnd, HEADER_BYTES, IppMalformed } from "../../ipp/decode.ts";
import { IPP_LIMITS } from "./ipp-limits.ts";

/** The connection broke, or the host gave up, before a request's body was whole. */
export class BodyBroken extends Error {}

/** A request's body as it comes: the attributes, then the document's bytes. */
export class IppBody {
  private rest = new Uint8Array(0);
  private readonly chunks: AsyncIterator<Uint8Array>;
  private hasEnded = false;

  constructor(body: ReadableStream<Uint8Array> | Uint8Array | null) {
    this.chunks = chunksOf(body);
  }

  /**
   * Reads up to the end of the attributes.
   * @returns their bytes; when they never end or are too many, those of the header; `null` when the connection broke
   */
  async readAttributes() {
    const buffer = new ByteWriter(Infinity);
    let from = 0;
    for (;;) {
      const bytes = buffer.written;
      const found = findEnd(bytes, from);
      if ("end" in found) {
        this.rest = bytes.subarray(found.end);
        return { bytes: bytes.subarray(0, found.end), malformed: null };
      }
      from = found.next;
      if (from > IPP_LIMITS.attributesBytes) return this.give(bytes, "The attributes are too long.");
      const chunk = await this.nextChunk().catch(unlessBroken);
      if (chunk === undefined) return null;
      if (chunk === null) return this.give(bytes, "The attributes have no end.");
      buffer.append(chunk);
    }
  }

  /** The document's next bytes; `null` at its end. @throws BodyBroken */
  async next(): Promise<Uint8Array | null> {
    if (this.rest.byteLength === 0) return await this.nextChunk();
    const rest = this.rest;
    this.rest = new Uint8Array(0);
    return rest;
  }

  /**
   * Reads what is left and throws it away, within a limit: a host that is still sending when the connection is closed
   * never sees its answer.
   */
  async drain(): Promise<void> {
    for (let bytes = 0; bytes < IPP_LIMITS.drainedBytes;) {
      const chunk = await this.next().catch(unlessBroken);
      if (!chunk) return;
      bytes += chunk.byteLength;
    }
  }

  private give(bytes: Uint8Array, reason: string) {
    return { bytes: bytes.subarray(0, HEADER_BYTES), malformed: new IppMalformed(reason) };
  }

  private async nextChunk(): Promise<Uint8Array | null> {
    while (!this.hasEnded) {
      try {
        const { done, value } = await this.chunks.next();
        if (done === true) this.hasEnded = true;
        else if (value.byteLength > 0) return value;
      } catch {
        this.hasEnded = true;
        throw new BodyBroken();
      }
    }
    return null;
  }
}

/** `undefined` for a body that broke. */
function unlessBroken(error: unknown): undefined {
  if (!(error instanceof BodyBroken)) throw error;
}

async function* chunksOf(body: ReadableStream<Uint8Array> | Uint8Array | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  if (body instanceof Uint8Array) yield body;
  else for await (const chunk of body) yield chunk;
}
