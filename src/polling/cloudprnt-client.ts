import { isOffline, type PrinterStatus } from "../domain/printer-status.ts";
import type { PrinterLanguage } from "../escpos/language.ts";
import type { CutKind } from "../raster-writer/raster-writer.ts";
import { VERSION } from "../version.ts";
import { JOB_CODES, statusBytes, statusCode } from "./messages/cloudprnt-status.ts";
import { essenceOf, takenMediaTypes } from "./messages/media-types.ts";
import type { PollConnection, PollReply } from "./poll-connection.ts";
import { POLLING_LIMITS } from "./poll-limits.ts";
import {
  type Asked,
  type FetchedJob,
  type JobResult,
  PollError,
  type PollProtocol,
  type PollState,
} from "./poll-protocol.ts";

/* The printer's side of CloudPRNT. Source: Star CloudPRNT Protocol Guide, "CloudPRNT HTTP Method". */

interface CloudPrntOptions {
  readonly connection: PollConnection;
  /** By which the server knows the printer. */
  readonly macAddress: string;
  /** What the printer speaks now. */
  language(): PrinterLanguage;
  readonly maximumBytes: number;
  /** How often the printer asks, seconds. */
  intervalSeconds(): number;
}

/** What is kept of a job, to tell of it. */
interface JobName {
  /** `null` from servers that give jobs no name. */
  readonly token: string | null;
  /** How it is to be told of: some servers cannot be sent DELETE. */
  readonly method: "DELETE" | "GET";
}

/** A server's answer to a question; everything but `jobReady` may be missing, or null. */
interface PollAnswer {
  readonly isReady: boolean;
  readonly mediaTypes: readonly string[];
  readonly name: JobName;
  readonly actions: readonly { readonly request: string }[];
}

/** Asks a server of CloudPRNT for jobs, as Star's printers do. */
export class CloudPrntClient implements PollProtocol {
  /** What the server wanted to know, and is told with the next question. */
  private results: { readonly request: string; readonly result: string }[] = [];

  constructor(private readonly options: CloudPrntOptions) {}

  async ask({ status, current }: PollState): Promise<Asked> {
    const answer = readAnswer(await this.post(status, current));
    this.results = answer.actions.slice(0, MOST_ACTIONS).map(({ request }) => ({
      request: request.slice(0, POLLING_LIMITS.toldCharacters),
      result: this.resultOf(request),
    }));
    // "The client will send a POST in reply as soon as it has handled this action."
    const nextSeconds = this.results.length > 0 ? 0 : null;
    // As a printer that cannot print: its server may have another one for the job.
    const isAble = current === null && !isOffline(status);
    const job = answer.isReady && isAble ? await this.fetch(answer) : null;
    return { jobs: job === null ? [] : [job], nextSeconds };
  }

  async tell(name: string, { failure, status }: JobResult): Promise<void> {
    const code =
      failure === null ? JOB_CODES.printed : failure === "failed" ? failureCode(status) : JOB_CODES[failure];
    await this.confirm(JSON.parse(name) as JobName, code);
  }

