import { troubleOf } from "../../domain/printer-status.ts";
import type { TargetOf } from "../../domain/target.ts";
import { causeOf } from "../connections/connection.ts";
import { DELIVERY_LIMITS } from "../delivery-limits.ts";
import type { Link, LinkOptions, Readiness, SendOutcome } from "../link.ts";

import {
  type EposAnswer,
  eposRequest,
  OWN_REQUEST_HEADER,
  OWN_REQUEST_KEY,
  readEposAnswer,
} from "./epos-message.ts";

/** Faults of a connection after which nothing of a request has reached the printer. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Codes with which a printer says that it has not begun the job, and may take it later. */
const NOT_BEGUN = new Set([
  "DeviceNotFound",
  "DEVICE_BUSY",
  "DEVICE_IN_USE",
  "EX_BADPORT",
  "EX_SPOOLER",
  "TooManyRequests",
]);

/** Codes with which it says that it cannot take this job at all. */
const REFUSED = new Set(["SchemaError", "RequestEntityTooLarge"]);

/** The answer, or what went wrong. */
type Exchange =
  | { readonly kind: "answered"; readonly answer: EposAnswer }
  /** The printer's web server answered something else. */
  | { readonly kind: "odd"; readonly httpStatus: number }
  | { readonly kind: "unreachable"; readonly cause: string }
  /** The request was under way when the connection failed. */
  | { readonly kind: "broken"; readonly cause: string };

/** The way to a printer over ePOS-Print (HTTP): each job is one request, and its answer tells whether it was printed. */
export class EposLink implements Link {
  private abortion = new AbortController();
  private reason = "The connection was closed.";

  constructor(
    private readonly target: TargetOf<"epos">,
    private readonly options: LinkOptions,
  ) {}

  async ask(_isPoll: boolean): Promise<Readiness> {
    const exchange = await this.post(null, this.options.times.eposAsk);
    if (exchange.kind === "odd") {
      const reason = `The printer's ePOS-Print service answered HTTP ${exchange.httpStatus}.`;
      return { kind: "unreachable", reason };
    }
    if (exchange.kind !== "answered")
      return { kind: "unreachable", reason: `The printer cannot be reached: ${exchange.cause}.` };
    const { code, status, isSuccess } = exchange.answer;
    const trouble = troubleOf(status);
    if (trouble !== null) return { kind: "waiting", status, reason: trouble };
    if (isSuccess) return { kind: "ready", status };
    const reason = `The printer refuses to print: ${code || "it does not say why"}.`;
    return { kind: "waiting", status: { ...status, isReachable: false }, reason };
  }

  async send(job: Uint8Array): Promise<SendOutcome> {
    const exchange = await this.post(job, this.options.times.eposPrint);
    switch (exchange.kind) {
      case "answered":
        this.options.onStatus(exchange.answer.status);
        return eposOutcome(exchange.answer);
      case "unreachable":
        return { kind: "untouched", reason: `The printer cannot be reached: ${exchange.cause}.` };
      case "broken":
        return interrupted(`The printer did not answer whether it printed: ${exchange.cause}.`);
      case "odd": {
        const reason = `The printer's ePOS-Print service answered the print with HTTP ${exchange.httpStatus}.`;
        return exchange.httpStatus >= 500 ? interrupted(reason) : { kind: "refused", reason };
      }
    }
  }

  abort(reason: string): void {
    this.reason = reason;
    this.abortion.abort();
    this.abortion = new AbortController();
  }

  rest(): void {}

  close(): void {
    this.abort("The service was stopped.");
  }

  private async post(job: Uint8Array | null, milliseconds: number): Promise<Exchange> {
    const { url, deviceId } = this.target;
    const query = new URLSearchParams({ devid: deviceId, timeout: String(milliseconds) });
    // The printer's own time for the job, and some for the way there and back.
    const signal = AbortSignal.any([
      this.abortion.signal,
      AbortSignal.timeout(milliseconds + this.options.times.answer),
    ]);
    let response: Response;
    try {
      response = await fetch(`${url}?${query}`, {
        method: "POST",
        headers: {
          "Content-Type": "text/xml; charset=utf-8",
          SOAPAction: '""',
          [OWN_REQUEST_HEADER]: OWN_REQUEST_KEY,
        },
        body: eposRequest(job),
        signal,
        redirect: "manual",
        keepalive: false,
        tls: { rejectUnauthorized: false },
      });
      if (response.status !== 200) {
        // Its body is nobody's business, and may never end.
        await response.body?.cancel();
        return { kind: "odd", httpStatus: response.status };
      }
      const answer = readEposAnswer(await readText(response, DELIVERY_LIMITS.eposAnswerBytes));
      if (answer === null) return { kind: "broken", cause: "its answer is not one of ePOS-Print" };
      return { kind: "answered", answer };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (NOT_CONNECTED.has(code)) return { kind: "unreachable", cause: causeOf(error) };
      const isAborted = error instanceof Error && error.name === "AbortError";
      return { kind: "broken", cause: isAborted ? lowerFirst(this.reason) : causeOf(error) };
    }
  }
}

/** What the printer's answer says of a job. */
export function eposOutcome({ isSuccess, code, status }: EposAnswer): SendOutcome {
  if (isSuccess) return { kind: "printed", note: null };
  const reason = `The printer answered the print with ${code || "a failure"}.`;
  if (NOT_BEGUN.has(code)) return { kind: "untouched", reason };
  if (REFUSED.has(code)) return { kind: "refused", reason };
  // Such as EPTR_REC_EMPTY: the paper may have ended in the middle of the job.
  const trouble = troubleOf(status);
  return interrupted(trouble === null ? reason : `${reason} ${trouble}`);
}

/** How much of it is on paper such a printer does not tell. */
function interrupted(reason: string): SendOutcome {
  return { kind: "interrupted", sentBytes: 0, reason };
}

/** Reads a body up to a limit; what is longer is no answer of a printer, so it is cut. */
async function readText(response: Response, maximumBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maximumBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A sentence as a part of another. */
function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
