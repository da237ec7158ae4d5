import { ScriptedPrinter } from "../../test/delivery/scripted-printer.ts";
import { sdkRequest } from "../../test/printers/epos/memory-printer.ts";
import type { ServiceProcess } from "../service/service-process.ts";

/** How long a print may take to the real printer, milliseconds. */
const PATIENCE_MILLISECONDS = 20_000;

/** A real printer behind a service, with the drawer at it: tells what came out since it was asked last. */
export class DrawerWatch implements Disposable {
  private readonly printer = ScriptedPrinter.start();
  private marks = 0;

  constructor(
    private readonly service: ServiceProcess,
    private readonly token: string,
  ) {}

  /** What a printer of the service is given as `--target`. */
  get target(): string {
    return this.printer.target;
  }

  /**
   * What has come out of the printer, once all that was to come has: a print of a program is sent after it, and left out.
   * @param name the printer of the service that all of it went to
   */
  async sinceLast(name: string): Promise<string> {
    const mark = `mark ${++this.marks};`;
    const answer = await fetch(eposAddress(this.service.address, name), {
      method: "POST",
      body: sdkRequest(`<text>${mark}</text>`),
    });
    const said = await answer.text();
    if (!said.includes('success="true"')) throw new Error(`a program could not print: ${said}`);
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (!this.printer.paper.includes(mark)) {
      if (performance.now() > deadline) throw new Error("a program's print never came out");
      await Bun.sleep(5);
    }
    const { paper } = this.printer;
    this.printer.paper = "";
    return paper.replace(mark, "");
  }

  /** How many prints the service has stored, beside those that were sent from here. */
  async stored(): Promise<number> {
    const answer = await fetch(`${this.service.workspaceAddress}/prints/search`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ deleted: "any", pageSize: 1 }),
    });
    return ((await answer.json()) as { total: number }).total - this.marks;
  }

  [Symbol.dispose](): void {
    this.printer.goAway();
  }
}

/** Where a printer of a service takes ePOS-Print. */
export function eposAddress(service: string, name: string): string {
  return `${service}/cgi-bin/epos/service.cgi?devid=${name}&timeout=10000`;
}
