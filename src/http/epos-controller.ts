import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../delivery/epos/own-requests.ts";
import type { EposAnswer } from "../printers/epos/epos.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import { placeForPrinter } from "./body-place.ts";
import { endpoint, UNREAD_BODY } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { droppedConnection } from "./reply.ts";
import { readBody } from "./request-body.ts";

/** The path of ePOS-Print on every Epson printer. */
const EPOS_PATH = "/cgi-bin/epos/service.cgi";

/** What a host calls the printer that it is connected to. */
const LOCAL_PRINTER = "local_printer";

/**
 * ePOS-Print. There is no token in it: who may print is each printer's list of addresses.
 * @param own the printer whose own port this is: `local_printer` is that one, else the first of the service
 */
export function eposController(service: HttpService, own: ServicePrinter | null = null) {
  const { printers } = service.printing;

  function printerOf(devid: string): ServicePrinter | null {
    const named = printers.find(devid);
    if (named !== null || devid.toLowerCase() !== LOCAL_PRINTER) return named;
    return own ?? printers.all().find(({ printer }) => printer.protocols.includes("epos")) ?? null;
  }

  const print = endpoint(service, async (call) => {
    const epos = await service.printing.protocols.epos();
    if (!epos.takesContentType(call.request.headers.get("content-type"))) throw wrongType();
    const limit = epos.eposBodyLimit(service.intake.maximumPrintBytes);
    const query = call.query();
    const isOwn = call.request.headers.get(OWN_REQUEST_HEADER) === OWN_REQUEST_KEY;
    const find = isOwn ? () => null : printerOf;
    const sender = { devid: query.last("devid") ?? "", client: call.address };
    const reply = (answer: EposAnswer) =>
      answer.kind === "drop"
        ? droppedConnection()
        : new Response(answer.body, { status: answer.status, headers: epos.eposHeaders() });
    try {
      using room = placeForPrinter(call, service.intake, limit);
      const body = await readBody(call.request, limit, () => bodyTooLarge(limit), room);
      const timeout = timeoutOf(query.last("timeout"));
      return reply(await epos.answer({ ...sender, room, body, timeout }, find));
    } catch (error) {
      if (!isToBeSentAgain(error)) throw error;
      return reply(epos.refuseEposPrint(error, sender, { printerOf: find }));
    }
  });

  const preflight = endpoint(service, async ({ request }) => {
    const epos = await service.printing.protocols.epos();
    return new Response(null, { status: 204, headers: epos.eposPreflightHeaders(request.headers) });
  });

  const look = endpoint(service, async () => {
    const epos = await service.printing.protocols.epos();
    return new Response(epos.EPOS_GET_TEXT, { headers: epos.eposGetHeaders() });
  });

  return new Elysia()
    .post(EPOS_PATH, print, { ...UNREAD_BODY, detail: { hide: true } })
    .options(EPOS_PATH, preflight, { detail: { hide: true } })
    .get(EPOS_PATH, look, { detail: { hide: true } });
}

/** Whether a request was not read for what others, or its own client, have sent. */
function isToBeSentAgain(error: unknown): error is TillrollError {
  return (
    error instanceof TillrollError && ["RATE_LIMIT_EXCEEDED", "STORAGE_UNAVAILABLE"].includes(error.code)
  );
}

function timeoutOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function wrongType(): TillrollError {
  return new TillrollError("UNSUPPORTED_MEDIA_TYPE", "ePOS-Print takes XML; send Content-Type text/xml.");
}

function bodyTooLarge(maximumBytes: number): TillrollError {
  const message = `The body is larger than the limit of ${maximumBytes} bytes for ePOS-Print.`;
  return new TillrollError("REQUEST_TOO_LARGE", message, { maximumBytes });
}
