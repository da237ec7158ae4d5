import type { PrinterLanguage } from "../escpos/language.ts";
import { statusCode } from "./messages/cloudprnt-status.ts";
import { takenMediaTypes } from "./messages/media-types.ts";
import type { PollConnection } from "./poll-connection.ts";
import { POLLING_LIMITS } from "./poll-limits.ts";
import { type Asked, type JobResult, PollError, type PollProtocol, type PollState } from "./poll-protocol.ts";

/** Answers that say that there is no job. */
const NOTHING = new Set([204, 304, 404]);

interface PlainOptions {
  readonly connection: PollConnection;
  /** What the printer speaks now. */
  language(): PrinterLanguage;
  readonly maximumBytes: number;
}

/**
 * Asks an address of any kind: GET is answered with a document and 200, or with 204 when there is none; the address may
 * keep the question until it has one. The document's name is in the header Job-Id. What became of it is told with POST, as
 * JSON, to the same address.
 */
export class PlainClient implements PollProtocol {
  constructor(private readonly options: PlainOptions) {}

  async ask({ status, current }: PollState): Promise<Asked> {
    if (current !== null) return { jobs: [], nextSeconds: null };
    const { connection, language, maximumBytes } = this.options;
    const reply = await connection.send({
      method: "GET",
      headers: {
        Accept: takenMediaTypes(language()).join(", "),
        Prefer: `wait=${POLLING_LIMITS.preferredWaitSeconds}`,
        "Printer-Status": statusCode(status),
      },
      maximumBytes,
      milliseconds: POLLING_LIMITS.waitMilliseconds,
    });
    const nextSeconds = retryAfter(reply.headers);
    if (NOTHING.has(reply.status) || (reply.status === 200 && reply.body.length === 0))
      return { jobs: [], nextSeconds };
    if (reply.status !== 200) throw new PollError(`It answered ${reply.status}.`);
    const id = reply.headers.get("job-id");
    if ((id ?? "").length > POLLING_LIMITS.nameCharacters)
      throw new PollError("Its job has too long a name.");
    const type = reply.headers.get("content-type") ?? "application/octet-stream";
    const document = { type, body: reply.body, cut: "partial", drawer: null } as const;
    return { jobs: [{ name: JSON.stringify({ id }), id, document }], nextSeconds };
  }

  async tell(name: string, { failure, reason, printId }: JobResult): Promise<void> {
    const { id } = JSON.parse(name) as { readonly id: string | null };
    const { status } = await this.options.connection.send({
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jobId: id, ok: failure === null, failure, reason, printId }),
      maximumBytes: POLLING_LIMITS.answerBytes,
    });
    // It knows the job no more.
    const isHeard = (status >= 200 && status < 300) || status === 404 || status === 410;
    if (!isHeard) throw new PollError(`It answered ${status} to what became of a job.`);
  }
}

function retryAfter(headers: Headers): number | null {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,4}$/.test(seconds) ? Number(seconds) : null;
}
