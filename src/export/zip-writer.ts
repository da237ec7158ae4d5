import { constants, crc32, deflateRawSync } from "node:zlib";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { endRecords, type EntryFacts, entryRecord, localHeader } from "./zip-records.ts";

/** Below this, packing is not worth the work, bytes. */
const LEAST_PACKED_BYTES = 64;

/** An empty last block of deflate: pieces that were flushed may stand before it (RFC 1951, section 3.2.3). */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);

/** A file for an archive. */
export interface ZipFile {
  /** Its path in the archive, with slashes. */
  readonly name: string;
  readonly content: Uint8Array;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Whether it is packed already, as pictures are. */
  readonly isPacked?: boolean;
}

/**
 * Writes an archive piece by piece (APPNOTE.TXT 6.3.10), with ZIP64 where it has to be. Of each file only what the list at
 * the end says of it stays in memory, packed.
 */
export class ZipWriter {
  private readonly entries = new PackedPieces();
  private count = 0;
  private offset = 0;

  /** Files so far. */
  get files(): number {
    return this.count;
  }

  /** A file. @returns its header, and its content as it is in the archive */
  *file({ name, content, modifiedAt, isPacked = false }: ZipFile): Generator<Uint8Array> {
    const packed =
      isPacked || content.byteLength < LEAST_PACKED_BYTES
        ? content
        : Bun.deflateSync(content as Uint8Array<ArrayBuffer>, { level: 6, library: "libdeflate" });
    const isSmaller = packed.byteLength < content.byteLength;
    const facts = { name, modifiedAt, crc: crc32(content), bytes: content.byteLength, isDeflated: isSmaller };
    yield* this.entry(facts, [isSmaller ? packed : content]);
  }

  /** A file whose content was packed as it came. */
  *packedFile(name: string, modifiedAt: number, content: DeflatedText): Generator<Uint8Array> {
    const { pieces, crc, bytes } = content.finish();
    yield* this.entry({ name, modifiedAt, crc, bytes, isDeflated: true }, pieces);
  }

  /** The list of all files, which ends the archive. */
  *end(): Generator<Uint8Array> {
    const begins = this.offset;
    for (const piece of this.entries.unpacked()) yield this.counted(piece);
    yield endRecords(this.count, begins, this.offset - begins);
  }

  private *entry(
    about: Omit<EntryFacts, "offset" | "packedBytes">,
    pieces: readonly Uint8Array[],
  ): Generator<Uint8Array> {
    const packedBytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const facts = { ...about, packedBytes, offset: this.offset };
    this.entries.add(entryRecord(facts));
    this.count++;
    yield this.counted(localHeader(facts));
    for (const piece of pieces) yield this.counted(piece);
  }

  private counted(bytes: Uint8Array): Uint8Array {
    this.offset += bytes.byteLength;
    return bytes;
  }
}

/** Gathers small bytes into pieces of one size. */
class Gathered {
  private parts: Uint8Array[] = [];
  private bytes = 0;

  constructor(private readonly take: (piece: Uint8Array) => void) {}

  add(part: Uint8Array): void {
    this.parts.push(part);
    this.bytes += part.byteLength;
    if (this.bytes >= EXPORT_LIMITS.pieceBytes) this.flush();
  }

  flush(): void {
    if (this.bytes > 0) this.take(Buffer.concat(this.parts));
    this.parts = [];
    this.bytes = 0;
  }
}

/** Bytes that wait for the end, packed. */
class PackedPieces {
  private readonly pieces: Uint8Array[] = [];
  private readonly gathered = new Gathered(
    (piece) => void this.pieces.push(new Uint8Array(Bun.zstdCompressSync(piece))),
  );

  add(part: Uint8Array): void {
    this.gathered.add(part);
  }

  *unpacked(): Generator<Uint8Array> {
    this.gathered.flush();
    for (const piece of this.pieces) yield Bun.zstdDecompressSync(piece);
  }
}

/** A text that is packed as it comes, for a file whose size is known only at the end. */
export class DeflatedText {
  private readonly pieces: Uint8Array[] = [];
  private readonly gathered = new Gathered((piece) => this.pack(piece));
  private crc = 0;
  private bytes = 0;

  add(text: string): void {
    this.gathered.add(Buffer.from(text));
  }

  finish(): { readonly pieces: readonly Uint8Array[]; readonly crc: number; readonly bytes: number } {
    this.gathered.flush();
    return { pieces: [...this.pieces, LAST_BLOCK], crc: this.crc, bytes: this.bytes };
  }

  private pack(piece: Uint8Array): void {
    this.crc = crc32(piece, this.crc);
    this.bytes += piece.byteLength;
    const packed = deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH });
    // Bytes of their own: what zlib gives may be part of a larger buffer.
    this.pieces.push(new Uint8Array(packed));
  }
}
