import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../delivery/epos/own-requests.ts";
import type { Requester } from "../domain/origin-verdict.ts";
import type { Log } from "../operations/log.ts";
import type { EposAnswer } from "../printers/epos/epos.ts";
import type { PrinterEndpoint } from "../printers/printer-endpoint.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import { reserveForPrinter } from "./body-reservation.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";
import { droppedConnection } from "./reply.ts";
import { readBody } from "./request-body.ts";
import { requesterOf } from "./requester.ts";

/** The path of ePOS-Print on every Epson printer. */
const EPOS_PATH = "/cgi-bin/epos/service.cgi";

/** What a host calls the printer that it is connected to. */
const LOCAL_PRINTER = "local_printer";

interface EposCall {
  readonly call: Call;
  /** Of the address; `""` when it has none. */
  readonly devid: string;
  readonly requester: Requester;
}

/**
 * ePOS-Print. There is no token in it: who may print is each printer's list of addresses and of web pages.
 * @param own the printer whose own port this is: `local_printer` is that one, else the first of the service
 */
export function eposController(service: HttpService, own: ServicePrinter | null = null) {
  const { printers, protocols, origins } = service.printing;

  function printerOf(devid: string): ServicePrinter | null {
    const named = printers.find(devid);
    if (named !== null || devid.toLowerCase() !== LOCAL_PRINTER) return named;
    return own ?? printers.all().find(takesEpos) ?? null;
  }

  /** The printers that a request may be for: the one that its address names, or any, when its body is to say which. */
  function addressed(devid: string): ServicePrinter[] {
    const printer = devid === "" ? null : printerOf(devid);
    return printer === null ? printers.all().filter(takesEpos) : [printer];
  }

  /**
   * Makes an endpoint whose answers, errors too, a web page may read that may print. It is judged after the answer: that
   * may have been the print by which a printer took its origin.
   */
  function readable(answer: (call: EposCall) => Promise<Response>) {
    return endpoint(service, async (call) => {
      const { request } = call;
      const devid = call.query().last("devid") ?? "";
      const requester = requesterOf(request);
      const response = await answerOrError(() => answer({ call, devid, requester }), request, service.log);
      const { grantEpos } = await protocols.epos();
      grantEpos(response.headers, isAllowed(devid, requester) ? request.headers.get("origin") : null);
      return response;
    });
  }

  function isAllowed(devid: string, requester: Requester): boolean {
    return addressed(devid).some(({ printer }) => origins.allows(requester, printer));
  }

  const print = readable(async ({ call, devid, requester }) => {
    const epos = await protocols.epos();
    const isOwn = call.request.headers.get(OWN_REQUEST_HEADER) === OWN_REQUEST_KEY;
    let isRefused = false;
    const admitted = (name: string): PrinterEndpoint | null => {
      const printer = isOwn ? null : printerOf(name);
      if (printer === null || !takesEpos(printer) || !printer.admits(call.address)) return null;
      const endpointNow = origins.admit(printer, requester, call.address);
      isRefused = endpointNow === null;
      return endpointNow;
    };
    const known = devid === "" ? null : admitted(devid);
    const refusal = () => new Response(epos.originRefusalXml(), { headers: epos.eposHeaders() });
    // Before its body is read.
    if (isRefused) return refusal();
    const limit = epos.eposBodyLimit(service.intake.maximumPrintBytes);
    const find = (name: string) => (name === devid ? known : admitted(name));
    const sender = { devid, client: call.address };
    const reply = (answer: EposAnswer) => {
      if (isRefused) return refusal();
      return answer.kind === "drop"
        ? droppedConnection()
        : new Response(answer.body, { status: answer.status, headers: epos.eposHeaders() });
    };
    try {
      using reservation = reserveForPrinter(call, service.intake, limit);
      const body = await readBody(call.request, limit, () => bodyTooLarge(limit), reservation.coming);
      const timeout = timeoutOf(call.query().last("timeout"));
      return reply(await epos.answer({ ...sender, reservation, body, timeout }, find));
    } catch (error) {
      if (!isToBeSentAgain(error)) throw error;
      return reply(epos.refuseEposPrint(error, sender, { printerOf: find }));
    }
  });

  const preflight = readable(async ({ call, devid, requester }) => {
    const epos = await protocols.epos();
    if (isAllowed(devid, requester))
      return new Response(null, { status: 204, headers: epos.eposPreflightHeaders(call.request.headers) });
    // The browser will not send the print, so this is where it is refused.
    const [printer] = addressed(devid);
    if (printer !== undefined) origins.admit(printer, requester, call.address);
    return new Response(null, { status: 204 });
  });

  const look = readable(async () => {
    const epos = await protocols.epos();
    return new Response(epos.EPOS_GET_TEXT, { headers: epos.eposGetHeaders() });
  });

  return new Elysia()
    .post(EPOS_PATH, print, HIDDEN)
    .options(EPOS_PATH, preflight, HIDDEN)
    .get(EPOS_PATH, look, HIDDEN);
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

function takesEpos({ printer }: ServicePrinter): boolean {
  return printer.protocols.includes("epos");
}

/** What an endpoint answers; what it throws becomes an answer here, while its headers can be added to. */
async function answerOrError(
  answer: () => Response | Promise<Response>,
  request: Request,
  log: Log,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (request.signal.aborted) throw error;
    return errorResponse(error, log);
  }
}

function bodyTooLarge(maximumBytes: number): TillrollError {
  const message = `The body is larger than the limit of ${maximumBytes} bytes for ePOS-Print.`;
  return new TillrollError("REQUEST_TOO_LARGE", message, { maximumBytes });
}
