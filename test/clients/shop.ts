import { expect } from "bun:test";
import net from "node:net";
import { type Behaviour, ScriptedPrinter } from "../delivery/scripted-printer.ts";
import { freePort, NO_PRINTER_PORTS, type PrintAnswer, run, Service } from "../service.ts";
import { until } from "../until.ts";
import type { Ports } from "./pos-client.ts";

/** What the printer of a client speaks. */
export interface Language {
  readonly isStar?: true;
}

function behaviourOf({ isStar }: Language): Partial<Behaviour> {
  return isStar === true ? { isStar } : { identity: ["EPSON", "TM-T88V"] };
}

/** A printer as clients expect it: it tells what it is, and its status by itself. */
export function startPrinter(language: Language): ScriptedPrinter {
  return ScriptedPrinter.start(behaviourOf(language));
}

/** The paper of a printer that gets bytes without us. */
export async function paperOf(bytes: Buffer, language: Language): Promise<string> {
  const direct = startPrinter(language);
  net
    .connect(direct.port, "127.0.0.1")
    .on("error", () => {})
    .end(bytes)
    .resume();
  await until(() => direct.received.length === bytes.length && direct.open.size === 0, "the paper");
  direct.goAway();
  return direct.paper;
}

/** The compiled service, with a printer behind its own. */
export class Shop {
  private constructor(
    readonly service: Service,
    readonly real: ScriptedPrinter,
    readonly ports: Ports,
  ) {}

  static async start(language: Language): Promise<Shop> {
    const real = startPrinter(language);
    const [raw, lpd] = [freePort(), freePort()];
    const service = await Service.start({
      environment: { ...NO_PRINTER_PORTS, TILLROLL_RAW_PORT: String(raw), TILLROLL_LPD_PORT: String(lpd) },
    });
    const model = language.isStar === true ? "star-mc-print3" : "epson-80mm";
    // A busy machine may take longer than a kick is worth.
    const settings = ["--model", model, "--target", real.target, "--kick-lifetime", "none"];
    const changed = await run(["printer", "update", "receipt", ...settings, "--data", service.folder]);
    expect(changed).toMatchObject({ exitCode: 0, stderr: "" });
    return new Shop(service, real, { raw, lpd, http: Number(new URL(service.address).port) });
  }

  /** Each print that is stored, with its bytes, in order. */
  async prints(): Promise<{ print: PrintAnswer; raw: Buffer }[]> {
    const answer = await this.service.prints("/search", { json: {} });
    const { items } = (await answer.json()) as { items: PrintAnswer[] };
    return Promise.all(
      items
        .toSorted((one, other) => one.id - other.id)
        .map(async (print) => {
          const raw = await (await this.service.prints(`/${print.id}/raw`)).arrayBuffer();
          return { print, raw: Buffer.from(raw) };
        }),
    );
  }

  /** The states of all deliveries. */
  async deliveryStates(): Promise<string[]> {
    const answer = await this.service.fetch("/api/workspace/default/deliveries");
    return ((await answer.json()) as { items: { state: string }[] }).items.map(({ state }) => state);
  }

  /** Waits until so many deliveries are done. */
  delivered(count: number): Promise<void> {
    const isDone = async () =>
      (await this.deliveryStates()).filter((state) => state === "done").length >= count;
    return until(isDone, "the delivery");
  }

  /** Waits until the service knows whether the real printer can print. */
  isOnline(online: boolean): Promise<void> {
    return until(async () => {
      const answer = await this.service.fetch("/api/workspace/default/printers");
      const { items } = (await answer.json()) as { items: { state: { online: boolean } }[] };
      return items[0]?.state.online === online;
    }, `a printer whose being online is ${online}`);
  }

  async end(): Promise<void> {
    await this.service.end();
    this.real.goAway();
  }
}
