import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { formatInstant } from "../domain/instant.ts";
import { REQUEST_LIMITS } from "../domain/limits.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import { printerNotFound } from "../domain/printer.ts";
import { auditNote } from "./audit-note.ts";
import type { Authorised } from "./authentication.ts";
import { reserveFor } from "./body-reservation.ts";
import { type Call, workspaceEndpoint } from "./endpoint.ts";
import type { ShopHttpService } from "./http-service.ts";
import { printerOf } from "./printers-controller.ts";
import { replyJson, replyValue } from "./reply.ts";

const PRINTER = "/api/workspace/:slug/printers/:name";

/** Working with a printer: its drawer, what waits for it, and who prints on it. */
export function printerWorkController(service: ShopHttpService) {
  const { deliveries, intake, printing, writer } = service;

  const runningOne = (call: Call, authorised: Authorised): ServicePrinter => {
    const { name } = printerOf(service, call, authorised);
    const printer = printing.printers.find(name);
    if (printer === null) throw printerNotFound(name);
    return printer;
  };

  const openDrawer = workspaceEndpoint(service, "openDrawer", async (call, authorised) => {
    const printer = runningOne(call, authorised);
    const { name, target } = printer.printer;
    if (target === null) throw new TillrollError("CONFLICT", noDrawer(name));
    using _reservation = printer.reserve(call.address);
    const { id, json } = await printer.openDrawer();
    const note = await auditNote(service, call, authorised, "printer.drawer-opened", name, { print: id });
    await writer.submit({ kind: "audit", change: { do: "add", note } });
    return replyJson(201, json, { Location: `/api/workspace/${call.parameter("slug")}/prints/${id}` });
  });

  const cancelWaiting = workspaceEndpoint(service, "cancelWaiting", async (call, authorised) => {
    const { access, workspace } = authorised;
    using reservation = reserveFor(call, access, intake, REQUEST_LIMITS.jsonBodyBytes);
    const { name } = printerOf(service, call, authorised);
    const note = await auditNote(service, call, authorised, "printer.waiting-cancelled", name);
    const count = await deliveries.cancelWaiting(workspace.id, name, reservation.client, note);
    return replyValue(200, { count });
  });

  const listSenders = workspaceEndpoint(service, "listSenders", (call, authorised) => {
    const printer = runningOne(call, authorised);
    const items = printer.senders.all.map(({ lastAt, ...sender }) => ({
      ...sender,
      lastAt: formatInstant(lastAt),
      mayPrint: printer.mayPrint(sender.address),
    }));
    return replyValue(200, { items });
  });

  return new Elysia()
    .post(`${PRINTER}/drawer`, ...openDrawer)
    .post(`${PRINTER}/waiting/cancel`, ...cancelWaiting)
    .get(`${PRINTER}/senders`, ...listSenders);
}

function noDrawer(name: string): string {
  return `Printer "${name}" has no real printer behind it whose drawer could open; give it a target first.`;
}
