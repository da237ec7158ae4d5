import { type AnyElysia, Elysia } from "elysia";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../delivery/epos/epos-message.ts";
import { factsOf, type PrinterProtocol, PRINTER_PROTOCOLS } from "../domain/protocols.ts";
import type { Listener } from "../printers/listeners.ts";
import type { PrinterRequest } from "../printers/protocol.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import type { HttpPorts } from "../printing.ts";
import { reserveForPrinter } from "./body-reservation.ts";
import { type Call, endpoint, HIDDEN } from "./endpoint.ts";
import { errorResponse } from "./error-response.ts";
import { httpPort, type Leaving, listenAt } from "./http-port.ts";
import type { ShopHttpService } from "./http-service.ts";
import { droppedConnection, reply } from "./reply.ts";
import { readBody, requestTooLarge } from "./request-body.ts";
import type { SecurePorts } from "./secure-ports.ts";
import { requesterOf } from "./session-cookie.ts";

const NOTHING_HERE = "This is a printer's port: a POS can print here. The dashboard is at another.\n";
const PLAIN_TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/** The routes of all protocols that speak HTTP. */
export function protocolsController(service: ShopHttpService) {
  return PRINTER_PROTOCOLS.reduce((app, name) => app.use(routesOf(service, name, null)), new Elysia());
}

/** The ports of protocols that speak HTTP. @param port the service's own HTTP port */
export function httpPorts(service: ShopHttpService, port: number): HttpPorts {
  return {
    port,
    securePort: service.https.port,
    open(protocol, printer, host, wanted): Listener {
      return listen(printerPort(service).use(routesOf(service, protocol, printer)), host, wanted);
    },
    openWeb(host, wanted, isSecure): Listener {
      const create = (leaving?: Leaving) => printerPort(service, leaving).use(protocolsController(service));
      return isSecure ? securePorts(service).open(create, host, wanted) : listen(create(), host, wanted);
    },
  };
}

/** A port that has nothing but routes of printers. */
function printerPort(service: ShopHttpService, leaving?: Leaving) {
  return httpPort(service, leaving).onError(({ code, error }) =>
    code === "NOT_FOUND" ? reply(404, NOTHING_HERE, PLAIN_TEXT) : errorResponse(error, service.log),
  );
}

function listen(app: AnyElysia, hostname: string, wanted: number): Listener {
  const server = listenAt(app, { hostname, port: wanted });
  return { port: server.port ?? wanted, stop: () => server.stop(true) };
}

/** @throws Error where the service has no certificates */
function securePorts({ secure }: ShopHttpService): SecurePorts {
  if (secure === null) throw new Error("the service has no HTTPS");
  return secure.ports;
}

/** @param own the printer whose own port the routes are of; `null` for a port of the service */
function routesOf(service: ShopHttpService, name: PrinterProtocol, own: ServicePrinter | null) {
  const answer = endpoint(service, async (call) => {
    const handler = await service.printing.handlerOf(name);
    return handler(printerRequest(service, call, factsOf(name).title), own);
  });
  const { routes = [] } = factsOf(name);
  return routes.reduce((app, { method, path }) => app.route(method, path, answer, HIDDEN), new Elysia());
}

function printerRequest(service: ShopHttpService, call: Call, title: string): PrinterRequest {
  const { request } = call;
  return {
    request,
    client: call.address,
    requester: requesterOf(request),
    isOwn: request.headers.get(OWN_REQUEST_HEADER) === OWN_REQUEST_KEY,
    parameter: (name) => call.query().last(name),
    async withBody(limit, work) {
      using reservation = reserveForPrinter(call, service.intake, limit);
      const tooLarge = () => requestTooLarge(limit, title);
      return await work(await readBody(request, limit, tooLarge, reservation.coming), reservation);
    },
    text: (status, text) => reply(status, text, PLAIN_TEXT),
    failure(error) {
      if (request.signal.aborted) throw error;
      return errorResponse(error, service.log);
    },
    drop: droppedConnection,
  };
}
