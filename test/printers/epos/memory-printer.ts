import { detailsOf, type PrinterDetails } from "../../../src/printers/printer-details.ts";
import { HEALTHY, type PrinterStatus } from "../../../src/domain/printer-status.ts";
import { PRINTER_DEFAULTS } from "../../../src/contract/printer-settings.ts";
import { type Printer } from "../../../src/domain/printer.ts";
import { ClientRate } from "../../../src/intake/client-rate.ts";
import { TillrollError } from "../../../src/domain/errors.ts";
import { answerEposPrint, type EposService } from "../../../src/printers/epos/epos.ts";
import { readEposJob } from "../../../src/printers/epos/epos-job.ts";
import { EposJobs } from "../../../src/printers/epos/epos-jobs.ts";
import type {
  MemoryReservation,
  PrinterEndpoint,
  PrinterJob,
} from "../../../src/printers/printer-endpoint.ts";

/** A printer that keeps its jobs in memory, and can be made to fail. */
export class MemoryPrinter implements PrinterEndpoint {
  printer: Printer;
  language = "escpos" as const;
  isRemoved = false;
  status: PrinterStatus = HEALTHY;
  maximumJobBytes = 1024 * 1024;
  rate = new ClientRate({ bytesPerSecond: 0 });
  readonly jobs: PrinterJob[] = [];
  /** Bytes of reservation that are taken now. */
  taken = 0;
  roomBytes = 16 * 1024 * 1024;
  admitted: (client: string) => boolean = () => true;
  /** What storing waits for, or fails with. */
  beforeStore: () => Promise<void> = async () => {};

  constructor(settings: Partial<Printer> = {}) {
    this.printer = {
      ...PRINTER_DEFAULTS,
      id: 1,
      workspaceId: 1,
      userId: 1,
      name: "till",
      pairingUntil: null,
      createdAt: 0,
      updatedAt: 0,
      ...settings,
    };
  }

  get details(): PrinterDetails {
    return detailsOf(this.printer, {});
  }

  onChange(): () => void {
    return () => {};
  }

  admits(client: string): boolean {
    return this.admitted(client);
  }

  reserve(): MemoryReservation {
    let held = 0;
    return {
      grow: (bytes) => {
        if (this.taken + bytes > this.roomBytes)
          throw new TillrollError("STORAGE_UNAVAILABLE", "There is no reservation.");
        this.taken += bytes;
        held += bytes;
      },
      [Symbol.dispose]: () => {
        this.taken -= held;
      },
    };
  }

  async store(job: PrinterJob): Promise<number> {
    await this.beforeStore();
    this.jobs.push(job);
    return this.jobs.length;
  }

  discard(): Promise<void> {
    return Promise.resolve();
  }

  get canForward(): boolean {
    return false;
  }

  join(): Promise<"busy"> {
    return Promise.resolve("busy");
  }

  spool(): Promise<void> {
    throw new Error("ePOS-Print spools nothing");
  }
}

/** ePOS-Print over one printer, whose devid is `local_printer`; its clock stands until it is moved. */
export class MemoryService {
  time = 1_000_000;
  readonly waits: number[] = [];
  readonly logged: string[] = [];
  readonly service: EposService;

  constructor(readonly printer: MemoryPrinter) {
    this.service = {
      printerOf: (devid) => (devid === "local_printer" ? printer : null),
      jobs: new EposJobs(),
      read: readEposJob,
      now: () => this.time,
      wait: async (milliseconds) => {
        this.waits.push(milliseconds);
      },
      log: { write: (level, message) => this.logged.push(`${level} ${message}`) },
    };
  }

  /** The answer to a request's body. */
  async answer(body: string | Uint8Array, client = "192.0.2.7", devid = "local_printer"): Promise<Answer> {
    using reservation = this.printer.reserve();
    const bytes = Buffer.from(body);
    const answer = await answerEposPrint({ reservation, body: bytes, devid, client }, this.service);
    if (answer === null) throw new Error("the connection is cut");
    return readAnswer(answer);
  }
}

/** What a host reads in an answer. */
export interface Answer {
  readonly success: string | undefined;
  readonly code: string | undefined;
  readonly status: number;
  readonly battery: string | undefined;
  readonly printJobId: string | undefined;
}

/** Reads an answer as Epson's JavaScript SDK does: the element named `response`, and the one named `printjobid`. */
export function readAnswer(body: string): Answer {
  const response = /<response ([^>]*)\/>/.exec(body)?.[1] ?? "";
  const attribute = (name: string): string | undefined =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(response)?.[1];
  return {
    success: attribute("success"),
    code: attribute("code"),
    status: Number(attribute("status")),
    battery: attribute("battery"),
    printJobId: /<printjobid>([^<]*)<\/printjobid>/.exec(body)?.[1],
  };
}

const NAMESPACE = 'xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"';

/** A request as Epson's JavaScript SDK sends it. */
export function sdkRequest(elements: string, printJobId?: string): string {
  const header =
    printJobId === undefined
      ? ""
      : `<s:Header><parameter ${NAMESPACE}><printjobid>${printJobId}</printjobid></parameter></s:Header>`;
  return (
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">' +
    `${header}<s:Body><epos-print ${NAMESPACE}>${elements}</epos-print></s:Body></s:Envelope>`
  );
}
