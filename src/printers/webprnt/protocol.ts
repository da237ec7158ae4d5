import { TillrollError } from "../../domain/errors.ts";
import { DOCUMENT_LIMITS } from "../../documents/large-documents.ts";
import { isStar } from "../../escpos/language.ts";
import { hostWork } from "../../platform/time-slices.ts";
import { EPOS_LIMITS, eposBodyLimit } from "../epos/epos-limits.ts";
import { EPOS_GET_HEADERS, EPOS_HEADERS, eposPreflightHeaders, grantEpos } from "../epos/protocol.ts";
import type { MemoryReservation } from "../printer-endpoint.ts";
import type { PrinterHandler, PrinterRequest, PrintingProtocol, ProtocolContext } from "../protocol.ts";
import type { ServicePrinter } from "../service-printer.ts";
import { readWebPrntJob } from "./webprnt-document.ts";
import { errorCode, faultCode, responseXml, WEBPRNT_CODES, type WebPrntCode } from "./webprnt-response.ts";

/**
 * Star webPRNT, by which web pages print on printers of Star. There is no token in it: who may print is each printer's list
 * of addresses and of web pages.
 */
export const protocol: PrintingProtocol = { serve };

const GET_TEXT = "Star webPRNT: send a StarWebPrint document here with POST.\n";
const NO_PRINTER = "There is no printer of Star here: give one a model of Star, such as star-80mm.\n";

function serve(context: ProtocolContext): PrinterHandler {
  return async (call) => {
    const printer = printerOf(context, call.parameter("printer"));
    const answer = await reply(context, call, printer).catch((error: unknown) => call.failure(error));
    // Judged after the answer: that may have been the print by which the printer took the page's origin.
    const isAllowed = printer !== null && context.origins.allows(call.requester, printer.printer);
    grantEpos(answer.headers, isAllowed ? call.request.headers.get("origin") : null);
    return answer;
  };
}

/** The printer of that name, or the first one of Star; its address has no place for a name. */
function printerOf({ printers }: ProtocolContext, name: string | null): ServicePrinter | null {
  const takes = (one: ServicePrinter) => one.printer.protocols.includes("webprnt") && isStar(one.language);
  const found = name === null ? printers.all().find(takes) : printers.find(name);
  return found !== undefined && found !== null && takes(found) ? found : null;
}

async function reply(
  context: ProtocolContext,
  call: PrinterRequest,
  printer: ServicePrinter | null,
): Promise<Response> {
  const { origins } = context;
  const { request, requester, client } = call;
  if (request.method === "GET") return new Response(GET_TEXT, { headers: EPOS_GET_HEADERS });
  if (printer === null || !printer.admits(client)) return call.text(404, NO_PRINTER);
  if (request.method === "OPTIONS") {
    if (origins.allows(requester, printer.printer))
      return new Response(null, { status: 204, headers: eposPreflightHeaders(request.headers) });
    // The browser will not send the print, so this is where it is refused.
    origins.admit(printer, requester, client);
    return new Response(null, { status: 204 });
  }
  const endpoint = origins.admit(printer, requester, client);
  if (endpoint === null) return call.text(403, "Web pages of this origin may not print here.\n");
  const { simulate } = endpoint.printer;
  if (simulate === "drop") return call.drop();
  const code = await printed(context, call, endpoint);
  if (simulate === "slow") await Bun.sleep(EPOS_LIMITS.slowMilliseconds);
  return new Response(responseXml(code, endpoint.status), { headers: EPOS_HEADERS });
}

/**
 * Stores the request's print, and answers with the printer's fault, if it has one.
 * @throws TillrollError for what is wrong with the request itself
 */
async function printed(
  context: ProtocolContext,
  { client, withBody }: PrinterRequest,
  endpoint: Pick<ServicePrinter, "printer" | "details" | "maximumJobBytes" | "status" | "store">,
): Promise<WebPrntCode> {
  const { model, columns } = endpoint.details;
  const printer = { model, columns, maximumBytes: endpoint.maximumJobBytes };
  const print = async (body: Uint8Array<ArrayBuffer>, reservation: MemoryReservation) => {
    const isSmall = body.byteLength <= DOCUMENT_LIMITS.smallEposBytes && hostWork.hasTime;
    const raw = isSmall
      ? hostWork.run(() => readWebPrntJob(body, printer))
      : await context.documents.readWebPrntJob(body, printer);
    const fault = faultCode(endpoint.status);
    const isReported = fault !== WEBPRNT_CODES.success;
    // As with ePOS: what fails on a real printer is kept, and never printed by itself.
    if (raw === null || (isReported && endpoint.printer.target === null)) return fault;
    reservation.grow(raw.byteLength);
    const about = { protocol: "webprnt", client, label: null, tag: new Map(), isIncomplete: false } as const;
    await endpoint.store({ raw, ...about, spoolKey: null, isReported });
    return fault;
  };
  try {
    return await withBody(eposBodyLimit(endpoint.maximumJobBytes), print);
  } catch (error) {
    const isOurs = !(error instanceof TillrollError) || error.code !== "BAD_REQUEST";
    if (!isOurs) throw error;
    context.log.write("warning", "a webPRNT job was not stored", { client, error: String(error) });
    return errorCode(error);
  }
}
