import { SESSION_LIMITS } from "../domain/limits.ts";

const COOKIE_NAME = "tillroll_session";

/**
 * The session's secret from a request's cookie. A page of another origin, even on another port of this machine,
 * must not act in the session's name, so that requests which change something must come from our own origin
 * (browsers always say so).
 */
export function sessionSecretOf(request: Request): string | null {
  const header = request.headers.get("cookie");
  if (header === null) return null;
  const secret = new Bun.CookieMap(header).get(COOKIE_NAME);
  if (secret === null) return null;
  const safe = request.method === "GET" || request.method === "HEAD";
  return safe || isSameOrigin(request) ? secret : null;
}

/** Whether the request's Origin is the host it was sent to. */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("origin");
  const host = request.headers.get("host");
  return origin !== null && host !== null && URL.parse(origin)?.host === host;
}

/**
 * The Set-Cookie that begins a session; out of reach of scripts. `lax`, not `strict`, so that a link to a print in a
 * mail opens it; what other sites could send with it is refused by {@link sessionSecretOf}.
 */
export function beginCookie(secret: string): string {
  return cookie(secret, SESSION_LIMITS.sessionMilliseconds / 1000);
}

/** The Set-Cookie that ends a session. */
export function endCookie(): string {
  return cookie("", 0);
}

function cookie(value: string, maxAge: number): string {
  const options = { path: "/", httpOnly: true, sameSite: "lax", maxAge } as const;
  return new Bun.Cookie(COOKIE_NAME, value, options).serialize();
}
