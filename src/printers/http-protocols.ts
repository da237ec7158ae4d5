import { type Clock, monotonicClock } from "../domain/clock.ts";
import type { Printer } from "../domain/printer.ts";
import type { Charset, PrinterProfile } from "../escpos/escpos.ts";
import type { Log } from "../operations/log.ts";
import { DOCUMENT_LIMITS, type LargeDocuments } from "../documents/large-documents.ts";
import { hostWork } from "../platform/time-slices.ts";
import type { EncodingTarget } from "./epos/epos-document.ts";
import type { EposRequest } from "./epos/epos.ts";
import type { IppService } from "./ipp/ipp.ts";
import type { PrinterEndpoint } from "./printer-endpoint.ts";

export interface HttpProtocolsOptions {
  readonly log: Log;
  /** What hosts are told that the time is. */
  readonly clock: Clock;
  readonly documents: LargeDocuments;
  /** How the bytes of a printer's prints are read, the workspace's settings included. */
  readonly readingOf: (printer: Printer) => { readonly profile: PrinterProfile; readonly charset: Charset };
}

/** The protocols of printers that stand on HTTP, each loaded with its first request: many shops use neither. */
export class HttpProtocols {
  private loadedEpos: ReturnType<typeof this.loadEpos> | null = null;
  private loadedIpp: ReturnType<typeof this.loadIpp> | null = null;

  constructor(private readonly options: HttpProtocolsOptions) {}

  epos() {
    return (this.loadedEpos ??= this.loadEpos());
  }

  ipp() {
    return (this.loadedIpp ??= this.loadIpp());
  }

  private async loadEpos() {
    const epos = await import("./epos/epos.ts");
    const { log, documents, readingOf } = this.options;
    const read = (body: Uint8Array, target: EncodingTarget | null) =>
      body.byteLength <= DOCUMENT_LIMITS.smallEposBytes && hostWork.hasTime
        ? hostWork.run(() => epos.readEposJob(body, target))
        : documents.readEposJob(body, target);
    const wait = (milliseconds: number) => Bun.sleep(milliseconds);
    const service = { jobs: new epos.EposJobs(), read, readingOf, now: monotonicClock, wait, log };
    return {
      ...epos,
      /** @param printerOf the printer of a devid */
      answer: (request: EposRequest, printerOf: (devid: string) => PrinterEndpoint | null) =>
        epos.answerEposPrint(request, { ...service, printerOf }),
    };
  }

  private async loadIpp() {
    const [{ IppJobs }, { answerIppHttp }] = await Promise.all([
      import("./ipp/ipp.ts"),
      import("./ipp/ipp-http.ts"),
    ]);
    const service = { jobs: new IppJobs(monotonicClock, this.options.clock), log: this.options.log };
    return {
      /**
       * @param client the host's address
       * @param addresses how it reaches the printers
       */
      answer: (request: Request, client: string, addresses: Omit<IppService, "jobs" | "log">) =>
        answerIppHttp(request, client, { ...service, ...addresses }),
    };
  }
}
