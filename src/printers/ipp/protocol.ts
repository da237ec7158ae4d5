import { monotonicClock } from "../../domain/clock.ts";
import type { PrinterHandler, PrinterRequest, PrintingProtocol, ProtocolContext } from "../protocol.ts";
import { targetOf } from "./ipp-request.ts";
import { answerIpp, type IppService } from "./ipp.ts";
import { IppJobs } from "./job-table.ts";
import { isIconPath, printerIcon } from "./printer-icon.ts";

/** IPP, for CUPS and its kin. There is no token in it: who may print is each printer's list of addresses and of web pages. */
export const protocol: PrintingProtocol = { serve };

function serve(context: ProtocolContext): PrinterHandler {
  const { printers, origins, documents, log } = context;
  const jobs = new IppJobs(monotonicClock, context.clock);
  return async (call) => {
    const { host, protocol: scheme } = URL.parse(call.request.url) ?? {
      host: "localhost",
      protocol: "http:",
    };
    const [ippScheme, usualPort] = scheme === "https:" ? ["ipps", 443] : ["ipp", 80];
    let isRefused = false;
    const response = await answerIppHttp(call, {
      resolve: (name) => {
        // A target that leads back here: each print would be printed again for ever.
        if (call.isOwn) return null;
        const printer = name === "" ? (printers.all()[0] ?? null) : printers.find(name);
        const admitted = printer === null ? null : origins.admit(printer, call.requester, call.client);
        isRefused = printer !== null && admitted === null;
        return admitted;
      },
      printerUri: (name) =>
        `${ippScheme}://${withPort(host, usualPort)}/ipp/print/${encodeURIComponent(name)}`,
      moreInfoUri: () => context.dashboardAddress(host),
      jobs,
      drawPages: (...asked) => documents.printPages(...asked),
      log,
    });
    // A browser shows it to whoever looks why nothing was printed.
    const refusal = "Web pages of this origin may not print here; see the service's log.\n";
    return isRefused ? call.text(403, refusal) : response;
  };
}

/** IPP's own port is 631, and HTTP's is 80 or 443, which a Host header leaves out. */
function withPort(host: string, usualPort: number): string {
  return /:\d+$/.test(host) ? host : `${host}:${usualPort}`;
}

const MEDIA_TYPE = "application/ipp";

/**
 * Answers an HTTP request to `/ipp/print/NAME`, to a job's address below it, or to `/ipp/print` (the printer named "").
 * `Expect: 100-continue` and chunked bodies, which CUPS sends, are the HTTP server's.
 */
export async function answerIppHttp(
  { request, client, text, drop }: Pick<PrinterRequest, "request" | "client" | "text" | "drop">,
  service: IppService,
): Promise<Response> {
  if (request.method === "GET" && isIconPath(request.url)) return printerIcon();
  const name = printerOf(URL.parse(request.url, "http://localhost")?.pathname ?? "");
  if (name === null) return text(404, "There is no such address.\n");
  const { body, headers, method } = request;
  if (method !== "POST") {
    const refusal = text(405, "This is a printer: send IPP with POST.\n");
    refusal.headers.set("Allow", "POST");
    return refusal;
  }
  const mediaType = (headers.get("content-type")?.split(";")[0] ?? "").trim().toLowerCase();
  if (mediaType !== MEDIA_TYPE) return text(415, `Only ${MEDIA_TYPE} is taken here.\n`);
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity") return text(415, "A body with a Content-Encoding is not taken.\n");
  const contentLength = headers.has("content-length") ? Number(headers.get("content-length")) : null;
  const userAgent = headers.get("user-agent") ?? "";
  const answer = await answerIpp({ name, body, contentLength, client, userAgent }, service);
  if (answer === null) return drop();
  const status = answer.byteLength === 0 ? 400 : 200;
  return new Response(answer, { status, headers: { "Content-Type": MEDIA_TYPE } });
}

/** The printer that a path names; `""` where it names none, `null` where it is not IPP's. */
function printerOf(path: string): string | null {
  return /^\/ipp\/print\/?$/.test(path) ? "" : (targetOf(path)?.name ?? null);
}
