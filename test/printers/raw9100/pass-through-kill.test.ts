import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import net from "node:net";
import type { InterruptionPolicy } from "../../../src/contract/printer-settings.ts";
import { type Behaviour, ScriptedPrinter } from "../../delivery/scripted-printer.ts";
import { freePort, type PrintAnswer, run, Service } from "../../service.ts";

const PATIENCE_MILLISECONDS = 45_000;

const CUT = "\x1dVA\0";
const ASK_ID = "\x1d(H\x06\x0000abcd";
const ECHO = "37226162636400";

interface DeliveryAnswer {
  readonly printId: number;
  readonly state: string;
  readonly possibleDuplicate: boolean;
  readonly reason: string | null;
}

/** The real service, with a real printer behind it, and a host. */
class KilledService {
  answers = "";
  private socket: net.Socket | null = null;

  private constructor(
    private service: Service,
    readonly real: ScriptedPrinter,
    private readonly port: number,
  ) {}

  static async start(
    behaviour: Partial<Behaviour>,
    whenInterrupted: InterruptionPolicy,
  ): Promise<KilledService> {
    const real = ScriptedPrinter.start(behaviour);
    const service = await Service.start();
    const rawPort = freePort();
    const json = { name: "till", rawPort, target: real.target, whenInterrupted };
    const made = await run(["token", "create", "--scopes", "admin", "--data", service.folder]);
    const token = made.stdout.trim();
    const response = await service.fetch("/api/workspace/default/printers", { json, token });
    expect(response.status).toBe(201);
    return new KilledService(service, real, rawPort);
  }

  async send(words: string): Promise<void> {
    if (this.socket === null) {
      this.socket = await this.connect();
      this.socket.on("data", (data: Buffer) => (this.answers += data.toString("hex")));
    }
    this.socket.write(Buffer.from(words, "latin1"));
  }

  /** Connects a host. */
  async connect(): Promise<net.Socket> {
    const socket = net.connect({ port: this.port, host: "127.0.0.1" });
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  }

  /** Ends the service without warning, and starts another on its folder. */
  async kill(): Promise<void> {
    const { folder, token } = this.service;
    await this.service.stop("SIGKILL");
    this.socket?.destroy();
    this.socket = null;
    this.service = await Service.start({ folder, token });
  }

  async deliveries(): Promise<DeliveryAnswer[]> {
    const response = await this.service.fetch("/api/workspace/default/deliveries");
    const { items } = (await response.json()) as { items: DeliveryAnswer[] };
    return items.toReversed();
  }

  /** Waits until the deliveries are in these states. */
  async untilStates(...states: string[]): Promise<DeliveryAnswer[]> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const deliveries = await this.deliveries();
      if (JSON.stringify(deliveries.map(({ state }) => state)) === JSON.stringify(states)) return deliveries;
      if (performance.now() > deadline) throw new Error(JSON.stringify([deliveries, this.service.logged]));
      await Bun.sleep(10);
    }
  }

  async until(holds: () => boolean): Promise<void> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    while (!holds()) {
      if (performance.now() > deadline)
        throw new Error(`it did not come: ${this.answers} ${this.real.paper}`);
      await Bun.sleep(5);
    }
  }

  async print(id: number): Promise<{ print: PrintAnswer; text: string }> {
    const print = (await (await this.service.prints(`/${id}`)).json()) as PrintAnswer;
    const raw = await (await this.service.prints(`/${id}/raw`)).arrayBuffer();
    return { print, text: Buffer.from(raw).toString("latin1") };
  }

  async end(): Promise<void> {
    this.socket?.destroy();
    await this.service.stop();
    rmSync(this.service.folder, { recursive: true, force: true });
    this.real.goAway();
  }
}

test.each<[InterruptionPolicy, string, RegExp]>([
  ["hold", "held", /^$/],
  ["resend", "done", /COPY\?[^]*hello\n\|$/],
])(
  "kill -9 when a job is durable and the printer has not answered: the policy %s decides",
  async (policy, state, paper) => {
    await using killed = await disposable({ hangs: true }, policy);
    await killed.service.send(`hello\n${CUT}${ASK_ID}`);
    // Whether the host has an answer by now hangs on the machine: a printer that was slow to be joined is answered for.
    const [before] = await killed.service.untilStates("sending");
    await killed.service.kill();
    killed.service.real.set({ hangs: false });
    const [after] = await killed.service.untilStates(state);
    expect(after).toMatchObject({ printId: before?.printId, possibleDuplicate: policy === "resend" });
    if (policy === "hold") expect(after?.reason).toMatch(/service ended/);
    expect(killed.service.real.paper).toMatch(paper);
    expect((await killed.service.print(after?.printId ?? 0)).text).toBe(`hello\n${CUT}${ASK_ID}`);
  },
);

test.each<[InterruptionPolicy, string, RegExp]>([
  ["hold", "held", /^one\n$/],
  ["resend", "done", /^one\n[^]*COPY\?[^]*one\n$/],
])(
  "kill -9 in the middle of a job whose first part was answered for: it becomes a print, and the policy %s decides",
  async (policy, state, paper) => {
    await using killed = await disposable({}, policy);
    await killed.service.send("one\n\x1dr\x01");
    await killed.service.until(() => killed.service.answers === "00");
    expect(await killed.service.deliveries()).toEqual([]);
    await killed.service.kill();
    const [after] = await killed.service.untilStates(state);
    expect(after?.possibleDuplicate).toBe(policy === "resend");
    const { print, text } = await killed.service.print(after?.printId ?? 0);
    expect(text).toBe("one\n\x1dr\x01");
    expect(print.tag["incomplete"]).toBe("true");
    const before = killed.service.real.paper;
    expect(before).toMatch(paper);
    // And the printer is joined as before.
    await killed.service.send(`two\n${CUT}${ASK_ID}`);
    await killed.service.until(() => killed.service.answers.endsWith(ECHO));
    await killed.service.untilStates(state, "done");
    expect(killed.service.real.paper).toBe(`${before}two\n|`);
  },
);

test("kill -9 when a job goes through of which a part was durable before: it is not taken for one that never was sent", async () => {
  await using killed = await disposable({}, "hold");
  const { service } = killed;
  const other = await service.connect();
  other.write("other\n");
  await service.until(() => service.real.paper === "other\n");
  // Answered by us, as another has the printer; and joined when that one has gone.
  await service.send("one\n\x1dr\x01");
  await service.until(() => service.answers === "00");
  other.end();
  await service.until(() => service.real.paper.endsWith("one\n"));
  await service.kill();
  const [, after] = await service.untilStates("done", "held");
  expect(after?.reason).toMatch(/service ended/);
  expect(service.real.paper).toBe("other\none\n");
});

async function disposable(behaviour: Partial<Behaviour>, policy: InterruptionPolicy) {
  const service = await KilledService.start(behaviour, policy);
  return { service, [Symbol.asyncDispose]: () => service.end() };
}
