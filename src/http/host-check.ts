import { TillrollError } from "../domain/errors.ts";
import { hostOfAuthority } from "../domain/host-name.ts";
import { errorResponse } from "./error-response.ts";
import type { HttpService } from "./http-service.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** Characters of a strange Host that are told back. */
const TOLD_CHARACTERS = 100;

/**
 * What stands around an HTTP port: a request for a host that this machine is not is answered 421 before its path, its
 * token or its body is looked at.
 */
export function hostCheck({ hosts, log }: Pick<HttpService, "hosts" | "log">) {
  return (answer: (...given: never[]) => unknown) =>
    (request: Request): ReturnType<Answer> => {
      const host = request.headers.get("host");
      if (hosts.admits(host)) return (answer as Answer)(request);
      return errorResponse(misdirected(host ?? ""), log);
    };
}

function misdirected(header: string): TillrollError {
  const host = hostOfAuthority(header).slice(0, TOLD_CHARACTERS);
  const message =
    `This machine is not known as "${host}". Use its address or its own name, or start the service with ` +
    "--hostname and that name.";
  return new TillrollError("MISDIRECTED_REQUEST", message, { host });
}
