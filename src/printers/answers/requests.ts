import { isOffline, type PrinterStatus } from "../../domain/printer-status.ts";
import type { Command } from "../../escpos/escpos.ts";
import type { GraphicsMemory } from "../../escpos/graphics-store.ts";
import { type AnsweringPrinter, OFFLINE_RESPONSE, processIdResponse } from "../../escpos/answers.ts";
import {
  automaticStatus,
  automaticStatusChanged,
  realTimeStatus,
  transmittedStatus,
} from "../status/status.ts";
import type { PrinterEndpoint } from "../printer-endpoint.ts";
import { BlockTransfer } from "./block-transfer.ts";
import { identityReply } from "./identity.ts";
import { keyList, type MemoryAnswer, replyBlock, userMemory, userSettings } from "./memory-requests.ts";
import { PrinterMemory } from "./printer-memory.ts";
import { StarRequests } from "./star-requests.ts";

/** How the requests of a connection are answered. */
export interface Answers {
  /** The printer, what it remembers, and what the host is told of its status now. */
  readonly context: {
    readonly endpoint: Pick<PrinterEndpoint, "printer" | "details">;
    readonly memory: PrinterMemory;
    readonly status: PrinterStatus;
  };
  /** Whether the real printer answers, and nothing that is sent here reaches the host. */
  readonly isSilent: boolean;
  /** Sends at once. */
  send(bytes: Uint8Array<ArrayBuffer>): void;
  /** Calls when everything before is durable and the printer is online. */
  inOrder(reply: () => void): void;
  /** As {@link inOrder}, and ends the job. */
  afterJob(reply: () => void): void;
}

const CANCEL = 0x18;

/** The requests of one connection: what is answered, with what, and what is told without being asked. */
export class Requests implements AnsweringPrinter {
  readonly star: StarRequests;
  /** The parameter of GS a: what is watched; 0 for nothing. */
  private watched = 0;
  /** The parameter of GS ( H function 49. */
  private tellsOffline = false;
  private isSetting = false;
  private transfer: BlockTransfer | undefined;
  /** Control codes of a run that is not complete that have answered blocks already. */
  private answeredControls = 0;

  constructor(private readonly answers: Answers) {
    this.star = new StarRequests(answers);
  }

  /** The command by which the host has asked to hear of changes of status, in print order; undefined if it has not. */
  get watching(): Uint8Array | undefined {
    return this.watched === 0 ? this.star.watching : Uint8Array.of(0x1d, 0x61, this.watched);
  }

  /** Whether the host's next byte answers a block (ACK, NAK, CAN). */
  get awaitsAnswer(): boolean {
    return this.transfer !== undefined;
  }

  /** Answers a real-time request. @returns whether the command is one */
  realTime(command: Command): boolean {
    if (command.form.record.realTime !== true) return false;
    this.answer(command);
    return true;
  }

  /** Acts on a command of the job; most are none of its business. */
  take(command: Command): void {
    if (command.form.record.realTime !== true) this.answer(command);
  }

  /**
   * Looks whether a command answers a block: the answer is the byte that follows the request.
   * Anything else than ACK, NAK and CAN ends the transfer, but for real-time requests.
   */
  takeBlockAnswer(command: Command): void {
    const { answeredControls } = this;
    this.answeredControls = 0;
    if (this.transfer === undefined) return;
    if (command.kind === "ignored") this.answerBlocks(command.bytes.subarray(answeredControls));
    else if (command.byte(0) === CANCEL) this.answerBlocks(command.bytes);
    else if (command.form.record.realTime !== true) this.transfer = undefined;
  }

  /** Takes control codes that nothing has followed yet: an answer to a block comes alone. */
  takePendingControls(controls: Uint8Array): void {
    this.answerBlocks(controls.subarray(this.answeredControls));
    this.answeredControls = controls.length;
  }

