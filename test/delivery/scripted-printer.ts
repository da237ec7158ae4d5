import type { Socket, TCPSocketListener } from "bun";
import { type Command, Tokenizer } from "../../src/escpos/escpos.ts";
import { dialectFor } from "../../src/escpos/dialects.ts";

/** What a scripted printer does, and may be changed while it runs. */
export interface Behaviour {
  /** Whether it speaks Star Line Mode; Epson's requests are characters to it. */
  isStar: boolean;
  /** Whether it answers DLE EOT, GS r and GS ( H function 48; of Star's: ESC ACK SOH, and ETB with a count. */
  realTime: boolean;
  ordered: boolean;
  processId: boolean;
  trouble: "none" | "paper-end" | "cover-open" | "offline";
  /** Whether it closes its side when the host closes its own. */
  closesBack: boolean;
  /** Sends an automatic status with everything that comes, though nobody asked for it. */
  isChatty: boolean;
  /** Reads nothing more of a connection by which it has got this many bytes. */
  stallsAfter: number | null;
  /** Is gone, from the network too, when it has got this many bytes of what is to be printed. */
  diesAfter: number | null;
  /** Answers everything but never prints what it has. */
  hangs: boolean;
  /** The maker and model that it tells who asks by GS I 66 and 67; it then has the automatic status (GS a) too. */
  identity: readonly [maker: string, model: string] | null;
}

const WELL: Behaviour = {
  isStar: false,
  realTime: true,
  ordered: true,
  processId: true,
  trouble: "none",
  closesBack: true,
  isChatty: false,
  stallsAfter: null,
  diesAfter: null,
  hangs: false,
  identity: null,
};

interface Session {
  readonly tokenizer: Tokenizer;
  readonly waiting: Command[];
  receivedBytes: number;
  /** Whether the host has asked for Star's automatic status. */
  isWatched: boolean;
}

/** A receipt printer on a real socket: prints what it gets as text on `paper`, in order, and answers as real ones do. */
export class ScriptedPrinter {
  readonly behaviour: Behaviour;
  paper = "";
  /** All that it got, of all connections, as text of one character a byte. */
  received = "";
  /** Told of what it gets, as it comes. */
  onReceived: (text: string) => void = () => {};
  /** What it has counted by ETB. */
  private count = 0;
  /** Connections made so far, and those that are open. */
  connections = 0;
  readonly open = new Set<Socket<Session>>();
  private printedBytes = 0;
  private listener: TCPSocketListener<Session> | null = null;
  port = 0;

  private constructor(behaviour: Partial<Behaviour>) {
    this.behaviour = { ...WELL, ...behaviour };
  }

  static start(behaviour: Partial<Behaviour> = {}): ScriptedPrinter {
    const printer = new ScriptedPrinter(behaviour);
    printer.comeBack();
    return printer;
  }

  /** What of Epson's requests it got: DLE EOT, and whatever begins with GS. */
  get epsonsRequests(): string[] {
    return ["\x10\x04", "\x1d"].filter((request) => this.received.includes(request));
  }

  /** What it got but for Star's requests: ESC ACK SOH, ESC RS a 1, ETB. */
  get receivedJobs(): string {
    const requests = ["\x1b\x06\x01", "\x1b\x1ea\x01", "\x17"];
    return requests.reduce((received, request) => received.replaceAll(request, ""), this.received);
  }

