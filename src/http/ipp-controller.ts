import { Elysia } from "elysia";
import { endpoint, HIDDEN } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";
import { reply } from "./reply.ts";
import { requesterOf } from "./requester.ts";

/** IPP, for CUPS and its kin. There is no token in it: who may print is each printer's list of addresses and of web pages. */
export function ippController(service: HttpService) {
  const answer = endpoint(service, async (call) => {
    const ipp = await service.printing.protocols.ipp();
    const host = URL.parse(call.request.url, "http://localhost")?.host ?? "localhost";
    const { printers, origins } = service.printing;
    const requester = requesterOf(call.request);
    let isRefused = false;
    const response = await ipp.answer(call.request, call.address, {
      resolve: (name) => {
        const printer = name === "" ? (printers.all()[0] ?? null) : printers.find(name);
        const admitted = printer === null ? null : origins.admit(printer, requester, call.address);
        isRefused = printer !== null && admitted === null;
        return admitted;
      },
      printerUri: (name) => `ipp://${withPort(host)}/ipp/print/${encodeURIComponent(name)}`,
      detailsOf: (printer) => service.printing.detailsOf(printer),
      moreInfoUri: () => service.printing.dashboardAddress(host),
    });
    return isRefused ? forbidden() : response;
  });
  return new Elysia().all("/ipp/print", answer, HIDDEN).all("/ipp/print/*", answer, HIDDEN);
}

/** A browser shows it to whoever looks why nothing was printed. */
function forbidden(): Response {
  return reply(403, "Web pages of this origin may not print here; see the service's log.\n", {
    "Content-Type": "text/plain; charset=utf-8",
  });
}

/** IPP's own port is 631, and HTTP's is 80, which a Host header leaves out. */
function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:80`;
}
