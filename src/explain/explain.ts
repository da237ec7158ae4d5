import type { Command } from "../escpos/command.ts";
import { decode, describe, type DecodeOptions, type Piece, type Receipt } from "../escpos/escpos.ts";
import type { RunObserver } from "../escpos/interpreter.ts";
import { MAXIMUM_EXPLAINED_BYTES, MAXIMUM_EXPLAINED_COMMANDS } from "../escpos/limits.ts";
import type { Machine } from "../escpos/machine.ts";
import { describeCommand, type Described } from "./describe-command.ts";
import type { CharsetEvidence } from "../escpos/text/charset.ts";
import type { ExplainedCharset, ExplainedCommand, Explanation } from "./explanation.ts";
import { Warnings } from "./warnings.ts";

export type { Effect } from "../escpos/sentence.ts";
export type { ExplainedCommand, Explanation } from "./explanation.ts";
export type { Warning } from "./warnings.ts";

/**
 * Tells command by command what a print did: its bytes, its parameters, its effect and a sentence for
 * people. Pure, linear in the number of bytes, bounded by `escpos/limits.ts`; never throws.
 */
export function explain(bytes: Uint8Array, options: DecodeOptions): Explanation {
  const explainer = new Explainer();
  return explainer.finish(decode(bytes, options, explainer));
}

/** A command as it was described when it was run; whether it left a mark is known at the end. */
interface Draft extends Described {
  readonly command: Command;
  readonly y: number;
  /** What the decoder noted while it ran, usually why nothing was printed. */
  note: string | undefined;
  printedBy?: number;
}

/** Describes commands while they are run. */
class Explainer implements RunObserver {
  private readonly drafts: Draft[] = [];
  private readonly warnings = new Warnings();
  private firstLeftOut: number | undefined;
  /** The command that stored the data of each kind of symbol, until another prints it. */
  private readonly stored = new Map<number, Draft>();

  before(machine: Machine, command: Command): void {
    if (this.drafts.length >= MAXIMUM_EXPLAINED_COMMANDS) {
      this.firstLeftOut ??= command.offset;
      return;
    }
    this.warnings.before(machine, command);
    machine.list.lastNote = undefined;
    const { y } = machine.list;
    const draft: Draft = { ...describeCommand(machine, command), command, y, note: undefined };
    this.drafts.push(draft);
    this.linkSymbol(draft, command);
  }

  after(machine: Machine, command: Command): void {
    const draft = this.drafts.at(-1);
    if (this.firstLeftOut !== undefined || draft === undefined) return;
    draft.note = machine.list.lastNote;
    this.warnings.after(machine, command);
  }

  private linkSymbol(draft: Draft, command: Command): void {
    const step = command.form.record.symbolStep?.(command);
    const kind = command.byte(5);
    if (step === "store") this.stored.set(kind, draft);
    if (step !== "print") return;
    const stored = this.stored.get(kind);
    if (stored !== undefined) stored.printedBy = command.offset;
    this.stored.delete(kind);
  }

  finish(receipt: Receipt): Explanation {
    const { columns, widthDots, heightDots, source } = receipt;
    const { id, maker, name, language } = receipt.printer.model;
    const texts = new Origins(receipt.pieces);
    // Characters on both sides of a command may be one piece, which the command then did not make.
    const others = new Origins(receipt.pieces.filter(({ kind }) => kind !== "text"));
    const notes = [...receipt.notes];
    const last = this.drafts.at(-1)?.command;
    const end = last === undefined ? 0 : last.offset + last.length;
    if (end < source.length && last !== undefined) {
      notes.push(`commands from byte ${this.firstLeftOut ?? end} on are not listed`);
    }
    const commands = this.drafts.map((draft) => {
      const { printsText } = draft.command.form.record;
      const { isMissing, ...command } = explained(draft, printsText === true ? texts : others);
      if (isMissing) this.warnings.notPrinted(draft.command, command.sentence);
      return command;
    });
    // What is not ESC/POS is never run.
    if (last === undefined && source.length > 0) commands.push(foreign(receipt));
    const warnings = this.warnings.finish(receipt);
    const charset = explainedCharset(receipt);
    return {
      columns,
      widthDots,
      heightDots,
      ...(charset !== undefined && { charset }),
      printer: { id, maker, name, language },
      notes,
      warnings,
      commands,
    };
  }
}

/** What settled it, as the end of a sentence. */
const SOURCES: Readonly<Record<CharsetEvidence["from"], string>> = {
  settings: "as its settings say",
  commands: "as a command of the print says",
  text: "by its text",
  "earlier prints": "as the earlier prints of its device, since its text alone is too little to tell",
};

function explainedCharset({ charset, evidence }: Receipt): ExplainedCharset | undefined {
  if (charset === undefined || evidence === undefined) return undefined;
  const { from, certainty } = evidence;
  const sure = from === "text" ? `, which is ${certainty}` : "";
  return {
    charset,
    from,
    certainty,
    sentence: `Its characters are read as “${charset}” ${SOURCES[from]}${sure}`,
  };
}

/** What a command did, and whether what it should have printed is not on the paper. */
function explained(
  { command, y, note, printedBy, ...described }: Draft,
  origins: Origins,
): ExplainedCommand & { readonly isMissing: boolean } {
  const { offset, length, name } = command;
  const isMissing =
    command.form.record.marksPaper === true &&
    described.effect === "drawn" &&
    !isBlank(command) &&
    !origins.overlap(offset, offset + length);
  const why = note?.split(" is not printed: ").at(-1) ?? "it was dropped before it was printed";
  return {
    isMissing,
    offset,
    length,
    name,
    bytes: hexadecimal(command.bytes),
    parameters: describe(command, MAXIMUM_EXPLAINED_BYTES),
    effect: isMissing ? "ignored" : described.effect,
    sentence: isMissing ? `${described.sentence}: not on the paper, ${why}` : described.sentence,
    y,
    ...(printedBy === undefined ? {} : { printedBy }),
  };
}

/** Spaces alone leave nothing on the paper to look for. */
function isBlank(command: Command): boolean {
  return command.kind === "text" && command.bytes.every((byte) => byte === 0x20);
}

function foreign({ source, notes }: Receipt): ExplainedCommand {
  return {
    offset: 0,
    length: source.length,
    name: "Not ESC/POS",
    bytes: hexadecimal(source),
    parameters: {},
    effect: "unknown",
    sentence: notes[0] ?? "These bytes are not ESC/POS",
    y: 0,
  };
}

function hexadecimal(bytes: Uint8Array): string {
  return Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, MAXIMUM_EXPLAINED_BYTES),
  ).toString("hex");
}

/** Answers whether any of some pieces was made by a range of bytes, in logarithmic time. */
class Origins {
  private readonly from: number[] = [];
  /** The greatest end of all pieces up to the one at an index. */
  private readonly reach: number[] = [];

  constructor(pieces: readonly Piece[]) {
    const origins = pieces.toSorted((a, b) => a.from - b.from);
    let reach = 0;
    for (const { from, to } of origins) {
      reach = Math.max(reach, to);
      this.from.push(from);
      this.reach.push(reach);
    }
  }

  /** True if a piece was made by bytes from `from` to before `to`. */
  overlap(from: number, to: number): boolean {
    let low = 0;
    let high = this.from.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.from[middle] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (this.reach[low - 1] ?? 0) > from;
  }
}
