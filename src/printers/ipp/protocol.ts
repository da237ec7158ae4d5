import { monotonicClock } from "../../domain/clock.ts";
import type { PrinterHandler, PrintingProtocol, ProtocolContext } from "../protocol.ts";
import { answerIppHttp } from "./ipp-http.ts";
import { IppJobs } from "./job-table.ts";

/** IPP, for CUPS and its kin. There is no token in it: who may print is each printer's list of addresses and of web pages. */
export const protocol: PrintingProtocol = { serve };

function serve(context: ProtocolContext): PrinterHandler {
  const { printers, origins, log } = context;
  const jobs = new IppJobs(monotonicClock, context.clock);
  return async (call) => {
    const host = URL.parse(call.request.url, "http://localhost")?.host ?? "localhost";
    let isRefused = false;
    const response = await answerIppHttp(call.request, call.client, {
      resolve: (name) => {
        const printer = name === "" ? (printers.all()[0] ?? null) : printers.find(name);
        const admitted = printer === null ? null : origins.admit(printer, call.requester, call.client);
        isRefused = printer !== null && admitted === null;
        return admitted;
      },
      printerUri: (name) => `ipp://${withPort(host)}/ipp/print/${encodeURIComponent(name)}`,
      detailsOf: (printer) => context.detailsOf(printer),
      moreInfoUri: () => context.dashboardAddress(host),
      jobs,
      log,
    });
    // A browser shows it to whoever looks why nothing was printed.
    const refusal = "Web pages of this origin may not print here; see the service's log.\n";
    return isRefused ? call.text(403, refusal) : response;
  };
}

/** IPP's own port is 631, and HTTP's is 80, which a Host header leaves out. */
function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:80`;
}
