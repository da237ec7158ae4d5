import { Elysia } from "elysia";
import { read } from "../contract/check.ts";
import { readNewPrinter, readPrinterPatch } from "../contract/printer.ts";
import { Simulation } from "../contract/printer.ts";
import { TillrollError } from "../domain/errors.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import type { Printer } from "../domain/printer.ts";
import type { Scope } from "../domain/scope.ts";
import { sampleReceipt } from "../intake/sample-receipt.ts";
import { printerNotFound, type PrinterChange } from "../storage/printer-store.ts";
import { asOperation, type Call, type Endpoint, endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { printerAnswer } from "./printer-answer.ts";
import { replyJson } from "./reply.ts";
import { readJson } from "./request-body.ts";

const PRINTERS = "/api/workspace/:slug/printers";
const PRINTER = `${PRINTERS}/:name`;

/** The printers of a workspace: their settings, how they are, and a test print. */
export function printersController(service: HttpService) {
  const printers = new PrinterEndpoints(service);
  const to = (answer: Endpoint) => endpoint(service, answer);
  return new Elysia()
    .get(PRINTERS, to(printers.list), asOperation("listPrinters"))
    .post(PRINTERS, to(printers.create), asOperation("createPrinter"))
    .get(PRINTER, to(printers.read), asOperation("readPrinter"))
    .patch(PRINTER, to(printers.update), asOperation("updatePrinter"))
    .delete(PRINTER, to(printers.remove), asOperation("removePrinter"))
    .post(`${PRINTER}/simulate`, to(printers.simulate), asOperation("simulatePrinter"))
    .post(`${PRINTER}/pair`, to(printers.pair), asOperation("pairPrinter"))
    .post(`${PRINTER}/test`, to(printers.test), asOperation("testPrinter"))
    .post("/api/printers/reload", to(printers.reload), HIDDEN);
}

class PrinterEndpoints {
  constructor(private readonly service: HttpService) {}

  readonly list = (call: Call): Response => {
    const { workspace } = this.authorise(call, "read");
    const found = this.service.stores.printers
      .list()
      .filter(({ workspaceId }) => workspaceId === workspace.id);
    const items = found.map((printer) => printerAnswer(this.service, printer));
    return replyJson(200, JSON.stringify({ items, shared: this.service.printing.printers.sharedPorts }));
  };

  readonly create = async (call: Call): Promise<Response> => {
    const { access, workspace } = this.authorise(call, "admin");
    const settings = await readJson(call.request, readNewPrinter);
    if (this.service.stores.printers.list().length >= PRINTER_LIMITS.printers) throw tooManyPrinters();
    const owner = { workspaceId: workspace.id, userId: access.userId };
    return this.changed(201, { do: "create", settings, owner });
  };

  readonly read = (call: Call): Response => this.answer(200, this.printerOf(call, "read"));

  readonly update = async (call: Call): Promise<Response> => {
    const printer = this.printerOf(call, "admin");
    const settings = await readJson(call.request, (body) => readPrinterPatch(body, printer));
    return this.changed(200, { do: "update", id: printer.id, settings });
  };

  readonly remove = async (call: Call): Promise<Response> => {
    const printer = this.printerOf(call, "admin");
    const removed = this.answer(200, printer);
    await this.store({ do: "remove", id: printer.id });
    return removed;
  };

  readonly simulate = async (call: Call): Promise<Response> => {
    const { id } = this.printerOf(call, "admin");
    const { state } = await readJson(call.request, (body) => read(Simulation, body));
    return this.changed(200, { do: "update", id, settings: { simulate: state } });
  };

  readonly pair = async (call: Call): Promise<Response> => {
    const { id } = this.printerOf(call, "admin");
    return this.changed(200, { do: "pair", id });
  };

  readonly test = async (call: Call): Promise<Response> => {
    const { name } = this.printerOf(call, "write");
    const printer = this.service.printing.printers.find(name);
    if (printer === null) throw printerNotFound(name);
    using _reservation = printer.reserve(call.address);
    const { id, json } = await printer.storeTestPrint(sampleReceipt());
    return replyJson(201, json, { Location: `/api/workspace/${call.parameter("slug")}/prints/${id}` });
  };

  /** For commands on this machine that have changed the printers in the database. */
  readonly reload = async (call: Call): Promise<Response> => {
    const access = this.service.authentication.authenticate(call);
    if (access.workspaceId !== null || !access.scopes.includes("admin")) throw localOnly();
    const { printers } = this.service.printing;
    await printers.reload();
    return replyJson(200, JSON.stringify({ printers: printers.all().length }));
  };

  private authorise(call: Call, scope: Scope) {
    return this.service.authentication.authorise(call, call.parameter("slug"), scope);
  }

  /** The printer that the path names, when the caller may see it. @throws TillrollError NOT_FOUND */
  private printerOf(call: Call, scope: Scope): Printer {
    const { workspace } = this.authorise(call, scope);
    const name = call.parameter("name");
    const printer = this.service.stores.printers.find(name);
    if (printer === null || printer.workspaceId !== workspace.id) throw printerNotFound(name);
    return printer;
  }

  /** Makes a change. @returns the printer's id */
  private async store(change: PrinterChange): Promise<number> {
    const { printing, writer } = this.service;
    const { id } = await writer.submit({ kind: "printer", change, ports: printing.servicePorts });
    await printing.printers.reload();
    return id;
  }

  private async changed(status: number, change: PrinterChange): Promise<Response> {
    const id = await this.store(change);
    const printer = this.service.stores.printers.list().find((known) => known.id === id);
    if (printer === undefined) throw printerNotFound(String(id));
    return this.answer(status, printer);
  }

  private answer(status: number, printer: Printer): Response {
    return replyJson(status, JSON.stringify(printerAnswer(this.service, printer)));
  }
}

function tooManyPrinters(): TillrollError {
  const { printers } = PRINTER_LIMITS;
  return new TillrollError("CONFLICT", `A service has at most ${printers} printers; remove one first.`, {
    printers,
  });
}

function localOnly(): TillrollError {
  const message = "Only the administrator may do this, for all workspaces; a token is for one.";
  return new TillrollError("API_TOKEN_SCOPE_INSUFFICIENT", message, { required: "admin" });
}
