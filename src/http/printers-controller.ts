import { Elysia } from "elysia";
import type { AuditNote } from "../audit/audit-entry.ts";
import { changedWithSecrets, toldSettings } from "../audit/told-settings.ts";
import { read } from "../contract/check.ts";
import { type PrinterAnswer, readNewPrinter, readPrinterPatch, Simulation } from "../contract/printer.ts";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS, type PrinterSettings } from "../contract/printer-settings.ts";
import { withoutSecrets } from "../contract/settings.ts";
import type { Detection } from "../delivery/detection/detect-printers.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import { isOffline } from "../domain/printer-status.ts";
import { pollPath } from "../domain/poll-address.ts";
import { type Printer, printerNotFound } from "../domain/printer.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import { chosenPrinter } from "../escpos/models/chosen-printer.ts";
import { testReceipt } from "../intake/test-receipt.ts";
import type { ChangeOf } from "../storage/write-operation.ts";
import { situationAnswer, UNKNOWN_SITUATION } from "../printers/situations.ts";
import { requireAdministrator } from "./administrator.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { addressOf } from "./forwarded.ts";
import {
  type Call,
  type Endpoint,
  endpoint,
  HIDDEN,
  type WorkspaceEndpoint,
  workspaceEndpoint,
} from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import type { OperationId } from "./openapi/operations.ts";
import { requireOwnFiles } from "./machine-files.ts";
import { replyJson, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PRINTERS = "/api/workspace/:slug/printers";
const PRINTER = `${PRINTERS}/:name`;
const DETECTED = "/api/workspace/:slug/detected-printers";

/** The printers of a workspace: their settings, how they are, and a test print. */
export function printersController(service: ShopHttpService) {
  const printers = new PrinterEndpoints(service);
  const to = (id: OperationId, answer: WorkspaceEndpoint) => workspaceEndpoint(service, id, answer);
  return new Elysia()
    .get(PRINTERS, ...to("listPrinters", printers.list))
    .get(DETECTED, ...to("detectPrinters", printers.detect))
    .post(PRINTERS, ...to("createPrinter", printers.create))
    .get(PRINTER, ...to("readPrinter", printers.read))
    .patch(PRINTER, ...to("updatePrinter", printers.update))
    .delete(PRINTER, ...to("removePrinter", printers.remove))
    .post(`${PRINTER}/simulate`, ...to("simulatePrinter", printers.simulate))
    .post(`${PRINTER}/hold`, ...to("holdPrinter", printers.hold))
    .post(`${PRINTER}/resume`, ...to("resumePrinter", printers.resume))
    .post(`${PRINTER}/pair`, ...to("pairPrinter", printers.pair))
    .post(`${PRINTER}/poll-address`, ...to("makePollAddress", printers.makePollAddress))
    .post(`${PRINTER}/test`, ...to("testPrinter", printers.test))
    .post("/api/printers/reload", endpoint(service, printers.reload), HIDDEN);
}

class PrinterEndpoints {
  /** The search for real printers that is under way. */
  private detection: Promise<Detection> | null = null;

  constructor(private readonly service: ShopHttpService) {}

  readonly list: WorkspaceEndpoint = (_call, { workspace }) => {
    const found = this.service.stores.printers
      .list()
      .filter(({ workspaceId }) => workspaceId === workspace.id);
    const items = found.map((printer) => printerAnswer(this.service, printer));
    return replyValue(200, { items, shared: this.service.printing.printers.sharedPorts });
  };

  readonly detect: WorkspaceEndpoint = async (call) => {
    call.withoutIdleTimeout();
    // Whoever asks meanwhile gets the same answer: the network is not asked twice at a time.
    this.detection ??= this.look().finally(() => (this.detection = null));
    return replyValue(200, await this.detection);
  };

  private async look(): Promise<Detection> {
    // Loaded when somebody looks: hardly anybody does after the first day.
    const { detectPrinters } = await import("../delivery/detection/detect-printers.ts");
    return detectPrinters(this.service.stores.printers.list().map(({ name }) => name));
  }

  readonly create: WorkspaceEndpoint = async (call, authorised) => {
    const { access, workspace } = authorised;
    const settings = await readJson(call.request, readNewPrinter);
    requireOwnFiles(access, settings);
    const { printers } = PRINTER_LIMITS;
    if (this.service.stores.printers.list().length >= printers) {
      const message = `A service has at most ${printers} printers; remove one first.`;
      throw new TillrollError("CONFLICT", message, { printers });
    }
    const owner = { workspaceId: workspace.id, userId: access.userId };
    const details = toldSettings(withoutSecrets(PRINTER_SETTINGS, settings), PRINTER_DEFAULTS);
    const note = await auditNote(this.service, call, authorised, "printer.created", settings.name, details);
    return this.changed(201, { do: "create", settings, owner }, note);
  };

  readonly read: WorkspaceEndpoint = (...given) => this.answer(200, printerOf(this.service, ...given));

  readonly update: WorkspaceEndpoint = async (call, authorised) => {
    const printer = printerOf(this.service, call, authorised);
    const settings = await readJson(call.request, (body) => readPrinterPatch(body, printer));
    requireOwnFiles(authorised.access, settings, printer);
    return this.change(call, authorised, printer, settings);
  };

  readonly remove: WorkspaceEndpoint = async (call, authorised) => {
    const printer = printerOf(this.service, call, authorised);
    const removed = this.answer(200, printer);
    const note = await auditNote(this.service, call, authorised, "printer.removed", printer.name);
    await this.store({ do: "remove", id: printer.id }, note);
    return removed;
  };

  readonly simulate: WorkspaceEndpoint = async (call, authorised) => {
    const printer = printerOf(this.service, call, authorised);
    const { state } = await readJson(call.request, (body) => read(Simulation, body));
    return this.change(call, authorised, printer, { simulate: state });
  };

  readonly hold: WorkspaceEndpoint = (call, authorised) =>
    this.change(call, authorised, printerOf(this.service, call, authorised), { held: true });

  readonly resume: WorkspaceEndpoint = (call, authorised) =>
    this.change(call, authorised, printerOf(this.service, call, authorised), { held: false });

  readonly pair: WorkspaceEndpoint = async (call, authorised) => {
    const { id, name } = printerOf(this.service, call, authorised);
    const note = await auditNote(this.service, call, authorised, "printer.pairing-begun", name);
    return this.changed(200, { do: "pair", id }, note);
  };

  readonly makePollAddress: WorkspaceEndpoint = async (call, authorised) => {
    const printer = printerOf(this.service, call, authorised);
    const secret = newSecret();
    const path = pollPath(printer, secret);
    const note = await auditNote(
      this.service,
      call,
      authorised,
      "printer.poll-address-created",
      printer.name,
    );
    await this.store({ do: "pollSecret", id: printer.id, secretHash: hashSecret(secret) }, note);
    return replyValue(200, { address: addressOf(call.request) + path });
  };

  readonly test: WorkspaceEndpoint = async (call, authorised) => {
    const settings = printerOf(this.service, call, authorised);
    const printer = this.service.printing.printers.find(settings.name);
    if (printer === null) throw printerNotFound(settings.name);
    using _reservation = printer.reserve(call.address);
    const raw = await testReceipt(chosenPrinter(settings, authorised.workspace));
    const { id, json } = await printer.storeTestPrint(raw);
    return replyJson(201, json, { Location: `/api/workspace/${call.parameter("slug")}/prints/${id}` });
  };

  /** For commands on this machine that have changed the printers in the database. */
  readonly reload: Endpoint = async (call) => {
    await requireAdministrator(this.service.authentication, call, "The list of printers", "tillroll printer");
    const { printers } = this.service.printing;
    await printers.reload();
    return replyValue(200, { printers: printers.all().length });
  };

  private async change(
    call: Call,
    authorised: Authorised,
    printer: Printer,
    settings: Partial<PrinterSettings>,
  ): Promise<Response> {
    const details = changedWithSecrets(PRINTER_SETTINGS, printer, settings);
    const note = await auditNote(this.service, call, authorised, "printer.changed", printer.name, details);
    return this.changed(200, { do: "update", id: printer.id, settings }, note);
  }

  /** Makes a change, and enters it in the audit log. @returns the printer's id */
  private async store(change: ChangeOf<"printer">, note: AuditNote): Promise<number> {
    const { printing, writer } = this.service;
    const ports = printing.servicePorts;
    const { id } = await writer.submit({ kind: "printer", change, ports, audit: note });
    await printing.printers.reload();
    return id;
  }

  private async changed(status: number, change: ChangeOf<"printer">, note: AuditNote): Promise<Response> {
    const id = await this.store(change, note);
    const printer = this.service.stores.printers.list().find((known) => known.id === id);
    if (printer === undefined) throw printerNotFound(String(id));
    return this.answer(status, printer);
  }

  private answer(status: number, printer: Printer): Response {
    return replyValue(status, printerAnswer(this.service, printer));
  }
}

/** The printer that the path names, of the workspace. @throws TillrollError NOT_FOUND */
export function printerOf({ stores }: ShopHttpService, call: Call, { workspace }: Authorised): Printer {
  const name = call.parameter("name");
  const printer = stores.printers.find(name);
  if (printer === null || printer.workspaceId !== workspace.id) throw printerNotFound(name);
  return printer;
}

/** A printer as the API shows it: its settings, how it is now, and what waits for the real one. */
function printerAnswer(service: ShopHttpService, printer: Printer): PrinterAnswer {
  const { pairingUntil, createdAt, updatedAt, ...settings } = printer;
  const { since, ...backlog } = service.deliveries.waitingFor(printer.id);
  const isPairingNow = isPairing(printer, service.clock());
  return {
    ...withoutSecrets(PRINTER_SETTINGS, settings),
    pairingUntil: isPairingNow ? formatInstant(pairingUntil ?? 0) : null,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
    state: stateOf(service, printer),
    queue: { ...backlog, since: since === null ? null : formatInstant(since) },
    ...situationOf(service, printer),
  };
}

/** How it is in words, and what a till must be told. */
function situationOf({ printing, situations }: ShopHttpService, printer: Printer) {
  // One that was made a moment ago, by a command of this machine, may not be known yet.
  const found = printing.printers.find(printer.name);
  const { hosts, ways } = printing.connectionOf(printer);
  return {
    situation: situationAnswer(found === null ? UNKNOWN_SITUATION : situations.of(found)),
    connection: { hosts: [...hosts], ways: ways.map((way) => ({ ...way })) },
  };
}

function stateOf({ printing }: ShopHttpService, printer: Printer): PrinterAnswer["state"] {
  const { printers, origins } = printing;
  const found = printers.find(printer.name);
  const status = found?.state ?? null;
  return {
    online: status !== null && !isOffline(status),
    ...status,
    ports: printers.portsOf(printer),
    troubles: found === null ? [] : printers.troublesOf(found),
    pollTrouble: printing.pollTroubleOf(printer.id),
    refusedOrigins: origins
      .refusedOf(printer)
      .map(({ lastAt, ...refused }) => ({ ...refused, lastAt: formatInstant(lastAt) })),
  };
}
