import type { Database } from "bun:sqlite";
import { rmSync } from "node:fs";
import { Deliveries } from "../../src/delivery/deliveries.ts";
import { DELIVERY_TIMES, type DeliveryTimes } from "../../src/delivery/delivery-limits.ts";
import { DeliveryReader } from "../../src/delivery/delivery-reader.ts";
import type { Clock, MonotonicClock } from "../../src/domain/clock.ts";
import type { DeliveryState, ListedDelivery } from "../../src/domain/delivery.ts";
import type { Printer } from "../../src/domain/printer.ts";
import { PRINTER_DEFAULTS, type PrinterSettings } from "../../src/contract/printer-settings.ts";
import type { CopiedPrinter } from "../../src/delivery/printer-queues.ts";
import type { Log } from "../../src/operations/log.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { type DataFolder, openDataFolder } from "../../src/storage/data-folder.ts";
import { closeReader, openForReading } from "../../src/storage/database.ts";
import { PrintReader } from "../../src/storage/print-reader.ts";
import { PrinterStore } from "../../src/storage/printer-store.ts";
import { WorkspaceStore } from "../../src/storage/workspace-store.ts";
import { Writer } from "../../src/storage/writer.ts";
import { createOperation } from "../create-operation.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { PATIENCE_MILLISECONDS } from "../until.ts";

/** Times short enough for tests; what must come is waited for as long as a busy machine takes. */
export const TEST_TIMES: DeliveryTimes = {
  ...DELIVERY_TIMES,
  connect: 5000,
  answer: 1000,
  idleConnection: 60,
  troublePoll: 30,
  watchedPoll: 50,
  idlePoll: 100,
  confirmPoll: 30,
  unconfirmed: 2000,
  unconfirmedBlind: 400,
  stall: 200,
  firstClose: 200,
  laterClose: 30,
  firstBackOff: 20,
  longestBackOff: 80,
  recordRetry: 20,
  eposAsk: 500,
  eposPrint: 1000,
  stop: 100,
};

const SILENT: Log = { write() {} };

/** The parts of a service that pass prints on, over a real database with its real writer, and no network side. */
export class RealParts {
  private constructor(
    readonly folder: string,
    private readonly lock: DataFolder,
    readonly writer: Writer,
    readonly database: Database,
    readonly deliveries: Deliveries,
  ) {}

  static async start(
    folder = temporaryFolder(),
    times: DeliveryTimes = TEST_TIMES,
    clocks: { readonly clock?: Clock; readonly monotonic?: MonotonicClock } = {},
  ): Promise<RealParts> {
    const lock = openDataFolder(folder, Date.now());
    const path = databasePath(folder);
    const writer = Writer.start(path, { onBatch() {}, onDeath() {} });
    await writer.ready();
    const database = openForReading(path);
    const deliveries = new Deliveries({
      writer,
      deliveries: new DeliveryReader(database),
      prints: new PrintReader(database),
      workspaces: new WorkspaceStore(database),
      log: SILENT,
      clock: Date.now,
      ...clocks,
      times,
    });
    const parts = new RealParts(folder, lock, writer, database, deliveries);
    parts.update();
    return parts;
  }

  /** Has the deliveries see the printers as they are stored now. */
  update(): void {
    this.deliveries.update(new PrinterStore(this.database).list());
  }

  async addPrinter(settings: Partial<PrinterSettings> & { name: string }): Promise<Printer> {
    const all = { ...PRINTER_DEFAULTS, ...settings };
    const owner = { workspaceId: 1, userId: 1 };
    await this.writer.submit({ kind: "printer", change: { do: "create", settings: all, owner } });
    this.update();
    return new PrinterStore(this.database).get(settings.name);
  }

  async setPrinter(id: number, settings: Partial<PrinterSettings>): Promise<void> {
    await this.writer.submit({ kind: "printer", change: { do: "update", id, settings } });
    this.update();
  }

  async removePrinter(id: number): Promise<void> {
    await this.writer.submit({ kind: "printer", change: { do: "remove", id } });
    this.update();
  }

  /** Stores a print that came in by a printer, to be passed on. @returns the print's id */
  async print(
    printer: CopiedPrinter & Pick<Printer, "name">,
    raw: string | Uint8Array<ArrayBuffer>,
  ): Promise<number> {
    const bytes = typeof raw === "string" ? new Uint8Array(Buffer.from(raw, "latin1")) : raw;
    const copies = this.deliveries.copiesOf(printer);
    const origin = { deviceId: printer.name, printerId: printer.id, isDelivered: true, copies };
    const { id } = await this.writer.submit(createOperation({ raw: bytes, ...origin }));
    this.deliveries.wake(id, [printer.id, ...copies]);
    return id;
  }

  /** All deliveries, the oldest first. */
  all(): ListedDelivery[] {
    const filter = { state: null, printer: null, printId: null, before: null, limit: 1000 };
    return this.deliveries.list(1, filter).toReversed();
  }

  states(): DeliveryState[] {
    return this.all().map(({ state }) => state);
  }

  /** The events told so far. @param wanted only those of this kind */
  events(wanted?: string): { kind: string; printId: number; data: string }[] {
    return this.database
      .query<{ kind: string; printId: number; data: string }, []>(
        "SELECT kind, print_id AS printId, data FROM event ORDER BY id",
      )
      .all()
      .filter(({ kind }) => wanted === undefined || kind === wanted);
  }

  /** Waits until something holds. */
  async until(holds: () => boolean, what = "what was waited for"): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (!holds()) {
      if (performance.now() > deadline) {
        throw new Error(`${what} did not come: ${JSON.stringify(this.all(), null, 1)}`);
      }
      await Bun.sleep(2);
    }
  }

  /** Waits until no delivery is queued or being sent. */
  settled(): Promise<void> {
    return this.until(
      () => this.states().every((state) => state !== "queued" && state !== "sending"),
      "rest",
    );
  }

  async stop(): Promise<void> {
    await this.deliveries.close();
    // In the order of the service: a reader may keep the log from being folded.
    closeReader(this.database);
    await this.writer.close();
    this.lock.release();
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
