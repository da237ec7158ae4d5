import type { Command } from "./command.ts";
import { MAXIMUM_DISPLAY_BYTES } from "./limits.ts";
import type { Machine } from "./machine.ts";

/** Keeps the text that goes to the customer display (after ESC = 2), which is off the paper. */
export class CustomerDisplay {
  private text = "";
  private from = 0;
  private to = 0;

  /** Takes a command of the display; false for one of the printer, or for both (ESC =). */
  take(command: Command): boolean {
    if (command.form.device !== "display" || command.form.run !== undefined) return false;
    if (command.kind === "text") this.add(command);
    else if (this.text !== "" && !this.text.endsWith(" ")) this.text += " ";
    return true;
  }

  /** The text since the last call and the bytes of the print that it is from; undefined if there is none. */
  end(): { text: string; from: number; to: number } | undefined {
    const text = this.text.trim();
    this.text = "";
    return text === "" ? undefined : { text, from: this.from, to: this.to };
  }

  private add(command: Command): void {
    if (this.text === "") this.from = command.offset;
    this.to = command.offset + command.length;
    const room = MAXIMUM_DISPLAY_BYTES - this.text.length;
    // The display has code pages of its own; what is beyond ASCII is shown as a dot.
    for (const byte of command.bytes.subarray(0, Math.max(0, room))) {
      this.text += byte < 0x7f ? String.fromCharCode(byte) : "·";
    }
  }
}

/** Marks beside the paper what the customer display was sent since the last time. */
export function showDisplay({ display, list }: Machine): void {
  const shown = display.end();
  if (shown === undefined) return;
  const { y, line } = list;
  const { text, from, to } = shown;
  list.addEvent({ kind: "display", label: `customer display: ${text}`, y, line, from, to });
}
