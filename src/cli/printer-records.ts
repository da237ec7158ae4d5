import type { Database } from "bun:sqlite";
import type { AuditAct } from "../audit/acts.ts";
import type { AuditDetails } from "../audit/audit-entry.ts";
import { changedWithSecrets, toldSettings } from "../audit/told-settings.ts";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS } from "../contract/printer-settings.ts";
import { withoutSecrets } from "../contract/settings.ts";
import { DeliveryReader } from "../delivery/delivery-reader.ts";
import { type Clock, systemClock } from "../domain/clock.ts";
import type { DeliveryCause } from "../domain/delivery.ts";
import type { PrinterAnswer } from "../contract/printer.ts";
import { TillrollError } from "../domain/errors.ts";
import { pollPath } from "../domain/poll-address.ts";
import type { Printer } from "../domain/printer.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import type { RunningService } from "../platform/running-service.ts";
import { PrinterStore } from "../storage/printer-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { withDatabase } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { NOT_RUNNING, stateInWords, waitingInWords } from "./printer-words.ts";
import { answeringService, ask } from "./running.ts";

/** A web page's origin that was refused. */
export type RefusedOrigin = PrinterAnswer["state"]["refusedOrigins"][number];

/** A printer as the commands list it. */
export interface PrinterRow extends Pick<
  Printer,
  | "name"
  | "model"
  | "rawPort"
  | "eposPort"
  | "protocols"
  | "target"
  | "simulate"
  | "allowOrigins"
  | "pairingUntil"
> {
  readonly workspace: string;
  /** In words. */
  readonly state: string;
  readonly waiting: string;
  /** What a running service has refused of web pages, the latest first. */
  readonly refusedOrigins: readonly RefusedOrigin[];
}

/** Loaded when a command needs it: TypeBox takes longer than all else that a command does. */
const contractReader = () => import("../contract/printer.ts");

interface Changing {
  readonly store: PrinterStore;
  readonly clock: Clock;
  readonly database: Database;
  readonly userId: number;
  /** Enters what is done in the audit log. */
  enter(act: AuditAct, printer: Printer, details?: AuditDetails): void;
}

type Change = (changing: Changing) => Printer;

/** The printers of a data folder, changed in its database; a service that runs there is told, so that it counts at once. */
export class PrinterRecords {
  private constructor(
    private readonly given: GivenOptions,
    private readonly whenMissing: "make" | "refuse",
    private readonly service: RunningService | null,
  ) {}

  static async open(given: GivenOptions, whenMissing: "make" | "refuse"): Promise<PrinterRecords> {
    return new PrinterRecords(given, whenMissing, await answeringService(given));
  }

  /** Makes a printer. @throws TillrollError BAD_REQUEST, NOT_FOUND (the workspace), CONFLICT */
  async create(slug: string, body: object): Promise<PrinterRow> {
    const { readNewPrinter } = await contractReader();
    const settings = readNewPrinter(body);
    return this.change(({ store, clock, database, userId, enter }) => {
      const workspaceId = new WorkspaceStore(database).get(slug).id;
      const printer = store.create(settings, { workspaceId, userId }, clock(), this.service?.ports);
      const told = toldSettings(withoutSecrets(PRINTER_SETTINGS, settings), PRINTER_DEFAULTS);
      enter("printer.created", printer, told);
      return printer;
    });
  }

  /** Changes a printer. @throws TillrollError BAD_REQUEST, NOT_FOUND, CONFLICT */
  async update(name: string, body: object): Promise<PrinterRow> {
    const { readPrinterPatch } = await contractReader();
    return this.change(({ store, clock, enter }) => {
      const printer = store.get(name);
      const patch = readPrinterPatch(body, printer);
      enter("printer.changed", printer, changedWithSecrets(PRINTER_SETTINGS, printer, patch));
      return store.update(printer.id, patch, clock(), this.service?.ports);
    });
  }

  /** Lets a printer take the next public origin that prints. @throws TillrollError NOT_FOUND, CONFLICT */
  pair(name: string): Promise<PrinterRow> {
    return this.change(({ store, clock, enter }) => {
      const printer = store.get(name);
      enter("printer.pairing-begun", printer);
      return store.pair(printer.id, clock());
    });
  }

  /** Makes the path that the real printer asks for its prints. @throws TillrollError NOT_FOUND, CONFLICT */
  async makePollPath(name: string): Promise<string> {
    const secret = newSecret();
    const printer = await this.write(({ store, clock, enter }) => {
      const found = store.get(name);
      pollPath(found, secret);
      enter("printer.poll-address-created", found);
      return store.setPollSecret(found.id, hashSecret(secret), clock());
    });
    return pollPath(printer, secret);
  }

