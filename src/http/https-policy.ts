import { type Awaitable, whenThere } from "../domain/awaitable.ts";
import { TillrollError } from "../domain/errors.ts";
import { hostOfAuthority } from "../domain/host-name.ts";
import { POLLED_KINDS, pollRoute } from "../domain/poll-address.ts";
import { factsOf, PRINTER_PROTOCOLS } from "../domain/protocols.ts";
import type { Log } from "../operations/log.ts";
import { errorResponse } from "./error-response.ts";
import { basePathOf, hostOf, isForwarded, isSecure } from "./forwarded.ts";
import { replyMoved } from "./reply.ts";
import { TRUST_PATH } from "./trust-path.ts";

/** What is answered without HTTPS all the same, by the beginning of its path: printers cannot do it, and how to get it. */
const OPEN_PATHS: readonly string[] = [
  ...PRINTER_PROTOCOLS.flatMap((name) =>
    (factsOf(name).routes ?? []).map(({ path }) => path.replace(/\*$/, "")),
  ),
  ...POLLED_KINDS.map((kind) => pollRoute(kind).replace(/\/:.*$/, "")),
  TRUST_PATH,
  "/healthz",
];

/** Whether the dashboard and the API are for HTTPS alone. */
export class HttpsPolicy {
  /** The port of HTTPS, once it is open; 0 before. */
  port = 0;

  /** @param isLocal whether a request is of a command on this machine, whose words do not leave it */
  constructor(
    readonly isRequired: boolean,
    private readonly isLocal: (request: Request) => Awaitable<boolean>,
  ) {}

  /**
   * What a request without HTTPS is answered: a page leads to where it is by HTTPS.
   * @returns `null` where it is answered as any
   */
  divert(request: Request, log: Log): Awaitable<Response | null> {
    if (!this.isRequired || isSecure(request)) return null;
    const { pathname, search } = URL.parse(request.url, "http://localhost") ?? { pathname: "/", search: "" };
    if (OPEN_PATHS.some((path) => pathname === path || pathname.startsWith(withSlash(path)))) return null;
    return whenThere(this.isLocal(request), (isLocal) =>
      isLocal ? null : this.leadAway(request, pathname + search, log),
    );
  }

  /** @param path where a page leads to, with what is asked for there */
  private leadAway(request: Request, path: string, log: Log): Response {
    const { pathname } = URL.parse(path, "http://localhost") ?? { pathname: "/" };
    const isPage = ["GET", "HEAD"].includes(request.method) && !pathname.startsWith("/api/");
    const address = isPage ? this.addressFor(request) : null;
    if (address === null) return errorResponse(httpsRequired(), log);
    return replyMoved(address.slice(0, -1) + path);
  }

  /** Where a client finds us by HTTPS, with a last slash; `null` where it cannot. */
  addressFor(request: Request): string | null {
    const host = hostOf(request);
    if (host === null) return null;
    const base = `${basePathOf(request)}/`;
    if (isSecure(request)) return `https://${host}${base}`;
    // A proxy that speaks HTTP to its clients has HTTPS at its standard port, or not at all.
    if (isForwarded(request)) return `https://${hostOfAuthority(host)}${base}`;
    return this.port === 0 ? null : `https://${hostOfAuthority(host)}:${this.port}${base}`;
  }
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function httpsRequired(): TillrollError {
  const message =
    "This service answers by HTTPS alone. What was sent without it could be read by others on the network: " +
    "if that was a token, revoke it.";
  return new TillrollError("HTTPS_REQUIRED", message);
}
