import { DELIVERY_TIMES } from "../../src/delivery/delivery-limits.ts";
import type { Abilities } from "../../src/delivery/raw/abilities.ts";
import type { AnswerReader } from "../../src/delivery/raw/answer.ts";
import { EpsonAbilities } from "../../src/delivery/raw/epson-abilities.ts";
import { EpsonAnswerReader } from "../../src/delivery/raw/epson-answer-reader.ts";
import type { SessionOutput } from "../../src/delivery/raw/job-transfer.ts";
import { RawSession } from "../../src/delivery/raw/raw-session.ts";

/** One connection, driven by hand: what is written is taken at once unless told otherwise. */
export class Line {
  session: RawSession;
  now = 1000;
  /** Hex of what was written, a string a write; other outputs by their name. */
  readonly said: string[] = [];
  readonly results: Exclude<SessionOutput, { do: "write" }>[] = [];
  takes = true;
  /** Bytes that have not arrived at the printer. */
  unacknowledged = 0;

  /** @param reader makes what reads the printer's answers */
  constructor(
    readonly abilities: Abilities = new EpsonAbilities(),
    private readonly reader: () => AnswerReader = () => new EpsonAnswerReader(),
  ) {
    this.session = this.connect();
  }

  connect(): RawSession {
    const { abilities } = this;
    const reader = this.reader();
    const unacknowledged = () => this.unacknowledged;
    return new RawSession({ abilities, reader, times: DELIVERY_TIMES, random: () => 0.5, unacknowledged });
  }

  do(act: (session: RawSession) => void): this {
    act(this.session);
    for (let outputs = this.session.take(); outputs.length > 0; outputs = this.session.take()) {
      for (const output of outputs) {
        if (output.do !== "write") {
          this.results.push(output);
          continue;
        }
        this.said.push(Buffer.from(output.bytes).toString("hex"));
        if (this.takes) this.session.tookBytes(output.bytes.length, this.now);
      }
    }
    return this;
  }

  ask(): this {
    return this.do((session) => session.ask(this.now));
  }

  send(text: string): this {
    return this.do((session) => session.send(Buffer.from(text, "latin1"), this.now));
  }

  hear(...hex: string[]): this {
    for (const each of hex) {
      this.do((session) => session.receive(Buffer.from(each.replaceAll(" ", ""), "hex"), this.now));
    }
    return this;
  }

  /** Lets time pass, waking the machine as often as it wants. */
  pass(milliseconds: number): this {
    const end = this.now + milliseconds;
    for (;;) {
      const { wakeAt } = this.session;
      if (wakeAt === null || wakeAt > end) break;
      this.now = Math.max(this.now, wakeAt);
      this.do((session) => session.tick(this.now));
    }
    this.now = end;
    return this;
  }

  /** What was told since the last call. */
  told(): unknown[] {
    return this.results.splice(0).map((output) => {
      if (output.do === "answer") return output.readiness;
      if (output.do === "finish") return output.outcome;
      if (output.do === "trouble") return output.reason;
      return output.do === "status" ? output.status : output.do;
    });
  }

  /** What was written since the last call. */
  wrote(): string[] {
    return this.said.splice(0);
  }
}