  get target(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  /** Is switched off: what it has not printed is lost. */
  goAway(): void {
    this.listener?.stop(true);
    this.listener = null;
    for (const socket of this.open) socket.terminate();
    this.open.clear();
  }

  /** Is switched on again, at the same address. */
  comeBack(): void {
    this.goAway();
    this.printedBytes = 0;
    this.count = 0;
    this.listener = Bun.listen<Session>({
      hostname: "127.0.0.1",
      port: this.port,
      allowHalfOpen: true,
      socket: {
        open: (socket) => {
          this.connections++;
          const dialect = dialectFor(this.behaviour.isStar ? "star-line" : "escpos");
          socket.data = {
            tokenizer: new Tokenizer({ dialect }),
            waiting: [],
            receivedBytes: 0,
            isWatched: false,
          };
          this.open.add(socket);
        },
        data: (socket, bytes) => this.receive(socket, bytes),
        end: (socket) => {
          this.print(socket, socket.data.tokenizer.end());
          if (this.behaviour.closesBack) socket.end();
        },
        close: (socket) => {
          this.open.delete(socket);
        },
      },
    });
    this.port = this.listener.port;
  }

  /** Its trouble ends or begins; what it has is printed on when it can be. */
  set(change: Partial<Behaviour>): void {
    Object.assign(this.behaviour, change);
    for (const socket of this.open) {
      if (this.behaviour.stallsAfter === null) socket.resume();
      this.print(socket, []);
      if (this.behaviour.isChatty) this.tellStatus(socket);
    }
  }

  /** Sends something that nobody asked for. */
  say(bytes: readonly number[]): void {
    for (const socket of this.open) socket.write(new Uint8Array(bytes));
  }

  private receive(socket: Socket<Session>, bytes: Uint8Array): void {
    const { isChatty, stallsAfter } = this.behaviour;
    if (isChatty) this.tellStatus(socket);
    const text = Buffer.from(bytes).toString("latin1");
    this.received += text;
    this.onReceived(text);
    socket.data.receivedBytes += bytes.length;
    if (stallsAfter !== null && socket.data.receivedBytes >= stallsAfter) socket.pause();
    const commands = socket.data.tokenizer.push(bytes);
    this.print(
      socket,
      commands.filter((command) => !this.answerAtOnce(socket, command)),
    );
  }

  /** Real-time requests do not wait for what came before them. */
  private answerAtOnce(socket: Socket<Session>, { name, bytes }: Command): boolean {
    const { isStar, realTime, trouble } = this.behaviour;
    if (isStar) {
      if (name !== "ESC ACK SOH") return false;
      if (realTime) this.tellStatus(socket);
      return true;
    }
    if (name !== "DLE EOT") return false;
    const isOffline = trouble !== "none";
    const answers: Record<number, number> = {
      1: isOffline ? 0x1e : 0x16,
      2: trouble === "paper-end" ? 0x32 : trouble === "cover-open" ? 0x16 : 0x12,
      3: 0x12,
      4: trouble === "paper-end" ? 0x7e : 0x12,
    };
    if (realTime) socket.write(new Uint8Array([answers[bytes[2] ?? 0] ?? 0x12]));
    return true;
  }

  private print(socket: Socket<Session>, commands: readonly Command[]): void {
    const { waiting } = socket.data;
    waiting.push(...commands);
    while (this.behaviour.trouble === "none" && !this.behaviour.hangs) {
      const command = waiting.shift();
      if (command === undefined) return;
      if (!this.answerInOrder(socket, command)) this.putOnPaper(command);
      const { diesAfter } = this.behaviour;
      if (diesAfter !== null && this.printedBytes >= diesAfter) return this.goAway();
    }
  }

  private answerInOrder(socket: Socket<Session>, { name, bytes }: Command): boolean {
    const { isStar, ordered, processId } = this.behaviour;
    if (isStar) return this.countInOrder(socket, name, bytes);
    if (name === "GS r") {
      if (ordered) socket.write(new Uint8Array([0]));
      return true;
    }
    if (this.behaviour.identity !== null && this.tellIdentity(socket, name, bytes)) return true;
    if (name !== "GS ( H") return false;
    if (processId) socket.write(new Uint8Array([0x37, 0x22, ...bytes.subarray(7, 11), 0]));
    // A printer that does not know it prints what it can of it.
    else this.paper += "<garbage>";
    return true;
  }

  private tellIdentity(socket: Socket<Session>, name: string, bytes: Uint8Array): boolean {
    const [maker, model] = this.behaviour.identity ?? [];
    const told: Record<number, string | undefined> = { 66: maker, 67: model };
    if (name === "GS a" && bytes[2] !== 0) this.tellStatus(socket);
    if (name === "GS I") socket.write(`_${told[bytes[2] ?? 0] ?? ""}\0`);
    return name === "GS a" || name === "GS I";
  }

  /** ETB and ESC RS a are no part of the paper; of Epson's requests what can be printed is. */
  private countInOrder(socket: Socket<Session>, name: string, bytes: Uint8Array): boolean {
    if (name === "ESC RS a") socket.data.isWatched = bytes[3] !== 0;
    if (name === "CAN") this.count = 0;
    if (name !== "ETB") return name === "ESC RS a";
    if (this.behaviour.ordered) {
      this.count = (this.count + 1) % 32;
      if (socket.data.isWatched) this.tellStatus(socket);
    }
    return true;
  }

  private putOnPaper({ name, bytes }: Command): void {
    const { diesAfter } = this.behaviour;
    const room = diesAfter === null ? bytes.length : Math.max(diesAfter - this.printedBytes, 0);
    this.printedBytes += bytes.length;
    const shown = Buffer.from(bytes.subarray(0, room)).toString("latin1");
    const isCut = this.behaviour.isStar ? name === "ESC d" : name === "GS V";
    this.paper += isCut ? (room >= bytes.length ? "|" : "") : shown;
  }

  private tellStatus(socket: Socket<Session>): void {
    const { trouble } = this.behaviour;
    const isOffline = trouble !== "none";
    if (this.behaviour.isStar) {
      const printer = (isOffline ? 0x08 : 0) | (trouble === "cover-open" ? 0x20 : 0);
      const counted = ((this.count & 0x18) << 2) | ((this.count & 0x07) << 1);
      const paper = trouble === "paper-end" ? 0x0e : 0;
      socket.write(new Uint8Array([0x23, 0x06, printer, 0, 0, paper, 0, counted, 0]));
      return;
    }
    const first = 0x14 | (isOffline ? 0x08 : 0) | (trouble === "cover-open" ? 0x20 : 0);
    socket.write(new Uint8Array([first, 0, trouble === "paper-end" ? 0x0f : 0, 0x0f]));
  }
}
