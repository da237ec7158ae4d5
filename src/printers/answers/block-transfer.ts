import { MEMORY_LIMITS } from "./printer-memory.ts";

const ACK = 0x06;
const NAK = 0x15;

/** More blocks follow, or this is the last. */
const MORE = 0x41;
const LAST = 0x40;

/**
 * A reply in blocks, after each of which the host answers: ACK for the next one, NAK for the same again, anything else
 * ends it ("ESC/POS Handshaking Protocol" in Epson's manuals of GS ( C and GS ( L).
 */
export class BlockTransfer {
  private readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  private index = 0;

  /** @param identifier the byte after the header 37h */
  constructor(identifier: number, data: Uint8Array) {
    const blocks: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0; from === 0 || from < data.length; from += MEMORY_LIMITS.blockBytes) {
      const to = from + MEMORY_LIMITS.blockBytes;
      const status = to < data.length ? MORE : LAST;
      blocks.push(Uint8Array.of(0x37, identifier, status, ...data.subarray(from, to), 0x00));
    }
    this.blocks = blocks;
  }

  /** The block to send; `undefined` when the transfer is over. */
  get block(): Uint8Array<ArrayBuffer> | undefined {
    return this.blocks[this.index];
  }

  /** Takes the host's answer to the block. */
  answer(byte: number): void {
    if (byte === ACK) this.index++;
    else if (byte !== NAK) this.index = this.blocks.length;
  }
}
