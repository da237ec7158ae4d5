import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { PRINTER_LIMITS, REQUEST_LIMITS } from "../domain/limits.ts";
import { readNewPrinter, readPrinterPatch } from "../domain/printer-settings.ts";
import { isOffline } from "../domain/printer-status.ts";
import type { Printer, PrinterSettings } from "../domain/printer.ts";
import { formatInstant } from "../domain/instant.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import type { Scope } from "../domain/scope.ts";
import { sampleReceipt } from "../intake/sample-receipt.ts";
import { printerNotFound, type PrinterChange } from "../storage/printer-store.ts";
import { asOperation, type Call, endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { replyJson } from "./reply.ts";
import { readJsonBody } from "./request-body.ts";

const PRINTERS = "/api/workspace/:slug/printers";

/** The printers of a workspace: their settings, how they are, and a test print. */
export function printersController(service: HttpService) {
  const { authentication, writer, deliveries } = service;
  const { printers, origins } = service.printing;
  const printerStore = service.stores.printers;

  function authorise(call: Call, scope: Scope) {
    return authentication.authorise(call, call.parameter("slug"), scope);
  }

  /** The printer that the path names, when the caller may see it. */
  function printerOf(call: Call, scope: Scope): { printer: Printer } {
    const { workspace } = authorise(call, scope);
    const name = call.parameter("name");
    const printer = printerStore.find(name);
    if (printer === null || printer.workspaceId !== workspace.id) throw printerNotFound(name);
    return { printer };
  }

  async function store(change: PrinterChange): Promise<number> {
    const ports = service.printing.servicePorts;
    const { id } = await writer.submit({ kind: "printer", change, ports });
    await printers.reload();
    return id;
  }

  function describe(printer: Printer): object {
    const { tag, pairingUntil, createdAt, updatedAt, ...settings } = printer;
    const endpointNow = printers.find(printer.name);
    const status = endpointNow?.status ?? null;
    const { since, ...backlog } = deliveries.waitingFor(printer.id);
    return {
      ...settings,
      tag: JSON.parse(tag) as object,
      pairingUntil: isPairing(printer, service.clock()) ? formatInstant(pairingUntil ?? 0) : null,
      createdAt: formatInstant(createdAt),
      updatedAt: formatInstant(updatedAt),
      state: {
        online: status !== null && !isOffline(status),
        ...status,
        ports: printers.portsOf(printer),
        troubles: endpointNow === null ? [] : printers.troublesOf(endpointNow),
        refusedOrigins: origins
          .refusedOf(printer)
          .map(({ lastAt, ...refused }) => ({ ...refused, lastAt: formatInstant(lastAt) })),
      },
      queue: { ...backlog, since: since === null ? null : formatInstant(since) },
    };
  }

  function answer(status: number, id: number): Response {
    const printer = printerStore.list().find((known) => known.id === id);
    if (printer === undefined) throw printerNotFound(String(id));
    return replyJson(status, JSON.stringify(describe(printer)));
  }

  const list = endpoint(service, (call) => {
    const { workspace } = authorise(call, "read");
    const items = printerStore.list().filter(({ workspaceId }) => workspaceId === workspace.id);
    return replyJson(200, JSON.stringify({ items: items.map(describe), shared: printers.sharedPorts }));
  });

  const create = endpoint(service, async (call) => {
    const { access, workspace } = authorise(call, "admin");
    const settings = readNewPrinter(await readJsonBody(call.request, REQUEST_LIMITS.jsonBodyBytes));
    if (printerStore.list().length >= PRINTER_LIMITS.printers) throw tooManyPrinters();
    const owner = { workspaceId: workspace.id, userId: access.userId };
    return answer(201, await store({ do: "create", settings, owner }));
  });

  const read = endpoint(service, (call) => {
    const { printer } = printerOf(call, "read");
    return replyJson(200, JSON.stringify(describe(printer)));
  });

  const update = endpoint(service, async (call) => {
    const { printer } = printerOf(call, "admin");
    const body = await readJsonBody(call.request, REQUEST_LIMITS.jsonBodyBytes);
    const settings: Partial<PrinterSettings> = readPrinterPatch(body, printer);
    return answer(200, await store({ do: "update", id: printer.id, settings }));
  });

  const remove = endpoint(service, async (call) => {
    const { printer } = printerOf(call, "admin");
    const removed = JSON.stringify(describe(printer));
    await store({ do: "remove", id: printer.id });
    return replyJson(200, removed);
  });

  const simulate = endpoint(service, async (call) => {
    const { printer } = printerOf(call, "admin");
    const body = await readJsonBody(call.request, REQUEST_LIMITS.jsonBodyBytes);
    const state = typeof body === "object" && body !== null && "state" in body ? body.state : undefined;
    const settings = readPrinterPatch({ simulate: state }, printer);
    return answer(200, await store({ do: "update", id: printer.id, settings }));
  });

  const pair = endpoint(service, async (call) => {
    const { printer } = printerOf(call, "admin");
    return answer(200, await store({ do: "pair", id: printer.id }));
  });

  const test = endpoint(service, async (call) => {
    const { printer } = printerOf(call, "write");
    const printerNow = printers.find(printer.name);
    if (printerNow === null) throw printerNotFound(printer.name);
    using _reservation = printerNow.reserve(call.address);
    const { id, json } = await printerNow.storeTestPrint(sampleReceipt());
    return replyJson(201, json, { Location: `/api/workspace/${call.parameter("slug")}/prints/${id}` });
  });

  /** For commands on this machine that have changed the printers in the database. */
  const reload = endpoint(service, async (call) => {
    const access = authentication.authenticate(call);
    if (access.workspaceId !== null || !access.scopes.includes("admin")) throw localOnly();
    await printers.reload();
    return replyJson(200, JSON.stringify({ printers: printers.all().length }));
  });

  return new Elysia()
    .get(PRINTERS, list, asOperation("listPrinters"))
    .post(PRINTERS, create, asOperation("createPrinter"))
    .get(`${PRINTERS}/:name`, read, asOperation("readPrinter"))
    .patch(`${PRINTERS}/:name`, update, asOperation("updatePrinter"))
    .delete(`${PRINTERS}/:name`, remove, asOperation("removePrinter"))
    .post(`${PRINTERS}/:name/simulate`, simulate, asOperation("simulatePrinter"))
    .post(`${PRINTERS}/:name/pair`, pair, asOperation("pairPrinter"))
    .post(`${PRINTERS}/:name/test`, test, asOperation("testPrinter"))
    .post("/api/printers/reload", reload, HIDDEN);
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
