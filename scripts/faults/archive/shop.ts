import type { Database } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { audit, systemActor } from "../../../src/audit/audit-entry.ts";
import { NO_FIELDS } from "../../../src/contract/print-fields.ts";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { BatchWriter } from "../../../src/storage/batch-writer.ts";
import { openForReading, openForWriting } from "../../../src/storage/database.ts";
import { ensureAdministrator } from "../../../src/storage/first-start.ts";
import { migrate } from "../../../src/storage/migrate.ts";
import { UpstreamReader } from "../../../src/storage/upstream-store.ts";
import type { Writer } from "../../../src/storage/writer.ts";
import type { WriteOperation } from "../../../src/storage/write-operation.ts";
import { joinArchive } from "../../../src/upstream/join.ts";
import { PrintSource } from "../../../src/upstream/print-source.ts";
import { Shipper } from "../../../src/upstream/shipper.ts";
import type { ShippingState } from "../../../src/upstream/shipping-messages.ts";
import type { ShippingTimes } from "../../../src/domain/upstream-limits.ts";
import type { SeededRandom } from "../random.ts";

const WORKSPACE = 1;

const LARGEST_RECEIPT_BYTES = 1500;
const MOST_AT_ONCE = 6;

/** How far a shop's clock is set at most, milliseconds, either way. */
const CLOCK_STEP_MILLISECONDS = 3000;

const CASHIERS = ["Ada", "Küche", "zero\u0000width", "Zoë"];

/** A shop's folder with its database, what writes it, and what sends its prints. */
export class FaultShop {
  private readonly database: Database;
  private readonly writer: BatchWriter;
  private readonly reading: Database;
  private readonly reader: UpstreamReader;
  private shipper: Shipper | null = null;
  private shipping: Promise<void> = Promise.resolve();
  private state: ShippingState | null = null;
  /** By how much its clock is wrong, milliseconds. */
  private skew = 0;

  /** @param folder of the shop, made where there is none */
  constructor(
    readonly name: string,
    folder: string,
    private readonly random: SeededRandom,
    private readonly times: ShippingTimes,
    private readonly onState: (state: ShippingState) => void,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.database = openForWriting(databasePath(folder));
    migrate(this.database);
    ensureAdministrator(this.database, Date.now());
    this.writer = new BatchWriter(this.database, () => Date.now() + this.skew);
    this.reading = openForReading(databasePath(folder));
    this.reader = new UpstreamReader(this.reading);
  }

  /** Joins an archive. @returns its key */
  async join(url: string, code: string): Promise<string> {
    const writer = { submit: async (operation: WriteOperation) => this.write(operation) };
    const wish = { workspaceId: WORKSPACE, url, pin: null, bytesPerSecond: null, code, insecure: true };
    const note = audit(systemActor("service"), "upstream.joined", url);
    // Of a writer it needs only that what is submitted is durable then.
    await joinArchive({ ...wish, audit: note }, this.reader, writer as unknown as Pick<Writer, "submit">);
    return this.reader.find(WORKSPACE)?.apiKey ?? "";
  }

  /** Does something that a shop does with its prints. */
  act(): void {
    const { random } = this;
    if (random.happens(0.02)) this.skew = random.integer(-CLOCK_STEP_MILLISECONDS, CLOCK_STEP_MILLISECONDS);
    const kind = random.integer(0, 19);
    if (kind < 10) return this.create(random.integer(1, MOST_AT_ONCE));
    const print = this.anyPrint();
    if (print === null) return this.create(1);
    const { id: printId, deletedAt } = print;
    if (kind === 19) this.remove("erased", printId, "The guest asked for it.");
    else if (deletedAt !== null) this.write({ kind: "restore", workspaceId: WORKSPACE, printId });
    else if (kind < 13) this.write({ kind: "delete", workspaceId: WORKSPACE, printId });
    else this.write({ kind: "update", workspaceId: WORKSPACE, printId, patch: { label: this.text() } });
    this.shipper?.wake();
  }

