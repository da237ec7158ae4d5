import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { MILLISECONDS_PER_MINUTE } from "../../src/domain/limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { findService } from "../../src/platform/running-service.ts";
import { openForReading } from "../../src/storage/database.ts";
import { decodeContent, type StoredContent } from "../../src/storage/raw-content.ts";
import { ownEnvironment, ServiceProcess, createToken } from "../service/service-process.ts";
import { OpenTill, type Till, type TillPlace, TILLS } from "./clock-tills.ts";
import { MachineClock } from "./machine-clock.ts";
import { PrinterHost } from "./printer-host.ts";
import { addPrinter, freePort } from "./printer-place.ts";

const HOUR = 60 * MILLISECONDS_PER_MINUTE;
const YEARS = 3652 * 24 * HOUR;

/** How far the machine's clock is from the right time, one after the other, milliseconds. */
const STEPS: readonly (readonly [name: string, ahead: number])[] = [
  ["one hour back", -HOUR],
  ["right again", 0],
  ["one hour ahead", HOUR],
  ["right again", 0],
  ["ten years ahead", YEARS],
  ["right again", 0],
];

/** Jobs that each till prints at each of them, at least. */
const JOBS_OF_STEP = 5;

/** The printer that passes prints on, and what prints there. */
const PASSED_ON = "passed";

/** How long something may take that has nothing to wait for, milliseconds: much, because machines that test are busy. */
const PATIENCE_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 20;
/** Between two jobs of a till. */
const PAUSE_MILLISECONDS = 5;

export interface ClockStepsOptions {
  /** The words that run Tillroll. */
  readonly command: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** Told of every step. */
  readonly onRound?: (line: string) => void;
}

export interface ClockStepsReport {
  /** `null` where a process cannot be given a clock of its own; then nothing was done. */
  readonly acknowledged: number | null;
  /** Prints that the real printer took. */
  readonly delivered: number;
  /** Times that the webhook was told. */
  readonly told: number;
  /** The longest from the end of a job on a connection that stays open until it was stored, milliseconds. */
  readonly longestSilence: number;
  readonly faults: readonly string[];
}

/**
 * Sets the machine's clock while tills print by every protocol: nothing acknowledged is lost, jobs on open connections are
 * stored as soon as ever, nothing is dated in a wrong future, and what waits for its next attempt does not wait for years.
 */
export async function runClockSteps(options: ClockStepsOptions): Promise<ClockStepsReport> {
  const clock = MachineClock.build(options.folder);
  if (clock === null) return { acknowledged: null, delivered: 0, told: 0, longestSilence: 0, faults: [] };
  const run = new ClockSteps(options, clock);
  try {
    return await run.run();
  } catch (error) {
    if (!(error instanceof ClockFault)) throw error;
    return { acknowledged: 0, delivered: 0, told: 0, longestSilence: 0, faults: error.faults };
  } finally {
    await run.end();
  }
}

class ClockSteps {
  private readonly faults: string[] = [];
  private readonly acknowledged = new Map<string, string[]>();
  private readonly dataFolder: string;
  private readonly realFolder: string;
  private service: ServiceProcess | null = null;
  private real: ServiceProcess | null = null;
  private areDone = false;
  /** The raw port of the printer that passes prints on. */
  private passingPort = 0;
  private told = 0;
  private refused = 0;
  private isRefusing = false;
  private readonly receiver;

