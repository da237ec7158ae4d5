import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import net from "node:net";
import { ScriptedPrinter } from "../../delivery/scripted-printer.ts";
import { SeededRandom } from "../../../scripts/faults/random.ts";
import { freePort, run, Service } from "../../service.ts";
import { until } from "../../until.ts";

/** How often the service is killed; more by the environment. */
const ROUNDS = Number(process.env["TILLROLL_KILL_ROUNDS"] ?? 4);
const SEED = Number(process.env["TILLROLL_TEST_SEED"]);
const TILLS = 3;
const PATIENCE_MILLISECONDS = 60_000;
const ROUND_MILLISECONDS = 600;
/** How long a till rests between two receipts, at least. */
const REST_MILLISECONDS = 120;
/** In each third round the real printer is gone for longer than a drawer kick is worth. */
const KICK_LIFETIME_SECONDS = 2;
const OUTAGE_MILLISECONDS = 3500;
/** Between what a till has sent and what is known of its age: a busy machine. */
const SLACK_MILLISECONDS = 1500;

const CUT = "\x1dVA\0";
const ASK_ID = "\x1d(H\x06\x0000";

/** A connection of a till, which may break at any time. */
class Connection {
  private heard = "";
  private isOver = false;
  private wake: () => void = () => {};

  private constructor(private readonly socket: net.Socket) {
    socket.on("data", (data: Buffer) => {
      this.heard += data.toString("latin1");
      this.wake();
    });
    const end = () => {
      this.isOver = true;
      this.wake();
    };
    socket.on("end", end).on("error", end).on("close", end);
  }

  /** @returns `null` when nobody listens */
  static async open(port: number): Promise<Connection | null> {
    const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    return isOpen ? new Connection(socket) : null;
  }

  send(words: string): void {
    this.socket.write(Buffer.from(words, "latin1"));
  }

  /** Waits for an answer. @returns whether it came before the connection broke */
  async hears(answer: string): Promise<boolean> {
    while (!this.heard.includes(answer) && !this.isOver)
      await new Promise<void>((resolve) => (this.wake = resolve));
    const hasHeard = this.heard.includes(answer);
    this.heard = "";
    return hasHeard;
  }

  get isBroken(): boolean {
    return this.isOver;
  }

  /** Whatever was sent still arrives. */
  end(): void {
    this.socket.end();
  }

  close(): void {
    this.socket.destroy();
  }
}

/** What tills have sent, and what they were told. */
class Ledger {
  /** Receipts whose process ID came back, by till, in order. */
  readonly acknowledged: number[][] = Array.from({ length: TILLS }, () => []);
  readonly kicks: { readonly sentAt: number; arrivedAt: number | null }[] = [];
  isOver = false;

  constructor(private readonly port: number) {}

  /** A till whose connection stays open for as long as it can, and which waits for each receipt. */
  async print(till: number): Promise<void> {
    let connection: Connection | null = null;
    for (let number = 0; !this.isOver; number++) {
      while ((connection === null || connection.isBroken) && !this.isOver) {
        connection = await Connection.open(this.port);
        if (connection === null) await Bun.sleep(20);
      }
      if (connection === null) return;
      const id = String(number % 10_000).padStart(4, "0");
      const lines = "an item of the receipt\n".repeat(1 + (number % 20));
      // In two pieces, so that a part of it goes on before the rest has come.
      connection.send(`\x1b@<${till}-${number}>${lines}`);
      if (number % 2 === 0) await Bun.sleep(number % 5);
      connection.send(`</${till}-${number}>\n${CUT}${ASK_ID}${id}`);
      if (await connection.hears(`7"${id}`)) this.acknowledged[till]?.push(number);
      // A printer prints some receipts a second, and what is acknowledged while it is away has to be caught up with.
      await Bun.sleep(REST_MILLISECONDS + (number % REST_MILLISECONDS));
    }
    connection?.close();
  }

  /** A till that opens the drawer, now and then. */
  async kick(): Promise<void> {
    while (!this.isOver) {
      const connection = await Connection.open(this.port);
      if (connection !== null) {
        const number = this.kicks.length;
        this.kicks.push({ sentAt: performance.now(), arrivedAt: null });
        connection.send(`\x1bp\0${String.fromCharCode(1 + (number % 200), 1 + Math.floor(number / 200))}`);
        await Bun.sleep(30);
        connection.end();
      }
      await Bun.sleep(120);
    }
  }

  get hasOpened(): boolean {
    return this.kicks.some(({ arrivedAt }) => arrivedAt !== null);
  }

