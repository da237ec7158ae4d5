import net from "node:net";
import { tagFromJson } from "../../../src/domain/print.ts";
import type { Printer } from "../../../src/domain/printer.ts";
import type { PrinterSettings } from "../../../src/contract/printer-settings.ts";
import { Intake } from "../../../src/intake/intake.ts";
import { DiskSpace } from "../../../src/operations/disk-space.ts";
import type { PrinterJob } from "../../../src/printers/printer-endpoint.ts";
import { RawListener } from "../../../src/printers/raw9100/raw-listener.ts";
import type { RawLimits } from "../../../src/printers/raw9100/raw9100-limits.ts";
import { ServicePrinter } from "../../../src/printers/service-printer.ts";
import { PrintReader } from "../../../src/storage/print-reader.ts";
import { WorkspaceStore } from "../../../src/storage/workspace-store.ts";
import { RealParts } from "../../delivery/real-parts.ts";
import { type Behaviour, ScriptedPrinter } from "../../delivery/scripted-printer.ts";

/** A printer of ours whose disk can be made slow or broken. */
class GatedPrinter extends ServicePrinter {
  /** What a store or spool waits for, and how it may fail. */
  gate: Promise<void> = Promise.resolve();

  override async store(job: PrinterJob): Promise<number> {
    await this.gate;
    return await super.store(job);
  }

  override async spool(...given: Parameters<ServicePrinter["spool"]>): Promise<void> {
    await this.gate;
    return await super.spool(...given);
  }
}

/** The automatic status of a printer that is well. */
const UNASKED_STATUS: readonly number[] = [0x14, 0, 0, 0x0f];

/** Short enough for tests. */
const LIMITS: Partial<RawLimits> = {
  silenceAfterCutMilliseconds: 150,
  silenceMilliseconds: 600,
  passedRestMilliseconds: 150,
  passedUnansweredMilliseconds: 1000,
  passedReplyMilliseconds: 60,
  passedPauseMilliseconds: 20,
  joinWaitMilliseconds: 2000,
  busyRetryMilliseconds: 10,
  yieldMilliseconds: 5,
  joinRetryMilliseconds: 30,
  settlingMilliseconds: 40,
  tickMilliseconds: 5,
  longestStepMilliseconds: 20,
};

/** A raw port of ours, over a real database, with a scripted printer behind it. */
export class JoinedPrinter {
  private readonly hosts: JoinedHost[] = [];

  private constructor(
    readonly parts: RealParts,
    readonly real: ScriptedPrinter,
    readonly ours: GatedPrinter,
    private readonly disk: DiskSpace,
    private readonly listener: RawListener,
  ) {}

  static async start(
    behaviour: Partial<Behaviour> = {},
    settings: Partial<PrinterSettings> = {},
    more: Partial<RawLimits> = {},
  ): Promise<JoinedPrinter> {
    const parts = await RealParts.start();
    const real = ScriptedPrinter.start(behaviour);
    const printer = await parts.addPrinter({
      name: "till",
      target: real.target,
      ...settings,
    });
    const { deliveries } = parts;
    const disk = new DiskSpace(parts.folder, 0);
    const workspaces = new WorkspaceStore(parts.database);
    const ours = new GatedPrinter(printer, {
      intake: new Intake(parts.writer, disk, 20_000_000, () => {}),
      workspaceOf: ({ workspaceId }: Printer) => {
        const workspace = workspaces.findById(workspaceId);
        if (workspace === null) throw new Error("no workspace");
        return workspace;
      },
      clock: Date.now,
      storageTrouble: () => null,
      onPrint: () => {},
      deliveries,
    });
    deliveries.onStatusChange(() => ours.refreshStatus());
    const log = { write() {} };
    const limits = { ...LIMITS, ...more };
    const listener = new RawListener({ endpoint: ours, host: "127.0.0.1", port: 0, log, limits });
    return new JoinedPrinter(parts, real, ours, disk, listener);
  }

  async connect(): Promise<JoinedHost> {
    const socket = net.connect({ port: this.listener.port, host: "127.0.0.1", allowHalfOpen: true });
    const host = new JoinedHost(socket, this.parts);
    this.hosts.push(host);
    await new Promise((resolve) => socket.once("connect", resolve));
    return host;
  }

  /**
   * Connects a host that certainly is joined: on a busy machine the printer may just be asked how it is, and the host is
   * answered by us at first.
   * @param request of the status
   * @param unasked a status that only the real printer can tell
   */
  async connectJoined(request = "\x10\x04\x01", unasked = UNASKED_STATUS): Promise<JoinedHost> {
    const host = await this.connect();
    const deadline = performance.now() + 10_000;
    while (!host.answers.includes(Buffer.from(unasked).toString("hex"))) {
      if (performance.now() > deadline) throw new Error("the host was never joined");
      host.send(request);
      await Bun.sleep(20);
      // Only the real printer tells what nobody has asked for.
      this.real.say(unasked);
      await Bun.sleep(20);
    }
    return host;
  }

  /** The prints that are durable, as text of one character a byte, and whether they are marked as incomplete. */
  prints(): { text: string; isIncomplete: boolean }[] {
    const reader = new PrintReader(this.parts.database);
    const ids = this.parts.database.query<{ id: number }, []>("SELECT id FROM print ORDER BY id").all();
    return ids.map(({ id }) => {
      const print = reader.read(1, id);
      const { raw } = reader.readRaw(print);
      return {
        text: Buffer.from(raw).toString("latin1"),
        isIncomplete: tagFromJson(print.tag).has("incomplete"),
      };
    });
  }

  /** Changes its settings, as the service does. */
  async set(settings: Partial<PrinterSettings>): Promise<void> {
    await this.parts.setPrinter(this.ours.printer.id, settings);
    this.ours.change({ ...this.ours.printer, ...settings });
  }

  stopListening(): Promise<void> {
    return this.listener.stop();
  }

  async end(): Promise<void> {
    for (const { socket } of this.hosts) socket.destroy();
    await this.listener.stop();
    this.disk.close();
    await this.parts.end();
    this.real.goAway();
  }
}

/** A host of it. */
export class JoinedHost {
  /** What it was answered, as hexadecimal. */
  answers = "";
  /** How the connection ended: `end` for a clean close, or the error's code. */
  closing: string | null = null;

  constructor(
    readonly socket: net.Socket,
    private readonly parts: RealParts,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (data: Buffer) => {
      this.answers += data.toString("hex");
    });
    socket.once("end", () => (this.closing ??= "end"));
    socket.once("error", (error: NodeJS.ErrnoException) => (this.closing ??= error.code ?? "error"));
  }

  send(words: string): void {
    this.socket.write(Buffer.from(words, "latin1"));
  }

  /** Sends the beginning of a job, and waits until it is with the printer, which then stops reading. */
  async beginAndStall(words: string, real: ScriptedPrinter): Promise<void> {
    this.send(words);
    await this.parts.until(() => real.paper.endsWith(words), "the beginning");
    real.set({ stallsAfter: 1 });
  }

  /** Sends, and waits for the answer. */
  async ask(words: string, answer: string): Promise<void> {
    this.answers = "";
    this.send(words);
    await this.parts.until(() => this.answers.length >= answer.length, `the answer ${answer}`);
    if (this.answers !== answer) throw new Error(`answered ${this.answers} and not ${answer}`);
  }
}
