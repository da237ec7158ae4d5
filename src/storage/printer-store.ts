import type { Database } from "bun:sqlite";
import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { badRequest, throwIfAny, TillrollError } from "../domain/errors.ts";
import { portIssues, type ServicePorts, UNKNOWN_PORTS } from "../domain/port-conflict.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { allowOriginsCommand, originNotAllowed } from "../domain/origin-refusal.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import { type Printer, printerKey, printerNotFound } from "../domain/printer.ts";
import { hashSecret } from "../domain/token.ts";
import { type PrinterSettings } from "../contract/printer-settings.ts";
import { linkIssues, renamedLinks } from "../domain/linked-printers.ts";
import { type PrinterLink, printsInLoop } from "../domain/target-loop.ts";
import { isThisMachine } from "../platform/network.ts";
import { printers, prints } from "./schema.ts";

/** Who a new printer belongs to. */
export type PrinterOwner = Readonly<Record<"workspaceId" | "userId", number>>;

/** A change of the printers, as data: it goes to the writer's Worker. */
export type PrinterChange =
  | { readonly do: "create"; readonly settings: PrinterSettings; readonly owner: PrinterOwner }
  | { readonly do: "update"; readonly id: number; readonly settings: Partial<PrinterSettings> }
  | { readonly do: "remove"; readonly id: number }
  | { readonly do: "pair"; readonly id: number }
  | { readonly do: "pollSecret"; readonly id: number; readonly secretHash: Uint8Array }
  | { readonly do: "learnOrigin"; readonly id: number; readonly origin: string };

/** Stands for a printer that is not there yet. */
const NO_PRINTER = 0;

/** The settings that say which ports a printer has. */
const PLACE = ["address", "rawPort", "eposPort"] as const;

const { nameKey: _, firstOrdinal: __, pollSecretHash: ___, ...COLUMNS } = getTableColumns(printers);

/** Reads and changes printers. */
export class PrinterStore {
  private readonly drizzle;

  constructor(database: Database) {
    this.drizzle = drizzle({ client: database });
  }

  /** All printers, the oldest first. */
  list(): Printer[] {
    return this.drizzle.select(COLUMNS).from(printers).orderBy(asc(printers.id)).all();
  }

  /** The printer with this name, whatever its case; `null` when there is none. */
  find(name: string): Printer | null {
    return this.select(eq(printers.nameKey, printerKey(name))) ?? null;
  }

  /** The printer whose real one comes with this secret; `null` for a secret that is none. */
  findByPollSecret(secret: string): Printer | null {
    return this.select(eq(printers.pollSecretHash, Buffer.from(hashSecret(secret)))) ?? null;
  }

  /** As {@link find}. @throws TillrollError NOT_FOUND, naming the printer */
  get(name: string): Printer {
    const printer = this.find(name);
    if (printer === null) throw printerNotFound(name);
    return printer;
  }

  /**
   * Makes a printer.
   * @param ports where the service listens itself, as far as that is known
   * @throws TillrollError CONFLICT when the name is taken, in whatever case; BAD_REQUEST when another has its port, or
   *   its prints would come back to it
   */
  create(
    settings: PrinterSettings,
    owner: PrinterOwner,
    now: number,
    ports: ServicePorts = UNKNOWN_PORTS,
  ): Printer {
    const printer = { ...settings, id: NO_PRINTER };
    const all = this.list();
    throwIfAny([...portIssues(printer, all, ports), ...linkIssues({ ...printer, ...owner }, all)]);
    this.refuseLoop(printer);
    const values = {
      ...settings,
      ...owner,
      nameKey: printerKey(settings.name),
      pairingUntil: settings.allowOrigins.length === 0 ? now + PRINTER_LIMITS.pairingMilliseconds : null,
      createdAt: now,
      updatedAt: now,
      firstOrdinal: sql`(SELECT coalesce(max(ordinal) + 1, 0) FROM ${prints} WHERE workspace_id = ${owner.workspaceId})`,
    };
    const created = this.drizzle
      .insert(printers)
      .values(values)
      .onConflictDoNothing()
      .returning(COLUMNS)
      .get();
    if (created === undefined) throw nameTaken(settings.name);
    return created;
  }

