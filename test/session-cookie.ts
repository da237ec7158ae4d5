import { sessionCookieName } from "../src/http/session-cookie.ts";

/** The cookie of a session, as a browser sends it to an address. */
export function sessionCookie(address: string, secret: string): string {
  const { protocol, port } = new URL(address);
  return `${sessionCookieName(protocol === "https:" ? "https" : "http", port)}=${secret}`;
}
