import { expect, test } from "bun:test";
import fc from "fast-check";
import { tokenize } from "../../../src/escpos/tokenizer.ts";
import { meaningOf } from "../../../src/printers/answers/command-meaning.ts";
import { PrinterMemory } from "../../../src/printers/answers/printer-memory.ts";
import { isWork } from "../../../src/printers/raw9100/job-verdict.ts";
import { RawConnection } from "../../../src/printers/raw9100/raw-connection.ts";
import { RAW_LIMITS } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes } from "./connection-driver.ts";

/** Where something to be kept stands in a stream. */
interface Work {
  readonly start: number;
  readonly end: number;
}

function worksIn(stream: Uint8Array): Work[] {
  return [...tokenize(stream)]
    .filter((command) => isWork(meaningOf(command)))
    .map(({ offset, length }) => ({ start: offset, end: offset + length }));
}

/** A joined connection, whose disk completes when it is told to. */
class JoinedDriver {
  readonly connection: RawConnection;
  readonly passed: number[] = [];
  readonly stored: number[] = [];
  /** What went wrong. */
  readonly faults: string[] = [];
  said = 0;
  private now = 1_000_000;
  private readonly works: readonly Work[];
  private received = 0;
  private readonly tickets: { ticket: number; to: number }[] = [];
  private durableTo = 0;

  constructor(stream: Uint8Array) {
    this.works = worksIn(stream);
    this.connection = new RawConnection(new FakeEndpoint(), new PrinterMemory(), RAW_LIMITS, this.now);
    this.connection.joined(this.now);
  }

  send(chunk: Uint8Array): void {
    this.received += chunk.length;
    this.connection.receive(Uint8Array.from(chunk), this.now);
    this.perform();
  }

  wait(milliseconds: number): void {
    this.now += milliseconds;
    this.connection.tick(this.now);
    this.perform();
  }

  end(): void {
    this.connection.ended(this.now);
    this.perform();
  }

  /** The oldest of what was handed over is durable. */
  complete(): void {
    const oldest = this.tickets.shift();
    if (oldest === undefined) return;
    this.durableTo = Math.max(this.durableTo, oldest.to);
    this.connection.completed(oldest.ticket, this.now);
    this.perform();
  }

  get isWaiting(): boolean {
    return this.tickets.length > 0;
  }

  private perform(): void {
    for (const effect of this.connection.takeEffects()) {
      switch (effect.kind) {
        case "pass":
          this.check(effect.bytes.length);
          this.passed.push(...effect.bytes);
          break;
        case "store":
          this.stored.push(...effect.raw);
          if (!effect.isPassing) this.faults.push("a job that had gone through was to be passed on again");
          this.tickets.push({ ticket: effect.ticket, to: this.received });
          break;
        case "spool":
          this.tickets.push({ ticket: effect.ticket, to: this.received });
          break;
        case "send":
          this.said += effect.bytes.length;
          break;
        default:
      }
    }
  }

  /** Looks whether what is passed next is durable. */
  private check(count: number): void {
    const from = this.passed.length;
    const to = from + count;
    for (const { start, end } of this.works) {
      const passed = Math.min(end, to);
      if (start < to && end > from && passed > this.durableTo)
        this.faults.push(`${passed} went through when ${this.durableTo} was durable`);
    }
  }
}

const PIECES = [
  `"Total 1.00" 0A`,
  `"Thank you"`,
  `1B 40`,
  `1B 61 01`,
  `1D 56 00`,
  `1D 72 01`,
  `1D 49 42`,
  `1B 76`,
  `10 04 01`,
  `1D 61 FF`,
  `1D 28 48 06 00 30 30 "abcd"`,
  `1D 76 30 00 02 00 02 00 1D 72 01 10`,
  `1B 70 00 19 19`,
  `0D`,
].map(bytes);

const stream = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 30 })
  // ESC @ first: it can be nothing but a print.
  .map((pieces) => Uint8Array.from([0x1b, 0x40, ...pieces.flatMap((piece) => [...piece])]));

type Act =
  | { readonly do: "send" | "complete"; readonly count: number }
  | { readonly do: "wait"; readonly count: number };

const acts = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant("send" as const), count: fc.integer({ min: 1, max: 20 }) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("complete" as const), count: fc.constant(1) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("wait" as const), count: fc.integer({ max: 3000, min: 1 }) }),
    },
  ),
  { maxLength: 80 },
);

function run(given: Uint8Array, script: readonly Act[]): JoinedDriver {
  const driver = new JoinedDriver(given);
  let at = 0;
  for (const act of script) {
    if (act.do === "complete") driver.complete();
    else if (act.do === "wait") driver.wait(act.count);
    else {
      driver.send(given.subarray(at, at + act.count));
      at = Math.min(at + act.count, given.length);
    }
  }
  if (at < given.length) driver.send(given.subarray(at));
  driver.end();
  for (let count = 0; driver.isWaiting && count < 1000; count++) driver.complete();
  return driver;
}

test("however it comes, all of it goes through, in order, and nothing that is to be kept before it is durable", () => {
  fc.assert(
    fc.property(stream, acts, (given, script) => {
      // A pause in the middle of which the printer may be left: see the other property.
      const driver = run(
        given,
        script.filter((act) => act.do !== "wait"),
      );
      expect(driver.passed).toEqual([...given]);
      expect(driver.faults).toEqual([]);
      expect(driver.said).toBe(0);
      expect(driver.isWaiting).toBe(false);
      // Of what is kept nothing is lost, and nothing is there twice.
      expect(isPartOf(driver.stored, driver.passed)).toBe(true);
    }),
  );
});

test("with pauses too, as long as the host is joined", () => {
  fc.assert(
    fc.property(stream, acts, (given, script) => {
      const { faults, passed, stored } = run(given, script);
      expect(faults.filter((fault) => fault.includes("went through when"))).toEqual([]);
      expect(isPartOf(passed, [...given])).toBe(true);
      expect(stored.length).toBeLessThanOrEqual(given.length);
    }),
  );
});

/** Whether one is the other with some of it left out. */
function isPartOf(part: readonly number[], whole: readonly number[]): boolean {
  let at = 0;
  for (const byte of whole) if (at < part.length && part[at] === byte) at++;
  return at === part.length;
}
