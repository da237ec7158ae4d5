import { choice, setting, type CommandRecord } from "../command-record.ts";
import type { Ink } from "../receipt.ts";
import { ignored, outOfRange } from "../sentence.ts";

/** GS ( N: none, and the three colours. */
const INKS: readonly Ink[] = [0, 1, 2, 3];
const COLORS = ["none", "first (black)", "second", "third"];

/** The colours of characters. */
export const colorCommands: readonly CommandRecord[] = [
  setting(
    "ESC r",
    "1B 72 n",
    "colour",
    choice("Colour", [": first (black)", ": second"], ({ state }, n) => {
      state.color = n === 0 ? 1 : 2;
      state.styleChanged();
    }),
  ),
  setting("GS ( N", "1D 28 4E p:2 [fn m]", "colour, background and shadow of characters", {
    run({ state }, command) {
      const on = command.digit(6);
      if (command.byte(5) === 48) state.color = INKS[on] ?? state.color;
      else if (command.byte(5) === 49) state.background = INKS[on] ?? state.background;
      else if (command.byte(5) === 50) state.shadow = on === 0 ? 0 : (INKS[command.digit(7)] ?? state.shadow);
      state.styleChanged();
    },
    says(_, command) {
      const n = command.digit(6);
      const fn = command.byte(5);
      const what = ["Colour of characters", "Background of characters", "Shadow of characters"][fn - 48];
      if (what === undefined) return ignored("Effect of characters", `function ${fn} is not known`);
      const ink = fn === 50 && n !== 0 ? command.digit(7) : n;
      const color = COLORS[ink];
      return color === undefined ? outOfRange(what, ink) : `${what}: ${color}`;
    },
  }),
];
