import {
  beginsStarStatus,
  continuesStarStatus,
  readStarStatus,
  starStatusLength,
} from "../../printers/status/star-status.ts";
import type { Answer, AnswerReader } from "./answer.ts";
import { statusOf } from "./status-bits.ts";

/** Finds the automatic statuses in what a Star printer sends. Pure; keeps at most one of them. */
export class StarAnswerReader implements AnswerReader {
  private block: number[] = [];

  push(bytes: Uint8Array): Answer[] {
    const answers: Answer[] = [];
    for (const byte of bytes) {
      const answer = this.take(byte);
      if (answer !== null) answers.push(answer);
    }
    return answers;
  }

  private take(byte: number): Answer | null {
    const { block } = this;
    if (block.length === 0 || !continuesStarStatus(byte)) {
      // One that breaks off was none; the byte may begin another.
      this.block = beginsStarStatus(byte) ? [byte] : [];
      return null;
    }
    block.push(byte);
    const length = starStatusLength(block[0] ?? 0, block[1] ?? 0);
    if (length !== undefined && block.length < length) return null;
    this.block = [];
    if (length === undefined) return null;
    const { isOffline, causes, count } = readStarStatus(block);
    return { kind: "star", status: statusOf({ isOffline, ...causes }), count };
  }
}
