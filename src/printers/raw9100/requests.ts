import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Printer } from "../../domain/printer.ts";
import type { Command } from "../../escpos/escpos.ts";
import {
  automaticStatus,
  automaticStatusChanged,
  OFFLINE_RESPONSE,
  processIdResponse,
  transmittedStatus,
} from "../status/status.ts";
import { BlockTransfer } from "./block-transfer.ts";
import { identityReply } from "./identity.ts";
import { type MemoryAnswer, userSettings } from "./memory-requests.ts";
import { ORDERED_REQUESTS } from "./ordered-requests.ts";
import type { PrinterMemory } from "./printer-memory.ts";
import { REAL_TIME_REQUESTS } from "./real-time-requests.ts";

/** How the requests of a connection are answered. */
export interface Answers {
  readonly printer: Printer;
  readonly memory: PrinterMemory;
  /** What the host is told now. */
  readonly status: PrinterStatus;
  /** Whether the real printer answers, and nothing that is sent here reaches the host. */
  readonly isSilent: boolean;
  /** Sends at once. */
  send(bytes: Uint8Array<ArrayBuffer>): void;
  /** Calls when everything before is durable and the printer is online. */
  inOrder(reply: () => void): void;
  /** As {@link inOrder}, and ends the job. */
  afterJob(reply: () => void): void;
}

/** The counters that a receipt printer has (GS g 2): lines, print head, cutter, hours; since a reset and in all. */
const COUNTERS = new Set([20, 21, 50, 70, 148, 149, 178, 198]);

const ZERO = 0x30;

/** The requests of one connection: what is answered, with what, and what is told without being asked. */
export class Requests {
  /** The parameter of GS a: what is watched; 0 for nothing. */
  private watched = 0;
  /** The parameter of GS ( H function 49. */
  private tellsOffline = false;
  private isSetting = false;
  private transfer: BlockTransfer | undefined;
  /** Control codes of a run that is not complete that have answered blocks already. */
  private answeredControls = 0;

  constructor(private readonly answers: Answers) {}

  /** The changes of status that the host wants to hear of, as a parameter of GS a; 0 for none. */
  get watchedChanges(): number {
    return this.watched;
  }

  /** Whether the host's next byte answers a block (ACK, NAK, CAN). */
  get awaitsAnswer(): boolean {
    return this.transfer !== undefined;
  }

  /** Answers a real-time request. @returns whether the command is one */
  realTime(command: Command): boolean {
    const handler = REAL_TIME_REQUESTS.get(command.name);
    if (handler === undefined || command.truncated) return handler !== undefined;
    const bytes = handler(command, this.answers.status);
    if (bytes !== undefined) this.answers.send(Uint8Array.from(bytes));
    return true;
  }

  /** Acts on a command of the job; most are none of its business. */
  take(command: Command): void {
    if (!command.truncated) ORDERED_REQUESTS.get(command.name)?.(this, command);
  }

  /**
   * Looks whether a command answers a block: the answer is the byte that follows the request.
   * Anything else than ACK, NAK and CAN ends the transfer, but for real-time requests.
   */
  takeBlockAnswer(command: Command): void {
    const { answeredControls } = this;
    this.answeredControls = 0;
    if (this.transfer === undefined) return;
    if (command.name === "Control") this.answerBlocks(command.bytes.subarray(answeredControls));
    else if (command.name === "CAN") this.answerBlocks(command.bytes);
    else if (!command.name.startsWith("DLE")) this.transfer = undefined;
  }

  /** Takes control codes that nothing has followed yet: an answer to a block comes alone. */
  takePendingControls(controls: Uint8Array): void {
    this.answerBlocks(controls.subarray(this.answeredControls));
    this.answeredControls = controls.length;
  }

  /** Tells of a change, if the host wants to know. */
  statusChanged(before: PrinterStatus, after: PrinterStatus): void {
    if (automaticStatusChanged(this.watched, before, after)) this.answers.send(automaticStatus(after));
    if (this.tellsOffline && !isOffline(before) && isOffline(after)) {
      this.answers.send(Uint8Array.from(OFFLINE_RESPONSE));
    }
  }

  // What the commands ask for, by the table of requests.

  transmit(n: number): void {
    if (transmittedStatus(n, this.answers.status) === undefined) return;
    // What is told is the status at the time of the answer.
    this.answers.inOrder(() =>
      this.answers.send(Uint8Array.of(transmittedStatus(n, this.answers.status) ?? 0)),
    );
  }

  identify(n: number): void {
    const bytes = identityReply(n, this.answers.printer);
    if (bytes !== undefined) this.answers.inOrder(() => this.answers.send(bytes));
  }

  watch(n: number): void {
    const enable = () => {
      this.watched = n;
      if (n !== 0) this.answers.send(automaticStatus(this.answers.status));
    };
    // A printer that is switched off or out of reach takes in no commands; one with another fault tells of it.
    if (this.answers.status.isReachable || this.answers.isSilent) enable();
    else this.answers.inOrder(enable);
  }

  respond(command: Command): void {
    const [fn, m] = [command.byte(5), command.byte(6)];
    if (m !== 48) return;
    if (fn === 48 && command.length === 11) {
      const id = Uint8Array.from(command.data(7));
      this.answers.afterJob(() => this.answers.send(processIdResponse(id)));
    } else if (fn === 49 && command.length === 8) {
      const setting = command.digit(7);
      if (setting <= 2) this.tellsOffline = setting !== 0;
    }
  }

  settings(command: Command): void {
    const fn = command.byte(5);
    const word = Buffer.from(command.data(6)).toString("latin1");
    if (fn === 1 && word === "IN") {
      this.isSetting = true;
      this.answers.inOrder(() => this.answers.send(Uint8Array.of(0x37, 0x20, 0x00)));
    } else if (fn === 2 && word === "OUT") {
      // The end of the mode resets the printer.
      this.isSetting = false;
      this.watched = 0;
      this.tellsOffline = false;
    } else {
      this.tell(userSettings(command, this.answers.memory, this.isSetting));
    }
  }

  count(command: Command): void {
    // A printer without a mechanism has worn nothing.
    if (command.byte(3) !== 0 || !COUNTERS.has(command.word(4))) return;
    this.answers.inOrder(() => this.answers.send(Uint8Array.of(0x5f, ZERO, 0x00)));
  }

  tell(answer: MemoryAnswer): void {
    if (answer instanceof BlockTransfer) this.sendBlock(answer);
    else if (answer !== undefined) this.answers.inOrder(() => this.answers.send(answer));
  }

  get memory(): PrinterMemory {
    return this.answers.memory;
  }

  private answerBlocks(answers: Uint8Array): void {
    for (const answer of answers) {
      if (this.transfer === undefined) return;
      this.transfer.answer(answer);
      this.sendBlock(this.transfer);
    }
  }

  private sendBlock(transfer: BlockTransfer): void {
    const { block } = transfer;
    this.transfer = block === undefined ? undefined : transfer;
    if (block !== undefined) this.answers.inOrder(() => this.answers.send(block));
  }
}