  /** Tells of a change, if the host wants to know. */
  statusChanged(before: PrinterStatus, after: PrinterStatus): void {
    if (automaticStatusChanged(this.watched, before, after)) this.answers.send(automaticStatus(after));
    this.star.statusChanged(before, after);
    if (this.tellsOffline && !isOffline(before) && isOffline(after)) this.tellNow(OFFLINE_RESPONSE);
  }

  // What the records of commands ask for.

  tellNow(bytes: readonly number[]): void {
    this.answers.send(Uint8Array.from(bytes));
  }

  tell(bytes: readonly number[]): void {
    this.reply(Uint8Array.from(bytes));
  }

  tellRealTimeStatus(n: number): void {
    const byte = realTimeStatus(n, this.status);
    if (byte !== undefined) this.tellNow([byte]);
  }

  tellAutomaticStatus(): void {
    this.answers.send(automaticStatus(this.status));
  }

  tellStatus(n: number): void {
    if (transmittedStatus(n, this.status) === undefined) return;
    // What is told is the status at the time of the answer.
    this.answers.inOrder(() => this.tellNow([transmittedStatus(n, this.status) ?? 0]));
  }

  tellIdentity(n: number): void {
    const { printer, details } = this.answers.context.endpoint;
    this.reply(identityReply(n, printer.id, details));
  }

  watchStatus(n: number): void {
    const enable = () => {
      this.watched = n;
      if (n !== 0) this.tellAutomaticStatus();
    };
    // A printer that is switched off or out of reach takes in no commands; one with another fault tells of it.
    if (this.status.isReachable || this.answers.isSilent) enable();
    else this.answers.inOrder(enable);
  }

  watchOffline(isOn: boolean): void {
    this.tellsOffline = isOn;
  }

  tellProcessId(id: Uint8Array): void {
    const bytes = processIdResponse(id);
    this.answers.afterJob(() => this.answers.send(bytes));
  }

  userSettings(command: Command): void {
    const fn = command.byte(5);
    const word = command.text(6);
    if (fn === 1 && word === "IN") {
      this.isSetting = true;
      this.tell([0x37, 0x20, 0x00]);
    } else if (fn === 2 && word === "OUT") {
      // The end of the mode resets the printer.
      this.isSetting = false;
      this.watched = 0;
      this.tellsOffline = false;
    } else {
      this.reply(userSettings(command, this.answers.context.memory, this.isSetting));
    }
  }

  userMemory(command: Command): void {
    this.reply(userMemory(command, this.answers.context.memory));
  }

  tellGraphicsCapacity(): void {
    this.reply(replyBlock(0x30, String(this.graphics.NV.capacity)));
  }

  tellGraphicsRemaining(memory: GraphicsMemory): void {
    this.reply(replyBlock(memory === "NV" ? 0x31 : 0x32, String(this.graphics[memory].remaining)));
  }

  tellGraphicsKeys(memory: GraphicsMemory): void {
    this.reply(new BlockTransfer(memory === "NV" ? 0x72 : 0x73, keyList(this.graphics[memory].keys())));
  }

  defineGraphics(memory: GraphicsMemory, key: number, bytes: number): void {
    PrinterMemory.set(this.graphics[memory], keyOf(key), bytes);
  }

  deleteGraphics(memory: GraphicsMemory, key: number): void {
    this.graphics[memory].delete(keyOf(key));
  }

  deleteAllGraphics(memory: GraphicsMemory): void {
    this.graphics[memory].clear();
  }

  private get status(): PrinterStatus {
    return this.answers.context.status;
  }

  private get graphics(): PrinterMemory["graphics"] {
    return this.answers.context.memory.graphics;
  }

  private answer(command: Command): void {
    if (!command.truncated) command.form.record.answer?.(this, command);
  }

  private reply(answer: MemoryAnswer): void {
    if (answer instanceof BlockTransfer) this.sendBlock(answer);
    else if (answer !== undefined) this.answers.inOrder(() => this.answers.send(answer));
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

/** A key code as its two characters. */
function keyOf(key: number): string {
  return String.fromCharCode(key >> 8, key & 0xff);
}
