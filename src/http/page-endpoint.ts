import { pageLanguage } from "../web/page-language.ts";
import { unavailablePage } from "../web/unavailable-page.ts";
import { type Call, type Endpoint, endpoint } from "./endpoint.ts";
import { DISK_FULL_STATUS, HTTP_STATUS } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";
import { negotiate } from "./negotiate.ts";
import { replyPage } from "./reply.ts";

/** Programs that ask for a page, or for anything, have errors as everywhere. */
const FORMS = [
  ["application/json", "json"],
  ["text/html", "page"],
] as const;

/** As {@link endpoint}, for a page of the dashboard: while the storage is away a browser is given a page that says so. */
export function pageEndpoint(service: HttpService, answer: Endpoint) {
  return endpoint(service, answer, (call, refusal) => refusalPage(service, call, refusal));
}

async function refusalPage(
  { isArchive }: HttpService,
  { request }: Call,
  refusal: Response,
): Promise<Response> {
  const isDiskFull = refusal.status === DISK_FULL_STATUS;
  if (!isDiskFull && refusal.status !== HTTP_STATUS.STORAGE_UNAVAILABLE) return refusal;
  if (negotiate<"json" | "page">(request.headers.get("accept"), FORMS) === "json") return refusal;
  const retryAfterSeconds = refusal.headers.get("retry-after") ?? "";
  const page = await unavailablePage({ isArchive, isDiskFull, retryAfterSeconds }, pageLanguage(request));
  return replyPage(request, refusal.status, page, { "Retry-After": retryAfterSeconds });
}