  /** Begins to send, as a start of the service does. */
  ship(): void {
    this.state = null;
    this.shipper = new Shipper({
      workspaceId: WORKSPACE,
      reader: this.reader,
      source: new PrintSource(this.reading),
      run: crypto.randomUUID(),
      version: "1",
      write: async (change) => void this.write({ kind: "upstream", change }),
      erase: async (_workspaceId, printId, reason) => {
        this.remove("erased", printId, reason);
        return true;
      },
      troubles: async () => [],
      tell: (state) => {
        this.state = state;
        this.onState(state);
      },
      clock: Date.now,
      monotonic: () => performance.now(),
      random: Math.random,
      times: this.times,
    });
    this.shipping = this.shipper.work();
  }

  /** Ends sending, and waits for it. */
  async rest(): Promise<void> {
    this.shipper?.close();
    await this.shipping;
    this.shipper = null;
  }

  /** What is not sent yet, or was not agreed on since sending began; `null` for nothing. */
  get unsent(): string | null {
    const upstream = this.reader.find(WORKSPACE);
    if (upstream === null || this.state === null || this.state.contactedAt === null) return "no contact";
    if (this.state.trouble !== null) return this.state.trouble;
    if (upstream.reviewOrdinal < upstream.reviewEnd) return "in review";
    const { prints, changes } = this.reader.backlog(upstream);
    return prints + changes === 0 ? null : `${prints} prints, ${changes} changes`;
  }

  /** Copies its folder, as a backup does. */
  copyTo(folder: string): void {
    const unfinished = `${folder}.unfinished`;
    for (const place of [unfinished, folder]) rmSync(place, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    this.database.run("VACUUM INTO ?", [databasePath(unfinished)]);
    renameSync(unfinished, folder);
  }

  /** Ends, wherever it is with sending. */
  async close(): Promise<void> {
    await this.rest();
    this.reading.close();
    this.database.close();
  }

  private create(count: number): void {
    for (let made = 0; made < count; made++)
      this.write({
        ...NO_FIELDS,
        kind: "create",
        workspaceId: WORKSPACE,
        userId: 1,
        label: this.text(),
        tag: JSON.stringify({ cashier: this.random.pick(CASHIERS), number: crypto.randomUUID() }),
        defaultWidth: 48,
        testPrint: this.random.happens(0.05),
        raw: this.receipt(),
        idempotencyKey: null,
        printQuota: null,
        printerId: null,
        isDelivered: false,
        spoolKey: null,
      });
    this.shipper?.wake();
  }

  /** Bytes that no other print has. */
  private receipt(): Uint8Array<ArrayBuffer> {
    const own = new TextEncoder().encode(`${this.name} ${crypto.randomUUID()}\n`);
    return Buffer.concat([own, this.random.bytes(this.random.integer(0, LARGEST_RECEIPT_BYTES))]);
  }

  private text(): string {
    return `${this.random.pick(CASHIERS)} ${this.random.integer(0, 1e9)}`;
  }

  private anyPrint(): { readonly id: number; readonly deletedAt: number | null } | null {
    return this.database
      .query<{ id: number; deletedAt: number | null }, [number]>(
        "SELECT id, deleted_at AS deletedAt FROM print WHERE removal_id IS NULL AND id >= " +
          "(SELECT max(id) FROM print) * ? LIMIT 1",
      )
      .get(this.random.next());
  }

  private remove(how: "erased", printId: number, reason: string): void {
    const decision = { userId: null, reason, removalId: null, isLast: true };
    this.write({ kind: "remove", how, workspaceId: WORKSPACE, printIds: [printId], ...decision });
  }

  /** @returns once it is durable @throws Error when it is refused */
  private write(operation: WriteOperation) {
    const [result] = this.writer.write([operation]).results;
    if (result?.ok !== true) throw new Error(`${this.name}: ${operation.kind}: ${result?.message}`);
    return result;
  }
}

/** Puts a copy in the place of a shop's folder, in one step as far as a kill is concerned. */
export function putBack(copy: string, folder: string): void {
  rmSync(`${folder}.old`, { recursive: true, force: true });
  renameSync(folder, `${folder}.old`);
  renameSync(copy, folder);
}

/** Whether there is a folder of a shop. */
export function isShopThere(folder: string): boolean {
  return existsSync(databasePath(folder));
}
