import { readManifest, type SegmentManifest } from "./backup-layout.ts";

/*
 * A segment is a line of JSON, its manifest, and after it, packed with zstd: for each page its number, 4 bytes with the
 * highest first, and its bytes.
 */

const NUMBER_BYTES = 4;
const LINE_FEED = 10;

/** A manifest is shorter than this, bytes: as much is read to have it alone. */
export const LONGEST_MANIFEST_BYTES = 256 * 1024;

/** Pages for which there is room at once; more is made as they come, and given back. */
const KEPT_PAGES = 256;

/** Pages that have changed, so many at the most. */
export class PageBuffer {
  private bytes = new Uint8Array();
  private used = 0;

  /** @param most pages that it takes */
  constructor(
    private readonly pageBytes: number,
    private readonly most: number,
  ) {}

  get pages(): number {
    return this.used / (NUMBER_BYTES + this.pageBytes);
  }

  get isFull(): boolean {
    return this.pages >= this.most;
  }

  add(number: number, page: Uint8Array): void {
    const length = NUMBER_BYTES + this.pageBytes;
    if (this.used + length > this.bytes.byteLength) {
      const larger = new Uint8Array(Math.max(KEPT_PAGES * length, this.bytes.byteLength * 2));
      larger.set(this.body());
      this.bytes = larger;
    }
    new DataView(this.bytes.buffer).setUint32(this.used, number);
    this.bytes.set(page, this.used + NUMBER_BYTES);
    this.used += length;
  }

  clear(): void {
    this.used = 0;
    if (this.bytes.byteLength > KEPT_PAGES * (NUMBER_BYTES + this.pageBytes)) this.bytes = new Uint8Array();
  }

  /** The pages as they are in a segment before it is packed. */
  body(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.used);
  }
}

/** The pages in the body of a segment, in its order. @throws Error when it breaks off */
export function* pagesOf(
  body: Uint8Array,
  pageBytes: number,
): Generator<{ readonly number: number; readonly page: Uint8Array }> {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const length = NUMBER_BYTES + pageBytes;
  if (body.byteLength % length !== 0) throw new Error("the last page of the segment is not whole");
  for (let offset = 0; offset < body.byteLength; offset += length) {
    const page = body.subarray(offset + NUMBER_BYTES, offset + length);
    yield { number: view.getUint32(offset), page };
  }
}

/**
 * Writes a segment.
 * @param body what {@link PageBuffer.body} gave
 * @returns its bytes, and their SHA-256, which the next segment names
 */
export async function writeSegment(
  facts: Omit<SegmentManifest, "bytes" | "sha256">,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly sha256: string }> {
  const packed = await Bun.zstdCompress(body, { level: 3 });
  const manifest: SegmentManifest = { ...facts, bytes: packed.byteLength, sha256: sha256Of(packed) };
  const line = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
  const content = new Uint8Array(line.byteLength + packed.byteLength);
  content.set(line);
  content.set(packed, line.byteLength);
  return { content, sha256: sha256Of(content) };
}

/** Reads the manifest at the beginning of a segment. @throws Error when there is none */
export function readSegmentManifest(start: Uint8Array): { manifest: SegmentManifest; length: number } {
  const end = start.indexOf(LINE_FEED);
  if (end < 0) throw new Error("the segment has no manifest");
  const manifest = readManifest(new TextDecoder().decode(start.subarray(0, end)), "segment");
  return { manifest, length: end + 1 };
}

/**
 * Reads a whole segment.
 * @returns its manifest, its pages' bytes for {@link pagesOf}, and the SHA-256 that the next segment must name
 * @throws Error when anything in it is not as its manifest says
 */
export async function readSegment(content: Uint8Array): Promise<{
  readonly manifest: SegmentManifest;
  readonly body: Uint8Array;
  readonly sha256: string;
}> {
  const { manifest, length } = readSegmentManifest(content);
  const packed = content.subarray(length);
  if (packed.byteLength !== manifest.bytes || sha256Of(packed) !== manifest.sha256)
    throw new Error("the segment is damaged: its hash is another than its manifest says");
  const body = await Bun.zstdDecompress(packed);
  if (body.byteLength !== manifest.pages * (NUMBER_BYTES + manifest.pageBytes))
    throw new Error("the segment is damaged: it has another number of pages than its manifest says");
  return { manifest, body, sha256: sha256Of(content) };
}

/** SHA-256 of bytes, hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
