import type { Drawn } from "./preview.ts";

/** What the previews kept in memory may weigh together, bytes. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** A preview over this many bytes is not kept: it would drive out all others. */
const MAXIMUM_PREVIEW_BYTES = MAXIMUM_BYTES / 8;

/** Bytes of a preview in memory: a text takes two a character at most. */
function sizeOf(drawn: Drawn): number {
  return typeof drawn === "string" ? drawn.length * 2 : drawn.byteLength;
}

/** Keeps the previews looked at last; the one not looked at for longest goes first. */
export class PreviewCache {
  /** In the order of their last use: a Map keeps the order of insertion. */
  private readonly previews = new Map<string, Drawn>();
  private bytes = 0;

  get(key: string): Drawn | undefined {
    const found = this.previews.get(key);
    if (found !== undefined) {
      this.previews.delete(key);
      this.previews.set(key, found);
    }
    return found;
  }

  set(key: string, drawn: Drawn): void {
    const size = sizeOf(drawn);
    if (size > MAXIMUM_PREVIEW_BYTES || this.previews.has(key)) return;
    this.previews.set(key, drawn);
    this.bytes += size;
    for (const [oldest, preview] of this.previews) {
      if (this.bytes <= MAXIMUM_BYTES) return;
      this.previews.delete(oldest);
      this.bytes -= sizeOf(preview);
    }
  }
}
