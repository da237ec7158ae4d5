import type { Log } from "../operations/log.ts";
import type { Call } from "./endpoint.ts";

/** Notes an answered request. @param route the pattern of its path */
export type RequestLog = (call: Call, route: string, status: number, milliseconds: number) => void;

/** Paths of the API hold names and ids; those of others may hold what lets a client in, such as a printer's secret. */
const API = "/api/";

/**
 * Logs each request when it is answered: whose, what, how it went and how long that took. No query, no header and no body:
 * these hold labels, codes and tokens.
 */
export function requestLog(log: Log): RequestLog {
  return (call, route, status, milliseconds) => {
    const { request, address: client, requestId } = call;
    const path = route.startsWith(API)
      ? (URL.parse(request.url, "http://localhost")?.pathname ?? route)
      : route;
    const took = Math.round(milliseconds * 10) / 10;
    log.write("info", `${request.method} ${path} ${status}`, { client, milliseconds: took, requestId });
  };
}
