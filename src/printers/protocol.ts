import { join } from "node:path";
import type { Clock } from "../domain/clock.ts";
import type { Requester } from "../domain/origin-verdict.ts";
import { factsOf, type PrinterProtocol } from "../domain/protocols.ts";
import type { LargeDocuments } from "../documents/large-documents.ts";
import type { Log } from "../operations/log.ts";
import type { Listener } from "./listeners.ts";
import type { PrintOrigins } from "./origins/print-origins.ts";
import type { MemoryReservation } from "./printer-endpoint.ts";
import type { ServicePrinter } from "./service-printer.ts";

/** What a protocol is given of the service, once for its life. */
export interface ProtocolContext {
  readonly printers: {
    /** All printers, the oldest first. */
    all(): ServicePrinter[];
    /** The printer with this name, whatever its case; `null` when there is none. */
    find(name: string): ServicePrinter | null;
  };
  /** Which web pages may print. */
  readonly origins: PrintOrigins;
  /** For what anybody on the network can make happen. */
  readonly log: Log;
  /** What hosts are told that the time is. */
  readonly clock: Clock;
  readonly documents: LargeDocuments;
  readonly maximumPrintBytes: number;
  /** The dashboard's address, for a host that knows this machine as `host`. */
  dashboardAddress(host: string): string;
}

/** Where a protocol is to listen. */
interface ProtocolPlace {
  readonly host: string;
  readonly port: number;
  /** Whose port it is; `null` for one of all printers. */
  readonly printer: ServicePrinter | null;
}

/** A request to a printer by HTTP. */
export interface PrinterRequest {
  readonly request: Request;
  /** The client's address, without its port. */
  readonly client: string;
  readonly requester: Requester;
  /** Whether it is this service that delivers to a printer. */
  readonly isOwn: boolean;
  /** The last query parameter of a name; `null` without one. */
  parameter(name: string): string | null;
  /**
   * Reads the body once memory is reserved for it, and does something with it while it is.
   * @throws TillrollError RATE_LIMIT_EXCEEDED, STORAGE_UNAVAILABLE, REQUEST_TOO_LARGE
   */
  withBody<Result>(
    maximumBytes: number,
    work: (body: Uint8Array<ArrayBuffer>, reservation: MemoryReservation) => Promise<Result>,
  ): Promise<Result>;
  /** A plain text. */
  readonly text: (status: number, text: string) => Response;
  /** What an error is answered with. @throws the error when the client has gone */
  failure(error: unknown): Response;
  /** No answer: the connection is cut. */
  readonly drop: () => Response;
}

/** Answers requests by HTTP. @param own the printer whose own port it came to; `null` for a port of the service */
export type PrinterHandler = (request: PrinterRequest, own: ServicePrinter | null) => Promise<Response>;

/** A protocol by which hosts print, as its folder has it: it listens by itself, or answers at its routes. */
export interface PrintingProtocol {
  readonly listen?: (context: ProtocolContext, place: ProtocolPlace) => Listener | Promise<Listener>;
  readonly serve?: (context: ProtocolContext) => PrinterHandler;
}

/**
 * Loads a protocol: many shops use one or two of them, and the service answers before. The build makes each an entry point
 * of the binary, where what was TypeScript is JavaScript.
 */
export async function loadProtocol(name: PrinterProtocol): Promise<PrintingProtocol> {
  const { folder } = factsOf(name);
  const path = Bun.isStandaloneExecutable ? `printers/${folder}/protocol.js` : `${folder}/protocol.ts`;
  const loaded = (await import(join(import.meta.dir, path))) as { readonly protocol: PrintingProtocol };
  return loaded.protocol;
}
