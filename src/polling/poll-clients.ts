import type { Database } from "bun:sqlite";
import { printerUuid } from "../domain/printer.ts";
import type { PrinterSettings } from "../contract/printer-settings.ts";
import { type PollSource, readPollCredentials, readPollSource } from "../domain/poll-source.ts";
import type { LargeDocuments } from "../documents/large-documents.ts";
import type { Log } from "../operations/log.ts";
import type { ServicePrinter } from "../printers/service-printer.ts";
import { type PolledJobChange, PolledJobStore } from "../storage/polled-job-store.ts";
import type { Writer } from "../storage/writer.ts";
import { CloudPrntClient } from "./cloudprnt-client.ts";
import { DirectPrintClient } from "./direct-print-client.ts";
import { PlainClient } from "./plain-client.ts";
import { PollClient, type PollServices, type PollTimes } from "./poll-client.ts";
import { PollConnection } from "./poll-connection.ts";
import { POLLING_LIMITS } from "./poll-limits.ts";
import type { PollProtocol } from "./poll-protocol.ts";
import type { PollTrouble } from "./polling-health.ts";

interface PollClientsOptions {
  /** A reading connection. */
  readonly database: Database;
  readonly writer: Pick<Writer, "submit">;
  readonly documents: LargeDocuments;
  readonly log: Log;
  readonly times?: PollTimes;
  readonly random?: () => number;
}

/** How a printer asks: with another of these it is another client. */
type PollSettings = Pick<PrinterSettings, "poll" | "pollCredentials" | "pollAuthority">;

interface Running {
  readonly settings: PollSettings;
  readonly client: PollClient;
  readonly abortion: AbortController;
}

/** The printers of ours that ask addresses for jobs. */
export class PollClients {
  private readonly running = new Map<number, Running>();
  /** Ends of clients that are over, each before its printer's next begins. */
  private readonly ending = new Map<number, Promise<void>>();
  private readonly services: PollServices;
  private isClosed = false;

  constructor(private readonly options: PollClientsOptions) {
    const { database, writer, documents, log, times = POLLING_LIMITS, random = Math.random } = options;
    const jobs = new PolledJobStore(database);
    const record = (change: PolledJobChange) => writer.submit({ kind: "polledJob", change });
    this.services = { jobs, record, documents, log, times, random };
  }

  /** Why a printer's address cannot be asked, as a sentence; `null` while it can, and without one. */
  troubleOf(printerId: number): string | null {
    return this.running.get(printerId)?.client.trouble ?? null;
  }

  /** The printers whose addresses could not be asked again and again. */
  troubles(): PollTrouble[] {
    return [...this.running.values()].flatMap(({ client: { trouble, failures, printerName } }) => {
      const isTold = trouble !== null && failures >= POLLING_LIMITS.toldFailures;
      return isTold ? [{ printer: printerName, reason: trouble }] : [];
    });
  }

  /** Takes the printers that there are now. */
  update(printers: readonly ServicePrinter[]): void {
    if (this.isClosed) return;
    const polling = new Map(
      printers.filter(({ printer }) => printer.poll !== null).map((printer) => [printer.printer.id, printer]),
    );
    for (const [id, running] of this.running) {
      const printer = polling.get(id);
      if (printer !== undefined && Bun.deepEquals(settingsOf(printer), running.settings)) continue;
      this.running.delete(id);
      this.ending.set(id, this.end(id, running, printer?.printer.poll ?? null));
    }
    for (const [id, printer] of polling) if (!this.running.has(id)) void this.begin(id, printer);
  }

  /** Stops asking: what is being stored is made durable. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.running.values()].map(stop));
    await Promise.all(this.ending.values());
    this.running.clear();
  }

  private async begin(id: number, printer: ServicePrinter): Promise<void> {
    await this.ending.get(id);
    // Another change may have come meanwhile.
    if (this.isClosed || this.running.has(id) || printer.isRemoved) return;
    const settings = settingsOf(printer);
    const address = settings.poll ?? "";
    const source = readPollSource(address);
    // Such as one that another version of ours knows.
    if (typeof source === "string") {
      const details = { printer: printer.printer.name, reason: `It ${source}` };
      this.options.log.write("error", "an address for jobs cannot be used", details);
      return;
    }
    const abortion = new AbortController();
    const connection = new PollConnection({
      url: source.url,
      credentials: settings.pollCredentials === null ? null : readPollCredentials(settings.pollCredentials),
      authority: settings.pollAuthority,
      signal: abortion.signal,
    });
    const protocol = protocolOf(source, printer, connection);
    const client = new PollClient({ printer, source, address, protocol }, this.services);
    this.running.set(id, { settings, client, abortion });
  }

  private async end(id: number, running: Running, address: string | null): Promise<void> {
    await stop(running);
    if (running.settings.poll === address) return;
    try {
      await this.services.record({ do: "forget", printerId: id, source: address });
    } catch (error) {
      // What stays is looked at no more, and goes with the next change.
      this.options.log.write("warning", "jobs of an address that is not asked any more were not forgotten", {
        error: String(error),
      });
    }
  }
}

async function stop({ client, abortion }: Running): Promise<void> {
  const closed = client.close();
  abortion.abort();
  await closed;
}

function settingsOf({ printer: { poll, pollCredentials, pollAuthority } }: ServicePrinter): PollSettings {
  return { poll, pollCredentials, pollAuthority };
}

function protocolOf({ kind }: PollSource, printer: ServicePrinter, connection: PollConnection): PollProtocol {
  const language = () => printer.language;
  const maximumBytes = printer.maximumJobBytes;
  switch (kind) {
    case "cloudprnt":
      return new CloudPrntClient({
        connection,
        language,
        maximumBytes,
        macAddress: macAddressOf(printer),
        intervalSeconds: () => printer.printer.pollSeconds,
      });
    case "sdp":
      return new DirectPrintClient(connection, printer.printer.name);
    case "poll":
      return new PlainClient({ connection, language, maximumBytes });
  }
}

/** An address that stays the printer's own; its second lowest bit says that no maker has given it (IEEE 802). */
function macAddressOf({ printer }: ServicePrinter): string {
  const bytes = printerUuid(printer).replaceAll("-", "").slice(-10).match(/../g) ?? [];
  return ["02", ...bytes].join(":");
}
