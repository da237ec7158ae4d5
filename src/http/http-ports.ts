import { Elysia } from "elysia";
import type { Listener } from "../printers/listeners.ts";
import type { HttpPorts } from "../printing.ts";
import { eposController } from "./epos-controller.ts";
import { errorResponse } from "./error-response.ts";
import { hostCheck } from "./host-check.ts";
import type { HttpService } from "./http-service.ts";
import { LISTENING } from "./http.ts";
import { ippController } from "./ipp-controller.ts";
import { BASE_HEADERS } from "./reply.ts";

/** Opens the ports of printers that speak HTTP. */
export function httpPorts(service: HttpService, port: number): HttpPorts {
  const app = () =>
    new Elysia(LISTENING)
      .wrap(hostCheck(service))
      .onError(({ code, error }) =>
        code === "NOT_FOUND" ? nothingHere() : errorResponse(error, service.log),
      );
  return {
    port,
    openEpos: (printer, host, eposPort) =>
      listen(app().use(eposController(service, printer)).listen({ hostname: host, port: eposPort }).server),
    openIpp: (host, ippPort) =>
      listen(app().use(ippController(service)).listen({ hostname: host, port: ippPort }).server),
  };
}

/** A printer's port has nothing but its printer. */
function nothingHere(): Response {
  return new Response("This is a printer's port; the dashboard is at another.\n", {
    status: 404,
    headers: { ...BASE_HEADERS, "Content-Type": "text/plain; charset=utf-8" },
  });
}

function listen(
  server: { readonly port?: number; stop(now?: boolean): Promise<void> | void } | null,
): Listener {
  if (server?.port === undefined) throw new Error("the server did not start");
  return { port: server.port, stop: () => server.stop(true) };
}
