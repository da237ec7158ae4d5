import type { Authentication } from "./authentication.ts";
import type { Call } from "./endpoint.ts";
import { reply, type ReplyHeaders } from "./reply.ts";
import { endCookie, sessionSecretOf } from "./session-cookie.ts";

/** Our pages run our own scripts and styles only; receipts bring their images as data: URLs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** An answer with a page of the dashboard. */
export function webPage(status: number, html: string, headers: ReplyHeaders = {}): Response {
  return reply(status, html, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    ...headers,
  });
}

/** Leads a browser elsewhere, with GET. */
export function redirect(location: string, headers: Record<string, string> = {}): Response {
  return reply(303, null, { Location: location, ...headers });
}

/** A cookie that stands for no session any more is taken back, so that it is not counted as a guess for ever. */
export function withoutStaleCookie(authentication: Authentication, call: Call): Record<string, string> {
  const isStale = sessionSecretOf(call.request) !== null && authentication.session(call) === null;
  return isStale ? { "Set-Cookie": endCookie() } : {};
}
