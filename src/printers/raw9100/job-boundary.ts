import type { Command } from "../../escpos/command.ts";
import type { Dialect } from "../../escpos/dialect.ts";
import { tokenize } from "../../escpos/tokenizer.ts";
import { meaningOf } from "../answers/command-meaning.ts";

/** Bytes of a beginning that are looked at: settings, and the first line of text. */
export const HEAD_BYTES = 256;

/** Letters that the first lines of two receipts must share, where no command is before them. */
const SHARED_LETTERS = 3;

/** What a receipt begins with: what is set before anything is printed, and the text of its first line. */
interface Head {
  /** Settings, each as its bytes. */
  readonly settings: readonly string[];
  /** What is printed first: the name of its command, or "text". */
  readonly mark: string;
  /** The first line up to its first digit: numbers and dates change from receipt to receipt. */
  readonly text: string;
}

/**
 * Whether what a host sends behind a cut, after it had rested, begins another receipt: it resets the printer, or begins
 * as the receipt before began. What only goes with a receipt (a drawer kick, a further cut, a second part that begins
 * otherwise) does not. Pure.
 * @param bytes what came behind the rest, {@link HEAD_BYTES} at most
 * @param before what the receipt before began with, {@link HEAD_BYTES} at most
 * @returns `undefined` while too little has come to tell
 */
export function beginsReceipt(bytes: Uint8Array, before: Uint8Array, dialect: Dialect): boolean | undefined {
  let isReset = false;
  for (const command of tokenize(bytes, dialect)) {
    isReset ||= command.form.record.beginsJob === true && !command.truncated;
    const meaning = meaningOf(command);
    if (meaning === "cut") return false;
    // A reset alone may be the end of the receipt before.
    if (meaning === "mark" || meaning === "definition") {
      if (isReset) return true;
      break;
    }
  }
  const head = headOf(bytes, dialect);
  if (head === undefined) return bytes.length < HEAD_BYTES ? undefined : isReset;
  const other = headOf(before, dialect);
  return other !== undefined && isAlike(head, other);
}

/** @returns `undefined` where nothing is printed yet, or the first line goes on */
function headOf(bytes: Uint8Array, dialect: Dialect): Head | undefined {
  const settings: string[] = [];
  for (const command of tokenize(bytes, dialect)) {
    const meaning = meaningOf(command);
    if (meaning === "setting" && !command.truncated) settings.push(keyOf(command));
    if (meaning !== "mark" && meaning !== "definition") continue;
    if (command.kind !== "text") return { settings, mark: command.form.record.name, text: "" };
    const line = Buffer.from(bytes.subarray(command.offset)).toString("latin1");
    const text = /^[^\d\p{Cc}]*/u.exec(line)?.[0] ?? "";
    const isWhole = text.length < line.length || bytes.length >= HEAD_BYTES;
    return isWhole ? { settings, mark: "text", text: text.trim() } : undefined;
  }
  return undefined;
}

function keyOf(command: Command): string {
  return Buffer.from(command.bytes).toString("hex");
}

/** Hosts reset the printer and choose a code page once for a connection: what is set again may be less than before. */
function isAlike(head: Head, other: Head): boolean {
  if (head.mark !== other.mark || head.text !== other.text) return false;
  if (!isPartOf(head.settings, other.settings)) return false;
  if (hasLetters(head.text)) return true;
  return head.settings.length > 0 && head.settings.length === other.settings.length;
}

/** Whether all of some settings are among others, in the same order. */
function isPartOf(settings: readonly string[], others: readonly string[]): boolean {
  let found = 0;
  for (const other of others) if (other === settings[found]) found++;
  return found === settings.length;
}

function hasLetters(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= SHARED_LETTERS;
}