  private async post(status: PrinterStatus, current: string | null): Promise<Uint8Array> {
    const token = current === null ? null : (JSON.parse(current) as JobName).token;
    const reply = await this.options.connection.send({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        status: statusBytes(status),
        printerMAC: this.options.macAddress,
        statusCode: statusCode(status),
        printingInProgress: current !== null,
        ...(token !== null && { jobToken: token }),
        clientAction: this.results.length === 0 ? null : this.results,
      }),
      maximumBytes: POLLING_LIMITS.answerBytes,
    });
    return okBody(reply);
  }

  /** Fetches the job in the form that the printer prints best. */
  private async fetch({ mediaTypes, name }: PollAnswer): Promise<FetchedJob | null> {
    const { connection, macAddress, maximumBytes, language } = this.options;
    const type = takenMediaTypes(language())
      .map((taken) => mediaTypes.find((offered) => essenceOf(offered) === taken))
      .find((offered) => offered !== undefined);
    if (type === undefined) {
      await this.confirm(name, JOB_CODES.incompatible);
      const types = mediaTypes.join(", ").slice(0, POLLING_LIMITS.toldCharacters) || "none";
      throw new PollError(`Its job is of no type that is printed: ${types}.`);
    }
    const query = { mac: macAddress, type, ...tokenOf(name) };
    const reply = await connection.send({ method: "GET", query, maximumBytes });
    // Somebody else has had it, or it was cancelled.
    if (reply.status === 404) return null;
    const body = okBody(reply);
    const document = { type: reply.headers.get("content-type") ?? type, body, ...optionsOf(reply.headers) };
    return { name: JSON.stringify(name), id: name.token, document };
  }

  private async confirm(name: JobName, code: string): Promise<void> {
    const { connection, macAddress } = this.options;
    const query = { mac: macAddress, code, ...tokenOf(name), ...(name.method === "GET" && { delete: "" }) };
    const reply = await connection.send({
      method: name.method,
      query,
      maximumBytes: POLLING_LIMITS.answerBytes,
    });
    // It knows the job no more: it has heard of it, or has forgotten it.
    if (reply.status !== 404 && reply.status !== 410) okBody(reply);
  }

  private resultOf(request: string): string {
    switch (request) {
      case "ClientType":
        return "Tillroll";
      case "ClientVersion":
        return VERSION;
      case "Encodings":
        return takenMediaTypes(this.options.language()).join("; ");
      case "GetPollInterval":
        return String(this.options.intervalSeconds());
      default:
        return "";
    }
  }
}

const MOST_ACTIONS = 16;

const tokenOf = ({ token }: JobName): Record<string, string> => (token === null ? {} : { token });

/** A job that failed on the way: what is the matter with the printer, or that it failed. */
function failureCode(status: PrinterStatus): string {
  const code = statusCode(status);
  return code.startsWith("2") ? JOB_CODES.failed : code;
}

/** @throws PollError for anything but success */
function okBody({ status, body }: PollReply): Uint8Array<ArrayBuffer> {
  if (status >= 200 && status < 300) return body;
  throw new PollError(`It answered ${status}.`);
}

function readAnswer(body: Uint8Array): PollAnswer {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(body));
  } catch {
    json = null;
  }
  if (typeof json !== "object" || json === null) throw new PollError("Its answer is not one of CloudPRNT.");
  const { jobReady, mediaTypes, jobToken, deleteMethod, clientAction } = json as Record<string, unknown>;
  const actions: unknown[] = Array.isArray(clientAction) ? clientAction : [];
  const token = typeof jobToken === "string" || typeof jobToken === "number" ? String(jobToken) : "";
  if (token.length > POLLING_LIMITS.nameCharacters) throw new PollError("Its job has too long a name.");
  return {
    isReady: jobReady === true,
    mediaTypes: Array.isArray(mediaTypes) ? mediaTypes.map(String) : [],
    name: {
      token: token === "" ? null : token,
      method: String(deleteMethod).toUpperCase() === "GET" ? "GET" : "DELETE",
    },
    actions: actions.filter(
      (action): action is { request: string } =>
        typeof action === "object" &&
        action !== null &&
        "request" in action &&
        typeof action.request === "string",
    ),
  };
}

/** What headers say of documents that cannot say it themselves: `X-Star-Cut: full; feed=true`, `X-Star-CashDrawer: start`. */
function optionsOf(headers: Headers): { cut: CutKind | null; drawer: "start" | "end" | null } {
  const cut = (headers.get("x-star-cut") ?? "partial").split(";")[0]?.trim().toLowerCase();
  const drawer = headers.get("x-star-cashdrawer")?.trim().toLowerCase();
  return {
    cut: cut === "full" || cut === "partial" ? cut : null,
    drawer: drawer === "start" || drawer === "end" ? drawer : null,
  };
}
