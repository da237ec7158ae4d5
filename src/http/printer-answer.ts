import type { PrinterAnswer } from "../contract/printer.ts";
import { formatInstant } from "../domain/instant.ts";
import { isPairing } from "../domain/origin-verdict.ts";
import { isOffline } from "../domain/printer-status.ts";
import type { Printer } from "../domain/printer.ts";
import type { HttpService } from "./http-service.ts";

type State = PrinterAnswer["state"];

/** A printer as the API shows it: its settings, how it is now, and what waits for the real one. */
export function printerAnswer(service: HttpService, printer: Printer): PrinterAnswer {
  const { pairingUntil, createdAt, updatedAt, ...settings } = printer;
  const { since, ...backlog } = service.deliveries.waitingFor(printer.id);
  const isPairingNow = isPairing(printer, service.clock());
  return {
    ...settings,
    pairingUntil: isPairingNow ? formatInstant(pairingUntil ?? 0) : null,
    createdAt: formatInstant(createdAt),
    updatedAt: formatInstant(updatedAt),
    state: stateOf(service, printer),
    queue: { ...backlog, since: since === null ? null : formatInstant(since) },
  };
}

function stateOf({ printing: { printers, origins } }: HttpService, printer: Printer): State {
  const endpoint = printers.find(printer.name);
  const status = endpoint?.status ?? null;
  return {
    online: status !== null && !isOffline(status),
    ...status,
    ports: printers.portsOf(printer),
    troubles: endpoint === null ? [] : printers.troublesOf(endpoint),
    refusedOrigins: origins
      .refusedOf(printer)
      .map(({ lastAt, ...refused }) => ({ ...refused, lastAt: formatInstant(lastAt) })),
  };
}
