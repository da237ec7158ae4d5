import { SESSION_LIMITS } from "../domain/person-limits.ts";
import { isPrivateOrigin, readOrigin } from "../domain/origin.ts";
import type { Requester } from "../domain/origin-verdict.ts";
import { hostOf, isSecure } from "./forwarded.ts";

const COOKIE_NAME = "tillroll_session";

/** By HTTPS it has another name: browsers let no page without HTTPS set it, and take both beside each other. */
const SECURE_COOKIE_NAME = "__Host-tillroll_session";

/**
 * The session's secret from a request's cookie. A page of another origin, even on another port of this machine,
 * must not act in the session's name, so that requests which change something must come from our own origin
 * (browsers always say so).
 */
export function sessionSecretOf(request: Request): string | null {
  const secret = cookieOf(request);
  return secret !== null && (isSafe(request) || isSameOrigin(request)) ? secret : null;
}

function cookieOf(request: Request): string | null {
  const header = request.headers.get("cookie");
  return header === null ? null : new Bun.CookieMap(header).get(cookieNameOf(request));
}

function cookieNameOf(request: Request): string {
  const scheme = isSecure(request) ? "https" : "http";
  return sessionCookieName(scheme, URL.parse(`${scheme}://${hostOf(request) ?? ""}`)?.port ?? "");
}

/**
 * The name of the cookie. Browsers tell hosts apart but not ports (RFC 6265, 8.5): with the port in it, who has signed in
 * to one service of a machine stays so when signing in to another.
 * @param port of the address in the browser; empty for the scheme's own
 */
export function sessionCookieName(scheme: "http" | "https", port: string): string {
  const name = scheme === "https" ? SECURE_COOKIE_NAME : COOKIE_NAME;
  return port === "" ? name : `${name}_${port}`;
}

function isSafe({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Whether a public web page would act in the name of the session whose cookie the browser added. Pages of the private
 * network may not either, and are told what all are told who have no session.
 */
export function isForeignPage(request: Request): boolean {
  if (isSafe(request)) return false;
  const requester = requesterOf(request);
  if (requester.is === "program" || isSameOrigin(request) || cookieOf(request) === null) return false;
  return requester.origin === null || !isPrivateOrigin(requester.origin);
}

/**
 * Whether the request's Origin is the host it was sent to. By HTTPS it must be a page by HTTPS; one by HTTPS may also be
 * behind a proxy that does not say so.
 */
export function isSameOrigin(request: Request): boolean {
  const origin = URL.parse(request.headers.get("origin") ?? "");
  const own = URL.parse(`${origin?.protocol}//${hostOf(request) ?? ""}`);
  if (origin === null || own === null || origin.host !== own.host) return false;
  return origin.protocol === "https:" || (origin.protocol === "http:" && !isSecure(request));
}

/**
 * The Set-Cookie that begins a session; out of reach of scripts. `lax`, not `strict`, so that a link to a print in a
 * mail opens it; what other sites could send with it is refused by {@link sessionSecretOf}.
 */
export function beginCookie(request: Request, secret: string): string {
  return cookie(request, secret, SESSION_LIMITS.sessionMilliseconds / 1000);
}

/** The Set-Cookie that ends a session. */
export function endCookie(request: Request): string {
  return cookie(request, "", 0);
}

function cookie(request: Request, value: string, maxAge: number): string {
  const secure = isSecure(request);
  const options = { path: "/", httpOnly: true, sameSite: "lax", maxAge, secure } as const;
  return new Bun.Cookie(cookieNameOf(request), value, options).serialize();
}

/**
 * Who makes a request, by its Origin. Browsers send it with everything but links, pictures and the like, which are GETs;
 * one that says by Sec-Fetch-Site that another site's page asks, and not which, is a page without an origin.
 */
export function requesterOf({ headers }: Request): Requester {
  const origin = headers.get("origin");
  if (origin !== null) return { is: "page", origin: readOrigin(origin) };
  return headers.get("sec-fetch-site") === "cross-site" ? { is: "page", origin: null } : { is: "program" };
}
