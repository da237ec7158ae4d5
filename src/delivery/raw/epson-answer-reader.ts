import { DELIVERY_LIMITS } from "../delivery-limits.ts";
import type { Answer, AnswerReader } from "./answer.ts";

/** The first bytes of answers that end with a NUL: GS I, GS ( H, DLE DC4, GS ( E and their kin. */
const BLOCK_BEGINNINGS = new Set([0x37, 0x3b, 0x3d, 0x5f]);

/** The first bytes of the ink status and the extended status back: four bytes, of which any may be NUL. */
const FOUR_BYTES = new Set([0x35, 0x39]);

const STATUS_BYTES = 4;

const LATIN1 = new TextDecoder("latin1");

/**
 * Tells a printer's answers apart by their fixed bits, as Epson's manual gives them for each. Pure; keeps at most one
 * block of an answer.
 */
export class EpsonAnswerReader implements AnswerReader {
  private partial: number[] = [];

  push(bytes: Uint8Array): Answer[] {
    const answers: Answer[] = [];
    for (const byte of bytes) {
      const answer = this.partial.length === 0 ? this.begin(byte) : this.continue(byte);
      if (answer !== null) answers.push(answer);
    }
    return answers;
  }

  private begin(byte: number): Answer | null {
    if ((byte & 0x93) === 0x12) return { kind: "realTime", byte };
    if ((byte & 0x93) === 0x10 || BLOCK_BEGINNINGS.has(byte) || FOUR_BYTES.has(byte)) {
      this.partial = [byte];
      return null;
    }
    // Bit 4 tells them from flow control (XON 11h, XOFF 13h).
    return (byte & 0x90) === 0 ? { kind: "ordered", byte } : null;
  }

  private continue(byte: number): Answer | null {
    const [first = 0] = this.partial;
    const isAutomatic = (first & 0x93) === 0x10;
    // Bits 4 and 7 are 0 in the other bytes of an automatic status: anything else was none.
    if (isAutomatic && (byte & 0x90) !== 0) {
      this.partial = [];
      return this.begin(byte);
    }
    this.partial.push(byte);
    if (isAutomatic || FOUR_BYTES.has(first)) {
      if (this.partial.length < STATUS_BYTES) return null;
      return isAutomatic ? { kind: "automatic", bytes: this.take() } : { kind: "other", bytes: this.take() };
    }
    if (byte === 0) return blockOf(this.take());
    if (this.partial.length > DELIVERY_LIMITS.answerBlockBytes) this.partial = [];
    return null;
  }

  private take(): number[] {
    const taken = this.partial;
    this.partial = [];
    return taken;
  }
}

function blockOf(bytes: readonly number[]): Answer {
  if (bytes[0] === 0x37 && bytes[1] === 0x22)
    return { kind: "processId", id: LATIN1.decode(new Uint8Array(bytes.slice(2, -1))) };
  return { kind: "other", bytes };
}
