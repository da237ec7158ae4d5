import { DELIVERY_LIMITS } from "./delivery-limits.ts";

/** A printer's answers that wait until what they speak of is durable. */
export class HeldAnswers {
  private holds = 0;
  private held: Uint8Array[] = [];
  private bytes = 0;

  /** @param give hands an answer to the host */
  constructor(private readonly give: (bytes: Uint8Array) => void) {}

  /** Answers wait until as many {@link release} have followed. */
  hold(): void {
    this.holds++;
  }

  release(): void {
    this.holds = Math.max(this.holds - 1, 0);
    if (this.holds > 0) return;
    const { held } = this;
    this.held = [];
    this.bytes = 0;
    for (const bytes of held) this.give(bytes);
  }

  /** Gives an answer when its time has come. @returns `false` when more waits than any printer has to say */
  add(bytes: Uint8Array): boolean {
    if (this.holds === 0) {
      this.give(bytes);
      return true;
    }
    if (this.bytes + bytes.length > DELIVERY_LIMITS.heldAnswerBytes) return false;
    this.held.push(bytes.slice());
    this.bytes += bytes.length;
    return true;
  }
}