  /** The service that runs on the data folder; `null` when none does. */
  get serviceAddress(): string | null {
    return this.service?.address ?? null;
  }

  /** Removes a printer. @returns its name @throws TillrollError NOT_FOUND */
  async remove(name: string): Promise<string> {
    const removed = await this.write(({ store, clock, enter }) => {
      const printer = store.get(name);
      enter("printer.removed", printer);
      store.remove(printer.id, clock());
      return printer;
    });
    return removed.name;
  }

  /** All printers, the oldest first: as the service tells of them, or as they are stored when none runs. */
  list(): Promise<PrinterRow[]> {
    return this.service === null ? Promise.resolve(this.stored()) : listedBy(this.service);
  }

  private stored(): PrinterRow[] {
    return withDatabase(this.given, this.whenMissing, (database, _administrator, clock) => {
      const slugs = new Map(new WorkspaceStore(database).list().map(({ id, slug }) => [id, slug]));
      const deliveries = new DeliveryReader(database);
      return new PrinterStore(database).list().map((printer) => ({
        ...printer,
        workspace: slugs.get(printer.workspaceId) ?? "",
        waiting: waitingInWords(deliveries.backlogOf(printer.id), clock()),
        refusedOrigins: [],
        state: NOT_RUNNING,
      }));
    });
  }

  /** Prints a test receipt. @returns the print's id @throws TillrollError STORAGE_UNAVAILABLE when no service runs */
  async test(name: string): Promise<number> {
    return (await this.ask<{ id: number }>(name, "test", {})).id;
  }

  /**
   * Releases or cancels what a printer holds for a person. @param cause only what is held for this; `null` for any
   * @returns how many @throws TillrollError STORAGE_UNAVAILABLE when no service runs
   */
  async decideHeld(
    name: string,
    decision: "release" | "cancel",
    cause: DeliveryCause | null,
  ): Promise<number> {
    const body = cause === null ? {} : { cause };
    return (await this.ask<{ count: number }>(name, `held/${decision}`, body)).count;
  }

  /** Asks the running service about a printer. @param path under the printer's */
  private async ask<Answer>(name: string, path: string, body: object): Promise<Answer> {
    const rows = await this.list();
    const row = rows.find((printer) => printer.name.toLowerCase() === name.toLowerCase());
    if (row === undefined || this.service === null) {
      // Says the same as the other commands when there is no such printer.
      withDatabase(this.given, this.whenMissing, (database) => new PrinterStore(database).get(name));
      const message = 'No service is running here; start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", message);
    }
    return ask<Answer>(
      this.service,
      `${printersOf(row.workspace)}/${encodeURIComponent(row.name)}/${path}`,
      body,
    );
  }

  private async change(work: Change): Promise<PrinterRow> {
    const { name: changed } = await this.write(work);
    const row = (await this.list()).find(({ name }) => name === changed);
    if (row === undefined)
      throw new TillrollError("NOT_FOUND", `Printer "${changed}" was removed meanwhile.`);
    return row;
  }

  private async write(work: Change): Promise<Printer> {
    const changed = withDatabase(this.given, this.whenMissing, (database, administrator, clock) => {
      const store = new PrinterStore(database);
      return audited(database, clock, (enterAct) =>
        work({
          store,
          clock,
          database,
          userId: administrator.id,
          enter: (act, { name, workspaceId }, details) => enterAct(act, name, details, workspaceId),
        }),
      );
    });
    if (this.service !== null) await ask(this.service, "/printers/reload", {});
    return changed;
  }
}

const printersOf = (slug: string) => `/workspace/${encodeURIComponent(slug)}/printers`;

/** Without the database: why printers are off line is asked for when it cannot be opened, too. */
async function listedBy(service: RunningService): Promise<PrinterRow[]> {
  const workspaces = await ask<{ items: { slug: string }[] }>(service, "/workspaces");
  const told = workspaces.items.map(async ({ slug }) => {
    const { items } = await ask<{ items: PrinterAnswer[] }>(service, printersOf(slug));
    return items.map((printer) => ({ ...printer, workspace: slug }));
  });
  const printers = (await Promise.all(told)).flat().toSorted((left, right) => left.id - right.id);
  const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));
  return printers.map((printer) => ({
    ...printer,
    waiting: waitingInWords({ ...printer.queue, since: instantOf(printer.queue.since) }, systemClock()),
    pairingUntil: instantOf(printer.pairingUntil),
    refusedOrigins: printer.state.refusedOrigins,
    state: stateInWords(printer),
  }));
}
