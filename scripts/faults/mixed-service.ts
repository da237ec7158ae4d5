import { ownEnvironment, ServiceProcess } from "../service/service-process.ts";
import { StandInPrinter } from "../bench/forwarding-printer.ts";
import type { MixedPlace } from "./mixed-client.ts";
import { type MixedLedger, nameIn } from "./mixed-ledger.ts";
import { addPrinter, freePort } from "./printer-place.ts";

/** Every receipt's number becomes a tag. */
const RULE = { name: "Order", pattern: "Order (r\\d+x\\d+)", tag: { order: "$1" }, appliesTo: "all" };

/** Where the shop's printers are: kept, so that a run can go on with them. */
export interface ShopPorts {
  readonly raw: number;
  readonly passing: number;
  readonly epos: number;
  readonly lpd: number;
  readonly realPrinter: number;
}

/** A data folder with two printers, one of which passes its prints on, and a rule; and the real printer. */
export class MixedShop {
  /** How often each receipt has come to the real printer, by its name. */
  readonly arrivals = new Map<string, number>();
  private readonly realPrinter: StandInPrinter;

  private constructor(
    private readonly command: readonly string[],
    readonly dataFolder: string,
    readonly ports: ShopPorts,
  ) {
    const onJob = (bytes: Buffer) => {
      const name = nameIn(bytes);
      if (name !== null) this.arrivals.set(name, (this.arrivals.get(name) ?? 0) + 1);
    };
    const end = Buffer.from("TOTAL\n\x1dV\x00");
    this.realPrinter = new StandInPrinter("healthy", end, onJob, ports.realPrinter);
  }

  /** Makes the printers on a folder whose service does not run. The rule comes with {@link addRule}. */
  static async make(command: readonly string[], dataFolder: string): Promise<MixedShop> {
    const [raw, passing, epos, passingEpos, lpd, realPrinter] = Array.from({ length: 6 }, () => freePort());
    const ports = { raw, passing, epos, lpd, realPrinter } as ShopPorts;
    const till = { name: "till", rawPort: ports.raw, eposPort: ports.epos, lpdPort: ports.lpd };
    await addPrinter(command, dataFolder, till);
    const kitchen = { ...till, name: "kitchen", rawPort: ports.passing, eposPort: passingEpos ?? 0 };
    await addPrinter(command, dataFolder, kitchen, ["--target", `tcp://127.0.0.1:${ports.realPrinter}`]);
    return new MixedShop(command, dataFolder, ports);
  }

  /** Goes on with a folder on which printers were made. */
  static open(command: readonly string[], dataFolder: string, ports: ShopPorts): MixedShop {
    return new MixedShop(command, dataFolder, ports);
  }

  /** Starts the service. @param environment what is to be in it besides @param dataFolder another copy of the folder */
  async start(
    environment: Readonly<Record<string, string>> = {},
    dataFolder = this.dataFolder,
  ): Promise<ServiceProcess> {
    const own = { ...ownEnvironment(), TILLROLL_LPD_PORT: String(this.ports.lpd) };
    const { command } = this;
    return await ServiceProcess.start({ command, dataFolder, environment: { ...own, ...environment } });
  }

  /** Where clients of a running service print. */
  placeOf({ address, localToken }: ServiceProcess): MixedPlace {
    const { raw: rawPort, passing: passingPort, epos: eposPort, lpd: lpdPort } = this.ports;
    const ports = { rawPort, passingPort, eposPort, lpdPort };
    return { name: "till", ...ports, address, token: localToken, localToken };
  }

  /** Adds the rule by which every receipt gets a tag. */
  async addRule(service: ServiceProcess, ledger: MixedLedger): Promise<void> {
    const headers = { Authorization: `Bearer ${service.localToken}`, "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(RULE) };
    const response = await fetch(`${service.workspaceAddress}/rules`, init);
    if (!response.ok)
      ledger.faults.push(`no rule could be made: ${response.status} ${await response.text()}`);
  }

  end(): void {
    this.realPrinter.stop();
  }
}
