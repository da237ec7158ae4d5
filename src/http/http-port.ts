import { Elysia } from "elysia";
import { TillrollError } from "../domain/errors.ts";
import { hostOfAuthority } from "../domain/host-name.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";

/** Beyond this Bun itself refuses a body; every operation has its own, smaller limit. */
const MAXIMUM_BODY_BYTES = 2 ** 40;

/** Connections that say nothing for this long are closed, seconds. */
const IDLE_TIMEOUT_SECONDS = 60;

/** Characters of a strange Host that are told back. */
const TOLD_CHARACTERS = 100;

/**
 * What every HTTP port of the service is: a request for a host that this machine is not is answered 421 before its path,
 * its token or its body is looked at.
 */
export function httpPort({ hosts, log }: Pick<HttpService, "hosts" | "log">) {
  return new Elysia({
    // Elysia would quietly drop or change what a schema does not name; a tag named __proto__ is a tag.
    normalize: false,
    // Elysia would let a second service of the same user listen on the port too, and share its prints.
    serve: { maxRequestBodySize: MAXIMUM_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_SECONDS, reusePort: false },
  }).wrap((answer) => (request: Request) => {
    const host = request.headers.get("host");
    return hosts.admits(host) ? answer(request) : errorResponse(misdirected(host ?? ""), log);
  });
}

function misdirected(header: string): TillrollError {
  const host = hostOfAuthority(header).slice(0, TOLD_CHARACTERS);
  const message =
    `This machine is not known as "${host}". Use its address or its own name, or start the service with ` +
    "--hostname and that name.";
  return new TillrollError("MISDIRECTED_REQUEST", message, { host });
}
