import { Elysia } from "elysia";
import type { AuditNote } from "../audit/audit-entry.ts";
import { changedWithSecrets, toldSettings } from "../audit/told-settings.ts";
import { read } from "../contract/check.ts";
import { type PrinterAnswer, readNewPrinter, readPrinterPatch, Simulation } from "../contract/printer.ts";
import { PRINTER_DEFAULTS, PRINTER_SETTINGS, type PrinterSettings } from "../contract/printer-settings.ts";
import { withoutSecrets } from "../contract/settings.ts";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import { isOffline } from "../domain/printer-status.ts";
import { pollPath } from "../domain/poll-address.ts";
import type { Printer } from "../domain/printer.ts";
import type { Scope } from "../domain/scope.ts";
import { hashSecret, newSecret } from "../domain/token.ts";
import { chosenPrinter } from "../escpos/models/chosen-printer.ts";
import { testReceipt } from "../intake/test-receipt.ts";
import { printerNotFound, type PrinterChange } from "../storage/printer-store.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { addressOf } from "./forwarded.ts";
import {
  asOperation,
  type Call,
  type Endpoint,
  endpoint,
  HIDDEN,
  type WorkspaceEndpoint,
  workspaceEndpoint,
} from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { requireOwnFiles } from "./machine-files.ts";
import { replyJson, replyValue } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PRINTERS = "/api/workspace/:slug/printers";
const PRINTER = `${PRINTERS}/:name`;
const DETECTED = "/api/workspace/:slug/detected-printers";

/** The printers of a workspace: their settings, how they are, and a test print. */
export function printersController(service: HttpService) {
  const printers = new PrinterEndpoints(service);
  const to = (scope: Scope, answer: WorkspaceEndpoint) => workspaceEndpoint(service, scope, answer);
  return new Elysia()
    .get(PRINTERS, to("read", printers.list), asOperation("listPrinters"))
    .get(DETECTED, to("admin", printers.detect), asOperation("detectPrinters"))
    .post(PRINTERS, to("admin", printers.create), asOperation("createPrinter"))
    .get(PRINTER, to("read", printers.read), asOperation("readPrinter"))
    .patch(PRINTER, to("admin", printers.update), asOperation("updatePrinter"))
    .delete(PRINTER, to("admin", printers.remove), asOperation("removePrinter"))
    .post(`${PRINTER}/simulate`, to("admin", printers.simulate), asOperation("simulatePrinter"))
    .post(`${PRINTER}/pair`, to("admin", printers.pair), asOperation("pairPrinter"))
    .post(`${PRINTER}/poll-address`, to("admin", printers.makePollAddress), asOperation("makePollAddress"))
    .post(`${PRINTER}/test`, to("write", printers.test), asOperation("testPrinter"))
    .post("/api/printers/reload", endpoint(service, printers.reload), HIDDEN);
}

class PrinterEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list: WorkspaceEndpoint = (_call, { workspace }) => {
    const found = this.service.stores.printers
      .list()
      .filter(({ workspaceId }) => workspaceId === workspace.id);
    const items = found.map((printer) => printerAnswer(this.service, printer));
    return replyValue(200, { items, shared: this.service.printing.printers.sharedPorts });
  };

  readonly detect: WorkspaceEndpoint = async (call) => {
    call.withoutIdleTimeout();
    // Loaded when somebody looks: hardly anybody does after the first day.
    const { detectPrinters } = await import("../delivery/detection/detect-printers.ts");
    const taken = this.service.stores.printers.list().map(({ name }) => name);
    return replyValue(200, await detectPrinters(taken));
  };

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
    const note = auditNote(this.service, call, authorised, "printer.created", settings.name, details);
    return this.changed(201, { do: "create", settings, owner }, note);
  };

  readonly read: WorkspaceEndpoint = (...given) => this.answer(200, this.printerOf(...given));

  readonly update: WorkspaceEndpoint = async (call, authorised) => {
    const printer = this.printerOf(call, authorised);
    const settings = await readJson(call.request, (body) => readPrinterPatch(body, printer));
    requireOwnFiles(authorised.access, settings, printer);
    return this.change(call, authorised, printer, settings);
  };

  readonly remove: WorkspaceEndpoint = async (call, authorised) => {
    const printer = this.printerOf(call, authorised);
    const removed = this.answer(200, printer);
    const note = auditNote(this.service, call, authorised, "printer.removed", printer.name);
    await this.store({ do: "remove", id: printer.id }, note);
    return removed;
  };

  readonly simulate: WorkspaceEndpoint = async (call, authorised) => {
    const printer = this.printerOf(call, authorised);
    const { state } = await readJson(call.request, (body) => read(Simulation, body));
    return this.change(call, authorised, printer, { simulate: state });
  };

  readonly pair: WorkspaceEndpoint = (call, authorised) => {
    const { id, name } = this.printerOf(call, authorised);
    const note = auditNote(this.service, call, authorised, "printer.pairing-begun", name);
    return this.changed(200, { do: "pair", id }, note);
  };

  readonly makePollAddress: WorkspaceEndpoint = async (call, authorised) => {
    const printer = this.printerOf(call, authorised);
    const secret = newSecret();
    const path = pollPath(printer, secret);
    const note = auditNote(this.service, call, authorised, "printer.poll-address-created", printer.name);
    await this.store({ do: "pollSecret", id: printer.id, secretHash: hashSecret(secret) }, note);
    return replyValue(200, { address: addressOf(call.request) + path });
  };

  readonly test: WorkspaceEndpoint = async (call, authorised) => {
    const settings = this.printerOf(call, authorised);
    const printer = this.service.printing.printers.find(settings.name);
    if (printer === null) throw printerNotFound(settings.name);
    using _reservation = printer.reserve(call.address);
    const raw = await testReceipt(chosenPrinter(settings, authorised.workspace));
    const { id, json } = await printer.storeTestPrint(raw);
    return replyJson(201, json, { Location: `/api/workspace/${call.parameter("slug")}/prints/${id}` });
  };

  /** For commands on this machine that have changed the printers in the database. */
  readonly reload: Endpoint = async (call) => {
    const access = this.service.authentication.authenticate(call);
    if (access.workspaceId !== null || !access.scopes.includes("admin")) {
      const message = "Only the administrator may do this, for all workspaces; a token is for one.";
      throw new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
    }
    const { printers } = this.service.printing;
    await printers.reload();
    return replyValue(200, { printers: printers.all().length });
  };

  /** The printer that the path names, of the workspace. @throws TillrollError NOT_FOUND */
  private printerOf(call: Call, { workspace }: Authorised): Printer {
    const name = call.parameter("name");
    const printer = this.service.stores.printers.find(name);
    if (printer === null || printer.workspaceId !== workspace.id) throw printerNotFound(name);
    return printer;
  }

  private change(
    call: Call,
    authorised: Authorised,
    printer: Printer,
    settings: Partial<PrinterSettings>,
  ): Promise<Response> {
    const details = changedWithSecrets(PRINTER_SETTINGS, printer, settings);
    const note = auditNote(this.service, call, authorised, "printer.changed", printer.name, details);
    return this.changed(200, { do: "update", id: printer.id, settings }, note);
  }

  /** Makes a change, and enters it in the audit log. @returns the printer's id */
  private async store(change: PrinterChange, note: AuditNote): Promise<number> {
    const { printing, writer } = this.service;
    const ports = printing.servicePorts;
    const { id } = await writer.submit({ kind: "printer", change, ports, audit: note });
    await printing.printers.reload();
    return id;
  }

  private async changed(status: number, change: PrinterChange, note: AuditNote): Promise<Response> {
    const id = await this.store(change, note);
    const printer = this.service.stores.printers.list().find((known) => known.id === id);
    if (printer === undefined) throw printerNotFound(String(id));
    return this.answer(status, printer);
  }

  private answer(status: number, printer: Printer): Response {
    return replyValue(status, printerAnswer(this.service, printer));
  }
}

/** A printer as the API shows it: its settings, how it is now, and what waits for the real one. */
function printerAnswer(service: HttpService, printer: Printer): PrinterAnswer {
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
  };
}

function stateOf({ printing }: HttpService, printer: Printer): PrinterAnswer["state"] {
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
