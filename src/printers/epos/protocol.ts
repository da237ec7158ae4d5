import { TillrollError } from "../../domain/errors.ts";
import { DOCUMENT_LIMITS } from "../../documents/large-documents.ts";
import { monotonicClock } from "../../domain/clock.ts";
import { hostWork } from "../../platform/time-slices.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import type { PrinterRequest, PrintingProtocol, ProtocolContext } from "../protocol.ts";
import type { ServicePrinter } from "../service-printer.ts";
import { answerEposPrint, type EposService, refuseEposPrint } from "./epos.ts";
import { readEposJob } from "./epos-job.ts";
import { EposJobs } from "./epos-jobs.ts";
import { EPOS_LIMITS, eposBodyLimit } from "./epos-limits.ts";
import { responseXml } from "./epos-response.ts";

/** What a host calls the printer that it is connected to. */
const LOCAL_PRINTER = "local_printer";

/** ePOS-Print. There is no token in it: who may print is each printer's list of addresses and of web pages. */
export const protocol: PrintingProtocol = {
  serve(context) {
    const server = new EposServer(context);
    return (call, own) => server.answer({ call, own, devid: call.parameter("devid") ?? "" });
  },
};

interface EposCall {
  readonly call: PrinterRequest;
  /** The printer whose own port this is: `local_printer` is that one, else the first of the service. */
  readonly own: ServicePrinter | null;
  /** Of the address; `""` when it has none. */
  readonly devid: string;
}

class EposServer {
  private readonly service: Omit<EposService, "printerOf">;

  constructor(private readonly context: ProtocolContext) {
    const { documents, log } = context;
    this.service = {
      jobs: new EposJobs(),
      read: (body, target) =>
        body.byteLength <= DOCUMENT_LIMITS.smallEposBytes && hostWork.hasTime
          ? hostWork.run(() => readEposJob(body, target))
          : documents.readEposJob(body, target),
      now: monotonicClock,
      wait: (milliseconds) => Bun.sleep(milliseconds),
      log,
    };
  }

  /**
   * Answers a request so that a web page may read it, errors too, that may print. It is judged after the answer: that may
   * have been the print by which a printer took its origin.
   */
  async answer(asked: EposCall): Promise<Response> {
    const { request } = asked.call;
    let response: Response;
    try {
      response = request.method === "POST" ? await this.print(asked) : this.look(asked);
    } catch (error) {
      response = asked.call.failure(error);
    }
    grantEpos(response.headers, this.isAllowed(asked) ? request.headers.get("origin") : null);
    return response;
  }

  private async print(asked: EposCall): Promise<Response> {
    const { call, devid } = asked;
    const { client } = call;
    let isRefused = false;
    const admitted = (name: string): PrinterEndpoint | null => {
      const printer = call.isOwn ? null : this.printerOf(name, asked.own);
      if (printer === null || !takesEpos(printer) || !printer.admits(client)) return null;
      const endpoint = this.context.origins.admit(printer, call.requester, client);
      isRefused = endpoint === null;
      return endpoint;
    };
    const reply = (answer: string | null) => {
      // A page that may not print is told nothing about the printer.
      const document = isRefused ? responseXml("OriginNotAllowed") : answer;
      return document === null ? call.drop() : new Response(document, { headers: EPOS_HEADERS });
    };
    const known = devid === "" ? null : admitted(devid);
    // Before its body is read.
    if (isRefused) return reply(null);
    const service = {
      ...this.service,
      printerOf: (name: string) => (name === devid ? known : admitted(name)),
    };
    try {
      const limit = eposBodyLimit(this.context.maximumPrintBytes);
      return reply(
        await call.withBody(limit, (body, reservation) =>
          answerEposPrint({ devid, client, reservation, body }, service),
        ),
      );
    } catch (error) {
      if (!isToBeSentAgain(error)) throw error;
      return reply(refuseEposPrint(error, { devid, client }, service));
    }
  }

  /** Answers whoever looks whether something is there, and a browser that asks before a page prints. */
  private look(asked: EposCall): Response {
    const { request, requester, client } = asked.call;
    if (request.method === "GET") return new Response(EPOS_GET_TEXT, { headers: EPOS_GET_HEADERS });
    if (this.isAllowed(asked))
      return new Response(null, { status: 204, headers: eposPreflightHeaders(request.headers) });
    // The browser will not send the print, so this is where it is refused.
    const [printer] = this.addressed(asked);
    if (printer !== undefined) this.context.origins.admit(printer, requester, client);
    return new Response(null, { status: 204 });
  }

  private isAllowed(asked: EposCall): boolean {
    const { origins } = this.context;
    return this.addressed(asked).some(({ printer }) => origins.allows(asked.call.requester, printer));
  }

  /** The printers that a request may be for: the one that its address names, or any, when its body is to say which. */
  private addressed({ devid, own }: EposCall): ServicePrinter[] {
    const printer = devid === "" ? null : this.printerOf(devid, own);
    return printer === null ? this.context.printers.all().filter(takesEpos) : [printer];
  }

  private printerOf(devid: string, own: ServicePrinter | null): ServicePrinter | null {
    const { printers } = this.context;
    const named = printers.find(devid);
    if (named !== null || devid.toLowerCase() !== LOCAL_PRINTER) return named;
    return own ?? printers.all().find(takesEpos) ?? null;
  }
}

/** Whether a request was not read for what others, or its own client, have sent. */
function isToBeSentAgain(error: unknown): error is TillrollError {
  return (
    error instanceof TillrollError && ["RATE_LIMIT_EXCEEDED", "STORAGE_UNAVAILABLE"].includes(error.code)
  );
}

function takesEpos({ printer }: ServicePrinter): boolean {
  return printer.protocols.includes("epos");
}

/** The headers of every answer with a document. */
export const EPOS_HEADERS = { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" };

/** What GET says, with 200: people and POS software look whether something is there. */
export const EPOS_GET_TEXT = "ePOS-Print: send an epos-print document here with POST.\n";

/** The headers of the answer to GET. */
export const EPOS_GET_HEADERS = { ...EPOS_HEADERS, "Content-Type": "text/plain; charset=utf-8" };

/**
 * Lets a web page read an answer: a web POS comes from another host than its printer.
 * @param origin the page's, as it said it; `null` for a page that may not read it, and for programs
 */
export function grantEpos(headers: Headers, origin: string | null): void {
  headers.append("Vary", "Origin");
  if (origin !== null) headers.set("Access-Control-Allow-Origin", origin);
}

/**
 * The headers of the answer, 204, to the preflight (OPTIONS) of a page that may print: they allow what Epson's JavaScript
 * SDK sends.
 * @param asked the request's headers. A page on the internet that prints on this network is asked about with
 *   `Access-Control-Request-Private-Network` (WICG Private Network Access)
 */
export function eposPreflightHeaders(asked: Headers): Record<string, string> {
  const isPrivate = asked.get("Access-Control-Request-Private-Network") === "true";
  return {
    "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
    "Access-Control-Allow-Headers": "Content-Type, If-Modified-Since, SOAPAction",
    "Access-Control-Max-Age": String(EPOS_LIMITS.preflightSeconds),
    Vary: "Access-Control-Request-Private-Network",
    ...(isPrivate ? { "Access-Control-Allow-Private-Network": "true" } : {}),
  };
}
