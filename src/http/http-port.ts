import { type Awaitable, whenThere } from "../domain/awaitable.ts";
import type { Server } from "bun";
import { type AnyElysia, Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { hostOfAuthority } from "../domain/host-name.ts";
import { errorResponse } from "./error-response.ts";
import { hostsOf } from "./forwarded.ts";
import type { HttpService } from "./http-service.ts";

/** Beyond this Bun itself refuses a body; every operation has its own, smaller limit. */
const MAXIMUM_BODY_BYTES = 2 ** 40;

/** Connections that say nothing for this long are closed, seconds. */
const IDLE_TIMEOUT_SECONDS = 60;

/** Characters of a strange Host that are told back. */
const TOLD_CHARACTERS = 100;

/** What an HTTP port stands on. */
type PortService = Pick<HttpService, "hosts" | "log" | "proxies" | "https">;

/** How a port may be about to close: each answer is the last of its connection then. */
export interface Leaving {
  isLeaving: boolean;
}

/**
 * What every HTTP port of the service is: a request for a host that this machine is not is answered 421 before its path,
 * its token or its body is looked at.
 */
export function httpPort(service: PortService, port: Leaving = { isLeaving: false }) {
  const { proxies } = service;
  const app = new Elysia({
    // Elysia would quietly drop or change what a schema does not name; a tag named __proto__ is a tag.
    normalize: false,
    // Elysia would let a second service of the same user listen on the port too, and share its prints.
    serve: { maxRequestBodySize: MAXIMUM_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_SECONDS, reusePort: false },
  });
  return app.wrap((answer) => (request: Request) => {
    proxies?.note(request, app.server?.requestIP(request)?.address ?? "");
    const given = whenThere(refusalOf(service, request), (refusal): unknown => refusal ?? answer(request));
    return port.isLeaving ? asLast(given) : given;
  });
}

/** Where a port is opened. */
interface PortPlace {
  readonly hostname: string;
  readonly port: number;
  readonly tls?: Bun.TLSOptions[];
  readonly reusePort?: boolean;
}

/** Opens a port. @throws what listening throws, such as EADDRINUSE */
export function listenAt(app: AnyElysia, place: PortPlace): Server<unknown> {
  const before = new Set(process.listeners("beforeExit"));
  const { server } = app.listen(place);
  if (server === null) throw new Error("the server did not start");
  // By these Elysia would keep each port that was ever open, with all its routes, for the end of the process.
  for (const listener of process.listeners("beforeExit"))
    if (!before.has(listener)) process.off("beforeExit", listener);
  return server;
}

/** What is answered before anything of a request but its head is looked at; `null` for nothing. */
function refusalOf(
  { hosts, https, log, proxies }: PortService,
  request: Request,
): Awaitable<Response | null> {
  const host = request.headers.get("host");
  if (proxies === null && hosts.admits(host)) return https.isRequired ? https.divert(request, log) : null;
  const strange = hostsOf(request).find((named) => !hosts.admits(named));
  if (strange !== undefined) return errorResponse(misdirected(strange ?? ""), log);
  return https.divert(request, log);
}

function misdirected(header: string): TillrollError {
  const host = hostOfAuthority(header).slice(0, TOLD_CHARACTERS);
  const message =
    `This machine is not known as "${host}". Use its address or its own name, or start the service with ` +
    "--hostname and that name.";
  return new TillrollError("MISDIRECTED_REQUEST", message, { host });
}

/** An answer after which the connection ends, so that its client makes a new one. */
async function asLast(given: unknown): Promise<unknown> {
  const response = await given;
  if (response instanceof Response) response.headers.set("Connection", "close");
  return response;
}
