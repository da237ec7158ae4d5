import type { Database } from "bun:sqlite";
import type { Clock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { readNewPrinter, readPrinterPatch } from "../domain/printer-settings.ts";
import { isOffline, simulatedStatus } from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import type { RunningService } from "../platform/running-service.ts";
import { PrinterStore } from "../storage/printer-store.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { withDatabase } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { answeringService, bearer } from "./running.ts";

/** A printer as the commands list it. */
export interface PrinterRow extends Pick<
  Printer,
  "name" | "rawPort" | "eposPort" | "protocols" | "target" | "simulate"
> {
  readonly workspace: string;
  /** In words. */
  readonly state: string;
}

interface DescribedPrinter {
  readonly name: string;
  readonly state: {
    readonly online: boolean;
    readonly ports: Readonly<
      Record<string, { readonly isOpen: boolean; readonly reason: string | null } | null>
    >;
  };
}

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
  create(slug: string, body: object): Promise<PrinterRow> {
    const settings = readNewPrinter(body);
    return this.change((store, clock, database, userId) => {
      const workspaceId = new WorkspaceStore(database).get(slug).id;
      return store.create(settings, { workspaceId, userId }, clock());
    });
  }

  /** Changes a printer. @throws TillrollError BAD_REQUEST, NOT_FOUND, CONFLICT */
  update(name: string, body: object): Promise<PrinterRow> {
    return this.change((store, clock) => {
      const printer = store.get(name);
      return store.update(printer.id, readPrinterPatch(body, printer), clock());
    });
  }

  /** Removes a printer. @returns its name @throws TillrollError NOT_FOUND */
  async remove(name: string): Promise<string> {
    const removed = withDatabase(this.given, this.whenMissing, (database) => {
      const store = new PrinterStore(database);
      const printer = store.get(name);
      store.remove(printer.id);
      return printer.name;
    });
    await this.tellService();
    return removed;
  }

  /** All printers, the oldest first. */
  async list(): Promise<PrinterRow[]> {
    const printers = withDatabase(this.given, this.whenMissing, (database) => {
      const slugs = new Map(new WorkspaceStore(database).list().map(({ id, slug }) => [id, slug]));
      const stored = new PrinterStore(database).list();
      return stored.map((printer) => ({ ...printer, workspace: slugs.get(printer.workspaceId) ?? "" }));
    });
    const states = await this.states(new Set(printers.map(({ workspace }) => workspace)));
    return printers.map((printer) => ({ ...printer, state: states.get(printer.name) ?? "not running" }));
  }

  /** Prints a test receipt. @returns the print's id @throws TillrollError STORAGE_UNAVAILABLE when no service runs */
  async test(name: string): Promise<number> {
    const rows = await this.list();
    const row = rows.find((printer) => printer.name.toLowerCase() === name.toLowerCase());
    if (row === undefined || this.service === null) {
      // Says the same as the other commands when there is no such printer.
      withDatabase(this.given, this.whenMissing, (database) => new PrinterStore(database).get(name));
      const message = 'No service is running here; start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", message);
    }
    const printers = `/api/workspace/${encodeURIComponent(row.workspace)}/printers`;
    const answer = await this.ask<{ id: number }>("POST", `${printers}/${encodeURIComponent(row.name)}/test`);
    return answer.id;
  }

  private async change(
    work: (store: PrinterStore, clock: Clock, database: Database, userId: number) => Printer,
  ): Promise<PrinterRow> {
    const changed = withDatabase(this.given, this.whenMissing, (database, administrator, clock) => {
      const run = database.transaction(() =>
        work(new PrinterStore(database), clock, database, administrator.id),
      );
      return run.immediate();
    });
    await this.tellService();
    const row = (await this.list()).find(({ name }) => name === changed.name);
    if (row === undefined)
      throw new TillrollError("NOT_FOUND", `Printer "${changed.name}" was removed meanwhile.`);
    return row;
  }

  private async tellService(): Promise<void> {
    if (this.service !== null) await this.ask("POST", "/api/printers/reload");
  }

  /** How the printers of some workspaces are, in words, by name. */
  private async states(workspaces: ReadonlySet<string>): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    if (this.service === null) return states;
    for (const slug of workspaces) {
      const path = `/api/workspace/${encodeURIComponent(slug)}/printers`;
      const { items } = await this.ask<{ items: (DescribedPrinter & Printer)[] }>("GET", path);
      for (const item of items) states.set(item.name, inWords(item));
    }
    return states;
  }

  private async ask<Answer>(method: string, path: string): Promise<Answer> {
    if (this.service === null) throw new Error("asked while no service runs");
    const response = await fetch(this.service.address + path, { method, headers: bearer(this.service) });
    const answer = (await response.json()) as Answer & { message?: string };
    if (response.ok) return answer;
    throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
  }
}

function inWords({ state, simulate }: DescribedPrinter & Printer): string {
  const closed = Object.values(state.ports).find((port) => port !== null && !port.isOpen);
  if (closed !== undefined && closed !== null) return closed.reason ?? "its port is closed";
  if (state.online) return "online";
  return isOffline(simulatedStatus(simulate)) ? "offline (simulated)" : "offline";
}
