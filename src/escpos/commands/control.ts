import type { CommandRecord } from "../command-record.ts";
import type { Machine } from "../machine.ts";
import { sets } from "../sentence.ts";
import { setFont, setWidth, widen } from "./clone-style.ts";

const BELL = 0x07;

/** SO and DC4 turn double width on and off, SI and DC2 condensed print, on Bematech, Daruma, Elgin, POS58. */
const STYLES = new Map<number, readonly [words: string, set: (machine: Machine, end: number) => void]>([
  [0x0e, ["double width on", widen]],
  [0x0f, ["condensed characters on", (machine) => setFont(machine, 1)]],
  [0x12, ["condensed characters off", (machine) => setFont(machine, 0)]],
  [0x14, ["double width off", (machine) => setWidth(machine, 1)]],
]);

/** Control codes that begin no command; printers ignore most of them. */
export const CONTROL: CommandRecord = {
  name: "Control",
  bytes: "",
  kind: "ignored",
  words: "Control codes",
  meaning: "request",
  run(machine, command) {
    if (command.bytes.includes(BELL)) machine.event("buzzer", "beep");
    const end = command.offset + command.length;
    for (const control of command.bytes) STYLES.get(control)?.[1](machine, end);
  },
  says(_, command) {
    if (command.bytes.includes(BELL)) return { sentence: "Bell: the buzzer sounds", effect: "event" };
    const styles = [...STYLES].filter(([code]) => command.bytes.includes(code)).map(([, [words]]) => words);
    if (styles.length > 0) return sets(`Control code of clones: ${styles.join(", ")}`);
    const what = command.length === 1 ? "Control code" : `${command.length} control codes`;
    return { sentence: `${what} without a meaning here`, effect: "none" };
  },
};

/** DC2 alone, or before what begins none of its commands. */
export const DEVICE_CONTROL_2: CommandRecord = { ...CONTROL, bytes: "12" };
