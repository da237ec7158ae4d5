import { answerIpp, type IppService } from "./ipp.ts";
import { targetOf } from "./ipp-request.ts";

export const IPP_MEDIA_TYPE = "application/ipp";

/**
 * Answers an HTTP request to `/ipp/print/NAME`, to a job's address below it, or to `/ipp/print` (the printer named "").
 * `Expect: 100-continue` and chunked bodies, which CUPS sends, are the HTTP server's.
 * @param client the host's address, without its port
 */
export async function answerIppHttp(
  request: Request,
  client: string,
  service: IppService,
): Promise<Response> {
  const name = printerOf(URL.parse(request.url, "http://localhost")?.pathname ?? "");
  if (name === null) return plain(404, "There is no such address.");
  if (request.method !== "POST")
    return plain(405, "This is a printer: send IPP with POST.", { Allow: "POST" });
  const { headers } = request;
  const mediaType = (headers.get("content-type")?.split(";")[0] ?? "").trim().toLowerCase();
  if (mediaType !== IPP_MEDIA_TYPE) return plain(415, `Only ${IPP_MEDIA_TYPE} is taken here.`);
  const encoding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity") return plain(415, "A body with a Content-Encoding is not taken.");
  const length = headers.get("content-length");
  const contentLength = length === null ? null : Number(length);
  const { body } = request;
  const answer = await answerIpp({ name, body, contentLength, client }, service);
  if (answer.isDropped) return broken();
  return new Response(answer.body, { status: answer.status, headers: { "Content-Type": IPP_MEDIA_TYPE } });
}

/** The printer that a path names; `""` where it names none, `null` where it is not IPP's. */
function printerOf(path: string): string | null {
  return /^\/ipp\/print\/?$/.test(path) ? "" : (targetOf(path)?.name ?? null);
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}

/** An answer whose body fails, upon which Bun resets the connection; without an error, it writes none down. */
function broken(): Response {
  const body = new ReadableStream({
    async pull(controller) {
      await Bun.sleep(0);
      controller.error();
    },
  });
  return new Response(body);
}
