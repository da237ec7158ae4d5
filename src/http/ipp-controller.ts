import { Elysia } from "elysia";
import { endpoint, UNREAD_BODY } from "./endpoint.ts";
import type { HttpService } from "./http-service.ts";

const HIDDEN = { detail: { hide: true } } as const;

/** IPP, for CUPS and its kin. There is no token in it: who may print is each printer's list of addresses. */
export function ippController(service: HttpService) {
  const answer = endpoint(service, async (call) => {
    const ipp = await service.printing.protocols.ipp();
    const host = URL.parse(call.request.url, "http://localhost")?.host ?? "localhost";
    const { printers } = service.printing;
    return ipp.answer(call.request, call.address, {
      resolve: (name) => (name === "" ? (printers.all()[0] ?? null) : printers.find(name)),
      printerUri: (name) => `ipp://${withPort(host)}/ipp/print/${encodeURIComponent(name)}`,
      detailsOf: (printer) => service.printing.detailsOf(printer),
      moreInfoUri: () => service.printing.dashboardAddress(host),
    });
  });
  return new Elysia()
    .all("/ipp/print", answer, { ...UNREAD_BODY, ...HIDDEN })
    .all("/ipp/print/*", answer, { ...UNREAD_BODY, ...HIDDEN });
}

/** IPP's own port is 631, and HTTP's is 80, which a Host header leaves out. */
function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:80`;
}