  constructor(
    private readonly options: ClockStepsOptions,
    private readonly clock: MachineClock,
  ) {
    this.dataFolder = join(options.folder, "data");
    this.realFolder = join(options.folder, "real");
    this.receiver = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => {
        if (this.isRefusing) this.refused++;
        else this.told++;
        return new Response(null, { status: this.isRefusing ? 500 : 204 });
      },
    });
  }

  async run(): Promise<ClockStepsReport> {
    const startedAt = Date.now();
    const place = await this.start();
    const open = await OpenTill.connect(place);
    const tills = Object.entries(TILLS).map(([protocol, till]) => this.print(protocol, till, place));
    tills.push(this.print(PASSED_ON, TILLS.raw, { ...place, rawPort: this.passingPort }));
    let longestSilence = 0;
    for (const [number, [name, ahead]] of STEPS.entries()) {
      if (Math.abs(ahead) > HOUR) await this.breakOthers();
      const counts = new Map([...this.acknowledged].map(([protocol, texts]) => [protocol, texts.length]));
      this.clock.set(ahead);
      const text = `open ${number}`;
      const newest = this.newestId();
      await open.send(text);
      const sentAt = performance.now();
      await this.until(`${name}: a job on an open connection is stored`, () => this.stored(newest).has(text));
      longestSilence = Math.max(longestSilence, performance.now() - sentAt);
      for (const protocol of Object.keys(TILLS)) {
        const enough = (counts.get(protocol) ?? 0) + JOBS_OF_STEP;
        const count = () => this.acknowledged.get(protocol)?.length ?? 0;
        await this.until(`${name}: ${protocol} prints`, () => count() >= enough);
      }
      await this.expectBelieved(name, Math.abs(ahead) <= HOUR);
      if (this.isRefusing) await this.mendOthers(name);
      const total = this.acknowledged.values().reduce((sum, { length }) => sum + length, 0);
      this.options.onRound?.(`${name}: ${total} jobs acknowledged`);
    }
    this.areDone = true;
    await Promise.all(tills);
    await open.close();
    const printed = this.acknowledged.get(PASSED_ON)?.length ?? 0;
    await this.untilDelivered(printed);
    await this.service?.stop();
    this.verify(startedAt);
    const acknowledged = this.acknowledged.values().reduce((sum, { length }) => sum + length, 0);
    const { told, faults } = this;
    return { acknowledged, delivered: this.deliveredCount(), told, longestSilence, faults };
  }

  async end(): Promise<void> {
    this.areDone = true;
    if (this.service?.isRunning === true) await this.service.kill();
    if (this.real?.isRunning === true) await this.real.kill();
    await this.receiver.stop(true);
  }

  /** Starts the service, and another one in the place of the real printer. */
  private async start(): Promise<TillPlace> {
    const { command } = this.options;
    const port = () => freePort();
    const realPlace = { name: "kitchen", rawPort: port(), eposPort: port(), lpdPort: 0 };
    mkdirSync(this.realFolder);
    await addPrinter(command, this.realFolder, realPlace);
    this.real = await ServiceProcess.start({ command, dataFolder: this.realFolder });
    const place = { name: "till", rawPort: port(), eposPort: port(), lpdPort: port() };
    await addPrinter(command, this.dataFolder, place);
    // Apart from the tills: ePOS says that a printer is off line when the real one is.
    this.passingPort = port();
    const target = `tcp://127.0.0.1:${realPlace.rawPort}`;
    await this.command(
      "printer",
      "add",
      PASSED_ON,
      "--raw-port",
      String(this.passingPort),
      "--target",
      target,
    );
    const token = await createToken(command, this.dataFolder);
    const admin = (await this.command("token", "create", "--scopes", "admin")).trim();
    const environment = {
      ...ownEnvironment(),
      ...this.clock.environment,
      TILLROLL_LPD_PORT: String(place.lpdPort),
    };
    this.service = await ServiceProcess.start({ command, dataFolder: this.dataFolder, environment });
    // Ports for printing open a moment after the service answers.
    for (const printing of [place.rawPort, place.eposPort, place.lpdPort, this.passingPort])
      await isListening(printing);
    const response = await fetch(`${this.service.workspaceAddress}/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        url: `http://127.0.0.1:${this.receiver.port}/`,
        events: ["print.created"],
      }),
    });
    if (!response.ok) throw new Error(`no webhook could be made: ${await response.text()}`);
    return { ...place, address: this.service.address, token };
  }

  private async command(...words: string[]): Promise<string> {
    const child = Bun.spawn([...this.options.command, ...words, "--data", this.dataFolder], {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    const text = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`"${words.join(" ")}" failed`);
    return text;
  }

  /** Prints one job after the other, until the end. */
  private async print(name: string, till: Till, place: TillPlace): Promise<void> {
    const texts: string[] = [];
    this.acknowledged.set(name, texts);
    for (let number = 1; !this.areDone; number++) {
      const text = `${name} ${number}`;
      try {
        await till(place, text);
        texts.push(text);
      } catch (error) {
        this.faults.push(`${text}: ${String(error)}`);
        return;
      }
      await Bun.sleep(PAUSE_MILLISECONDS);
    }
  }

  /** Takes away what prints are passed on to, and has the webhook refused. */
  private async breakOthers(): Promise<void> {
    await this.real?.stop();
    this.isRefusing = true;
    this.refused = 0;
  }

  /** Waits until both have been tried in vain; the next attempts are to come when the clock is right again. */
  private async mendOthers(step: string): Promise<void> {
    await this.until(`${step}: the webhook is tried`, () => this.refused > 1);
    await this.until(`${step}: a delivery is tried`, () => this.hasFailedDelivery());
    this.clock.set(0);
    this.isRefusing = false;
    const told = this.told;
    const delivered = this.deliveredCount();
    this.real = await ServiceProcess.start({ command: this.options.command, dataFolder: this.realFolder });
    await this.until("the webhook goes on", () => this.told > told);
    await this.until("deliveries go on", () => this.deliveredCount() > delivered);
  }

  private async expectBelieved(step: string, isBelieved: boolean): Promise<void> {
    const running = findService(this.dataFolder);
    const response = await fetch(`${running?.address}/api/clock`, {
      headers: { Authorization: `Bearer ${running?.localToken}` },
    });
    const answer = response.ok ? ((await response.json()) as { isBelieved: boolean }) : null;
    if (answer?.isBelieved === isBelieved) return;
    this.faults.push(`${step}: the clock is ${isBelieved ? "not " : ""}believed (${response.status})`);
  }

  /** @param details of what is there instead */
  private async until(what: string, holds: () => boolean, details = () => ""): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (!holds()) {
      if (performance.now() > deadline || this.faults.length > 0) {
        this.faults.push(`this did not come: ${what}${details()}`);
        throw new ClockFault(this.faults);
      }
      await Bun.sleep(LOOK_MILLISECONDS);
    }
  }

  /**
   * Waits until so many prints were delivered, for as long as some are: how many waited follows from the machine's speed. One that
   * was under way when the real printer was taken away waits for a person.
   */
  private async untilDelivered(printed: number): Promise<void> {
    const settled = () => this.deliveredCount() + (this.deliveryStates().get("held") ?? 0);
    for (;;) {
      const before = settled();
      if (before >= printed) return;
      const states = () =>
        `; deliveries: ${[...this.deliveryStates()].map((each) => each.join(" ")).join(", ")}`;
      await this.until(
        `more than ${before} of ${printed} are delivered or held`,
        () => settled() > before,
        states,
      );
    }
  }

  private deliveryStates(): Map<string, number> {
    using database = openForReading(databasePath(this.dataFolder));
    return new Map(
      database
        .query<{ state: string; count: number }, []>(
          "SELECT state, count(*) AS count FROM delivery GROUP BY state",
        )
        .all()
        .map(({ state, count }) => [state, count]),
    );
  }

  private newestId(): number {
    using database = openForReading(databasePath(this.dataFolder));
    return database.query<{ id: number }, []>("SELECT coalesce(max(id), 0) AS id FROM print").get()?.id ?? 0;
  }

  /** When each text was stored, of the prints after one; what is stored twice has a fault. */
  private stored(after = 0): Map<string, { createdAt: number; id: number }> {
    const prints = new Map<string, { createdAt: number; id: number }>();
    using database = openForReading(databasePath(this.dataFolder));
    const rows = database
      .query<StoredContent & { id: number; createdAt: number }, [number]>(
        "SELECT id, created_at AS createdAt, sha256, byte_length AS byteLength, encoding, content " +
          "FROM print JOIN print_data ON print_id = id WHERE id > ? ORDER BY id",
      )
      .all(after);
    for (const { id, createdAt, ...content } of rows) {
      const text = /[a-z]+ \d+/.exec(Buffer.from(decodeContent(id, content)).toString("latin1"))?.[0] ?? "";
      if (prints.has(text)) this.faults.push(`${text} is stored twice`);
      prints.set(text, { createdAt, id });
    }
    return prints;
  }

  private hasFailedDelivery(): boolean {
    using database = openForReading(databasePath(this.dataFolder));
    return database.query("SELECT 1 FROM delivery WHERE next_attempt_at IS NOT NULL").get() !== null;
  }

  private deliveredCount(): number {
    const path = databasePath(this.realFolder);
    if (!existsSync(path)) return 0;
    using database = openForReading(path);
    return database.query<{ prints: number }, []>("SELECT count(*) AS prints FROM print").get()?.prints ?? 0;
  }

  /** Everything acknowledged is there, once, in order of time, and dated within the hour that clocks may be off. */
  private verify(startedAt: number): void {
    const stored = this.stored();
    for (const text of [...this.acknowledged.values()].flat())
      if (!stored.has(text)) this.faults.push(`${text}: acknowledged and not stored`);
    let last = 0;
    for (const [text, { createdAt }] of [...stored].toSorted((left, right) => left[1].id - right[1].id)) {
      const date = new Date(createdAt).toISOString();
      if (createdAt < last) this.faults.push(`${text}: dated ${date}, before the print before it`);
      if (createdAt < startedAt - HOUR - MILLISECONDS_PER_MINUTE || createdAt > Date.now() + HOUR)
        this.faults.push(`${text}: dated ${date}`);
      last = createdAt;
    }
  }
}

/** Waits until somebody listens on a port. @throws Error when nobody does in time */
async function isListening(port: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      const host = await PrinterHost.connect(port);
      host.break();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await Bun.sleep(LOOK_MILLISECONDS);
    }
  }
}

/** Ends a run whose faults are known. */
class ClockFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
  }
}
