import { forwardedRequestId } from "./forwarded.ts";

/** The header by which an answer tells its request's id, and by which a proxy that is trusted may have given it. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** An id for a request; later ones sort behind earlier ones. */
export function newRequestId(): string {
  return Bun.randomUUIDv7();
}

/** The id by which a proxy that we trust names a request, or a new one. */
export function requestIdOf(request: Request): string {
  return forwardedRequestId(request) ?? newRequestId();
}
