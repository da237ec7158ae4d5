import { peek } from "../command-length.ts";
import { displayed, type CommandRecord } from "../command-record.ts";
import type { Measure } from "../command.ts";
import { SELECT_DEVICE } from "./device.ts";
import { realTimeCommands } from "./real-time.ts";
import { measureUserDefinedCharacters } from "./text.ts";

/** ESC W n m: m = 1 sets a window and carries its four corners. */
const measureWindow: Measure = (bytes, start, end) => {
  const mode = peek(bytes, start, end, 3);
  return mode === 1 || mode === 0x31 ? 8 : 4;
};

/** What a customer display acts on, selected by ESC = 2. */
export const displayCommands: readonly CommandRecord[] = [
  { name: "Display text", bytes: "", words: "", kind: "text", device: "display" },
  { name: "Control", bytes: "", words: "", kind: "ignored", device: "display" },
  { name: "Unknown US (", bytes: "1F 28 ?? p:2 []", words: "", kind: "unknown", device: "display" },
  { ...SELECT_DEVICE, device: "display", examples: ["1B 3D 02"] },
  ...realTimeCommands,
  displayed("ESC %", "1B 25 n"),
  displayed("ESC &", "1B 26 y c1 c2", {
    measure: measureUserDefinedCharacters,
    examples: ["1B 26 02 20 20 01 00 00"],
  }),
  displayed("ESC ?", "1B 3F n"),
  displayed("ESC @", "1B 40"),
  displayed("ESC R", "1B 52 n"),
  displayed("ESC W", "1B 57 n m", {
    measure: measureWindow,
    examples: ["1B 57 01 30", "1B 57 01 31 01 01 14 02"],
  }),
  displayed("ESC t", "1B 74 n"),
  displayed("US ( A", "1F 28 41 p:2 []", { examples: ["1F 28 41 03 00 30 31 00"] }),
  displayed("US ( E", "1F 28 45 p:2 []", { examples: ["1F 28 45 03 00 01 49 4E"] }),
  displayed("US ( G", "1F 28 47 p:2 []", { examples: ["1F 28 47 02 00 60 01"] }),
  displayed("US MD1", "1F 01"),
  displayed("US MD2", "1F 02"),
  displayed("US MD3", "1F 03"),
  displayed("US LF", "1F 0A"),
  displayed("US CR", "1F 0D"),
  displayed("US #", "1F 23 n m"),
  displayed("US $", "1F 24 n m"),
  displayed("US ,", "1F 2C n"),
  displayed("US .", "1F 2E n"),
  displayed("US :", "1F 3A"),
  displayed("US ;", "1F 3B n"),
  displayed("US @", "1F 40"),
  displayed("US B", "1F 42"),
  displayed("US C", "1F 43 n"),
  displayed("US E", "1F 45 n"),
  displayed("US T", "1F 54 h m"),
  displayed("US U", "1F 55"),
  displayed("US X", "1F 58 n"),
  displayed("US ^", "1F 5E n m"),
  displayed("US r", "1F 72 n"),
  displayed("US v", "1F 76 n"),
  displayed("BS", "08"),
  displayed("HT", "09"),
  displayed("LF", "0A"),
  displayed("HOM", "0B"),
  displayed("CLR", "0C"),
  displayed("CR", "0D"),
  displayed("CAN", "18"),
];