  /** Changes settings. @throws TillrollError NOT_FOUND, and as {@link create} */
  update(
    id: number,
    settings: Partial<PrinterSettings>,
    now: number,
    ports: ServicePorts = UNKNOWN_PORTS,
  ): Printer {
    const { name } = settings;
    const other = name === undefined ? null : this.find(name);
    if (name !== undefined && other !== null && other.id !== id) throw nameTaken(name);
    const all = this.list();
    const current = all.find((printer) => printer.id === id);
    if (current === undefined) throw printerNotFound(name ?? String(id));
    const changed = { ...current, ...settings };
    // Of a printer whose port was taken before that was refused, everything else can be changed.
    const isMoved = PLACE.some((setting) => changed[setting] !== current[setting]);
    if (isMoved) throwIfAny(portIssues(changed, all, ports));
    if (settings.backup !== undefined || settings.also !== undefined) throwIfAny(linkIssues(changed, all));
    this.refuseLoop(changed);
    const values = {
      ...settings,
      ...(name === undefined ? {} : { nameKey: printerKey(name) }),
      // Whoever sets the origins, if only to none, does not want that the next one is taken.
      ...(settings.allowOrigins === undefined ? {} : { pairingUntil: null }),
    };
    if (name !== undefined) this.renameLinks(current, name, now);
    return this.change(id, values, now);
  }

  /** Others name a printer as it is called now; one that is gone they name no more. */
  private renameLinks({ id, workspaceId, name: before }: Printer, name: string | null, now: number): void {
    for (const other of this.list()) {
      if (other.id === id || other.workspaceId !== workspaceId) continue;
      const links = renamedLinks(other, before, name);
      if (Object.keys(links).length > 0) this.change(other.id, links, now);
    }
  }

  /** Lets a printer take the first public origin of the next hour. @throws TillrollError NOT_FOUND; CONFLICT if it lists any */
  pair(id: number, now: number): Printer {
    const printer = this.byId(id);
    if (printer.allowOrigins.length > 0) throw listsOrigins(printer);
    return this.change(id, { pairingUntil: now + PRINTER_LIMITS.pairingMilliseconds }, now);
  }

  /**
   * Makes a public origin, which is about to print, the printer's.
   * @throws TillrollError NOT_FOUND; ORIGIN_NOT_ALLOWED when the printer has taken another, or takes none any more
   */
  learnOrigin(id: number, origin: string, now: number): Printer {
    const printer = this.byId(id);
    if (printer.allowOrigins.includes(origin)) return printer;
    if (!isPairing(printer, now)) throw originNotAllowed(origin, printer.name);
    return this.change(id, { allowOrigins: [origin], pairingUntil: null }, now);
  }

  /** Has the real printer come with this secret from now on. @throws TillrollError NOT_FOUND */
  setPollSecret(id: number, secretHash: Uint8Array, now: number): Printer {
    return this.change(this.byId(id).id, { pollSecretHash: Buffer.from(secretHash) }, now);
  }

  /** Removes a printer; its prints stay. @throws TillrollError NOT_FOUND */
  remove(id: number, now: number): void {
    const printer = this.byId(id);
    this.renameLinks(printer, null, now);
    this.drizzle.delete(printers).where(eq(printers.id, printer.id)).run();
    this.drizzle.run(sql`DELETE FROM printer_condition WHERE printer_id = ${printer.id}`);
  }

  private select(which: SQL): Printer | undefined {
    return this.drizzle.select(COLUMNS).from(printers).where(which).get();
  }

  private byId(id: number): Printer {
    const printer = this.select(eq(printers.id, id));
    if (printer === undefined) throw printerNotFound(String(id));
    return printer;
  }

  private change(id: number, values: Partial<typeof printers.$inferInsert>, now: number): Printer {
    const set = { ...values, updatedAt: now };
    this.drizzle.update(printers).set(set).where(eq(printers.id, id)).run();
    return this.byId(id);
  }

  /** @throws TillrollError BAD_REQUEST when a printer's prints would come back to it */
  private refuseLoop(changed: PrinterLink): void {
    if (!printsInLoop(this.list(), changed, isThisMachine)) return;
    const message = "leads back to this printer itself: each print would be printed again for ever.";
    throw badRequest([{ path: "target", message }]);
  }

  /** Makes a change. @param ports as of {@link create} @returns the printer's id */
  apply(change: PrinterChange, now: number, ports?: ServicePorts): number {
    switch (change.do) {
      case "create":
        return this.create(change.settings, change.owner, now, ports).id;
      case "update":
        return this.update(change.id, change.settings, now, ports).id;
      case "remove":
        this.remove(change.id, now);
        return change.id;
      case "pair":
        return this.pair(change.id, now).id;
      case "pollSecret":
        return this.setPollSecret(change.id, change.secretHash, now).id;
      case "learnOrigin":
        return this.learnOrigin(change.id, change.origin, now).id;
    }
  }
}

function nameTaken(name: string): TillrollError {
  return new TillrollError("CONFLICT", `There is a printer "${name}" already; choose another name.`, {
    name,
  });
}

function listsOrigins({ name, allowOrigins }: Printer): TillrollError {
  const command = allowOriginsCommand(name, [...allowOrigins, "ORIGIN"]);
  const message =
    `Printer "${name}" lists origins that may print already (${allowOrigins.join(", ")}). ` +
    `Add another with "${command}", or forget them with "--allow-origin none" and pair it again.`;
  return new TillrollError("CONFLICT", message, { allowOrigins });
}
