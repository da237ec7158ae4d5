import { expect, test } from "bun:test";
import fc from "fast-check";
import { tokenize } from "../../../src/escpos/tokenizer.ts";
import { askingOf, meaningOf } from "../../../src/printers/answers/command-meaning.ts";
import { PrinterMemory } from "../../../src/printers/answers/printer-memory.ts";
import { RawConnection } from "../../../src/printers/raw9100/raw-connection.ts";
import { RAW_LIMITS } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { FakeEndpoint } from "../fake-endpoint.ts";
import { bytes } from "./connection-driver.ts";

/** A request of the stream: where it ends, and where what is printed before it ends. */
interface Request {
  readonly end: number;
  readonly workedTo: number;
}

/** What a stream asks for in print order. */
function requestsIn(stream: Uint8Array): Request[] {
  const requests: Request[] = [];
  let workedTo = 0;
  for (const command of tokenize(stream)) {
    const end = command.offset + command.length;
    if (askingOf(command) !== "no") requests.push({ end, workedTo });
    if (!["request", "setting"].includes(meaningOf(command))) workedTo = end;
  }
  return requests;
}

/** A joined connection, whose printer answers at once, and whose disk completes when it is told to. */
class JoinedDriver {
  readonly connection: RawConnection;
  readonly passed: number[] = [];
  readonly stored: number[] = [];
  /** What went wrong. */
  readonly faults: string[] = [];
  said = 0;
  private now = 1_000_000;
  private readonly requests: Request[];
  private isHolding = false;
  private held: Request[] = [];
  private readonly tickets: { ticket: number; to: number }[] = [];
  private durableTo = 0;

  constructor(stream: Uint8Array) {
    this.requests = requestsIn(stream);
    this.connection = new RawConnection(new FakeEndpoint(), new PrinterMemory(), RAW_LIMITS, this.now);
    this.connection.joined(this.now);
  }

  send(chunk: Uint8Array): void {
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
    return this.tickets.length > 0 || this.held.length > 0;
  }

  private perform(): void {
    for (const effect of this.connection.takeEffects()) {
      switch (effect.kind) {
        case "pass":
          this.passed.push(...effect.bytes);
          this.answer();
          break;
        case "hold":
          this.isHolding = true;
          break;
        case "release":
          this.isHolding = false;
          for (const request of this.held.splice(0)) this.deliver(request);
          break;
        case "store":
          this.stored.push(...effect.raw);
          if (!effect.isPassing) this.faults.push("a job that had gone through was to be passed on again");
          this.tickets.push({ ticket: effect.ticket, to: this.passed.length });
          break;
        case "spool":
          this.tickets.push({ ticket: effect.ticket, to: this.passed.length });
          break;
        case "send":
          this.said += effect.bytes.length;
          break;
        default:
      }
    }
  }

  private answer(): void {
    while ((this.requests[0]?.end ?? Number.POSITIVE_INFINITY) <= this.passed.length) {
      const request = this.requests.shift() as Request;
      if (this.isHolding) this.held.push(request);
      else this.deliver(request);
    }
  }

  private deliver({ end, workedTo }: Request): void {
    if (this.durableTo < workedTo) {
      this.faults.push(`the answer at ${end} came when ${this.durableTo} of ${workedTo} was durable`);
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

test("however it comes, all of it goes through, in order, and no answer comes before what it speaks of is durable", () => {
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
      expect(faults.filter((fault) => fault.startsWith("the answer"))).toEqual([]);
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
