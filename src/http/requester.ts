import type { Requester } from "../domain/origin-verdict.ts";
import { readOrigin } from "../domain/origin.ts";

const PROGRAM: Requester = { is: "program" };

/**
 * Who makes a request, by its Origin. Browsers send it with everything but links, pictures and the like, which are GETs;
 * one that says by Sec-Fetch-Site that another site's page asks, and not which, is a page without an origin.
 */
export function requesterOf({ headers }: Request): Requester {
  const origin = headers.get("origin");
  if (origin !== null) return { is: "page", origin: readOrigin(origin) };
  return headers.get("sec-fetch-site") === "cross-site" ? { is: "page", origin: null } : PROGRAM;
}