  /** The drawer has been opened. */
  opened(text: string): void {
    for (const pulse of text.split("\x1bp\0").slice(1)) {
      const kick = this.kicks[pulse.charCodeAt(0) - 1 + 200 * (pulse.charCodeAt(1) - 1)];
      if (kick !== undefined) kick.arrivedAt ??= performance.now();
    }
  }
}

/** A receipt on paper, and whether a mark is above it. */
interface Printed {
  readonly till: number;
  readonly number: number;
  readonly isMarked: boolean;
  readonly isWhole: boolean;
}

function printedOn(paper: string): Printed[] {
  // A receipt that broke off may be followed by its copy at once: the mark is that one's.
  const found = [...paper.matchAll(/(COPY\?[^<]*)?<(\d)-(\d+)>((?:(?!COPY\?)[^<])*(?:<\/\2-\3>)?)/g)];
  return found.map(([, mark, till, number, rest = ""]) => ({
    till: Number(till),
    number: Number(number),
    isMarked: mark !== undefined,
    isWhole: rest.endsWith(`</${till}-${number}>`),
  }));
}

/** What is still to be sent, and why. */
async function waitingIn(service: Service): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const state of ["queued", "sending"]) {
    const response = await service.fetch(`/api/workspace/default/deliveries?state=${state}&limit=3`);
    found.push(...((await response.json()) as { items: unknown[] }).items);
  }
  return found;
}

test(
  `${ROUNDS} times kill -9 while tills print: each print on paper once or marked, in order, and no old drawer kick`,
  async () => {
    const random = new SeededRandom(SEED);
    const real = ScriptedPrinter.start();
    let service = await Service.start();
    const { folder, token } = service;
    const rawPort = freePort();
    const made = await run(["token", "create", "--scopes", "admin", "--data", folder]);
    const json = {
      name: "till",
      rawPort,
      target: real.target,
      whenInterrupted: "resend",
      kickLifetime: KICK_LIFETIME_SECONDS,
    };
    const answer = await service.fetch("/api/workspace/default/printers", {
      json,
      token: made.stdout.trim(),
    });
    expect(answer.status).toBe(201);
    const ledger = new Ledger(rawPort);
    real.onReceived = (text) => ledger.opened(text);
    const tills = Array.from({ length: TILLS }, (_, till) => ledger.print(till));
    const drawer = ledger.kick();
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await Bun.sleep(ROUND_MILLISECONDS + random.integer(0, ROUND_MILLISECONDS));
        if (round % 3 === 1) {
          real.goAway();
          await Bun.sleep(OUTAGE_MILLISECONDS);
          real.comeBack();
          await Bun.sleep(ROUND_MILLISECONDS);
        }
        await service.stop("SIGKILL");
        service = await Service.start({ folder, token });
      }
      // On a busy machine all kicks of the rounds may have been too old.
      await until(() => ledger.hasOpened, "a kick of the drawer");
      ledger.isOver = true;
      // What they are at comes to an end: it would be stored after it was looked for.
      await Promise.all([...tills, drawer]);
      const deadline = performance.now() + PATIENCE_MILLISECONDS;
      while ((await waitingIn(service)).length > 0 && performance.now() < deadline) await Bun.sleep(50);
      expect(await waitingIn(service)).toEqual([]);
    } finally {
      ledger.isOver = true;
      await service.stop();
      await Promise.all([...tills, drawer]);
      real.goAway();
      rmSync(folder, { recursive: true, force: true });
    }

    const printed = printedOn(real.paper);
    for (const [till, acknowledged] of ledger.acknowledged.entries()) {
      expect(acknowledged.length).toBeGreaterThan(ROUNDS);
      const own = printed.filter((receipt) => receipt.till === till);
      const whole = new Set(own.filter(({ isWhole }) => isWhole).map(({ number }) => number));
      expect(acknowledged.filter((number) => !whole.has(number))).toEqual([]);
      const firsts = [...new Set(own.map(({ number }) => number))];
      expect(firsts).toEqual(firsts.toSorted((left, right) => left - right));
      // Whatever is there once more says so.
      const again = own.filter(({ number }, at) => own.findIndex((other) => other.number === number) < at);
      expect(again.filter(({ isMarked }) => !isMarked)).toEqual([]);
    }
    const late = ledger.kicks.map(({ sentAt, arrivedAt }) => (arrivedAt === null ? 0 : arrivedAt - sentAt));
    expect(Math.max(...late)).toBeLessThan(KICK_LIFETIME_SECONDS * 1000 + SLACK_MILLISECONDS);
  },
  PATIENCE_MILLISECONDS + ROUNDS * 15_000,
);
