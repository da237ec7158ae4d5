import type { Command } from "../command.ts";
import { setting, skipped, type CommandAct, type CommandRecord } from "../command-record.ts";
import type { Machine } from "../machine.ts";
import type { PrinterState } from "../printer-state.ts";
import { count, ignored, onOff, outOfRange, sets } from "../sentence.ts";
import { isImpact, starNumber } from "./parameter.ts";

/** A change of the look of characters, with its sentence. */
function look(says: string, set: (state: PrinterState) => void): CommandAct {
  return {
    run({ state }) {
      set(state);
      state.styleChanged();
    },
    says,
  };
}

/** A switch of 0 or 1, or their digits, in byte 2 or at `index`; senders for Epson's printers have 2 for a thick line. */
function lookSwitch(what: string, set: (state: PrinterState, isOn: boolean) => void, index = 2): CommandAct {
  const isOn = (command: Command): boolean => command.digit(index) !== 0;
  return {
    run({ state }, command) {
      set(state, isOn(command));
      state.styleChanged();
    },
    says: (_, command) => `${what} ${onOff(isOn(command))}`,
  };
}

/** The greatest magnification of ESC W, ESC h and ESC i. */
const MAXIMUM_SCALE = 6;

function magnification(what: string, set: (state: PrinterState, scale: number) => void): CommandAct {
  return {
    run({ state }, command) {
      const scale = starNumber(command, 2) + 1;
      if (scale > MAXIMUM_SCALE) return;
      set(state, scale);
      state.styleChanged();
    },
    says(_, command) {
      const scale = starNumber(command, 2) + 1;
      return scale > MAXIMUM_SCALE ? outOfRange(what, scale - 1) : `${what}: ${scale}×`;
    },
  };
}

/** A font of impact printers: its number and the dots behind each character. */
type ImpactFont = readonly [font: number, space: number];

/** Dots behind each character of 12 dots; on impact printers the same commands choose the font, if they know it. */
function pitch(space: number, impact?: ImpactFont): CommandAct {
  return {
    run(machine) {
      const { state } = machine;
      if (!isImpact(machine)) state.characterSpacing = space;
      else if (impact !== undefined) {
        state.font = state.fonts.get(impact[0]) ?? state.font;
        state.characterSpacing = impact[1];
      }
      state.styleChanged();
    },
    says(machine) {
      if (!isImpact(machine)) return `Pitch of ${12 + space} dots`;
      if (impact === undefined) return ignored("Pitch of 14 dots", "only thermal printers have it");
      const { width = 0 } = machine.state.fonts.get(impact[0]) ?? {};
      return `Characters of ${width + impact[1]} half dots`;
    },
  };
}

/** Whether ESC 4 chooses red: dot impact printers have a ribbon of two colours. */
const printsRed = (machine: Machine): boolean => isImpact(machine) && machine.state.star.hasTwoColors;

/** ESC 4 and ESC 5: red on two-colour printers, otherwise white on black. */
function emphasis(isOn: boolean): CommandAct {
  return {
    run(machine) {
      const { state } = machine;
      if (printsRed(machine)) state.color = isOn ? 2 : 1;
      else state.reverse = isOn;
      state.styleChanged();
    },
    says: (machine) =>
      printsRed(machine) ? `Colour: ${isOn ? "red" : "black"}` : `White on black ${onOff(isOn)}`,
  };
}

function turnUpsideDown(isOn: boolean): CommandAct {
  return {
    run(machine: Machine) {
      machine.state.requestedUpsideDown = isOn;
      if (machine.line.empty) machine.state.lineStarted();
    },
    says: ({ line }) => `Upside-down printing ${onOff(isOn)}${line.empty ? "" : ", from the next line on"}`,
  };
}

/** The look of characters. */
export const styleCommands: readonly CommandRecord[] = [
  setting(
    "SO",
    "0E",
    "double width on",
    look("Double width on", (state) => (state.scaleX = 2)),
  ),
  setting(
    "DC4",
    "14",
    "double width off",
    look("Double width off", (state) => (state.scaleX = 1)),
  ),
  setting("SI", "0F", "upside-down on", turnUpsideDown(true)),
  setting("DC2", "12", "upside-down off", turnUpsideDown(false)),
  setting(
    "ESC SO",
    "1B 0E",
    "double height on",
    look("Double height on", (state) => (state.scaleY = 2)),
  ),
  setting(
    "ESC DC4",
    "1B 14",
    "double height off",
    look("Double height off", (state) => (state.scaleY = 1)),
  ),
  setting(
    "ESC W",
    "1B 57 n",
    "width of characters",
    magnification("Width", (state, n) => (state.scaleX = n)),
  ),
  setting(
    "ESC h",
    "1B 68 n",
    "height of characters",
    magnification("Height", (state, n) => (state.scaleY = n)),
  ),
  setting("ESC i", "1B 69 n1 n2", "height and width of characters", {
    run({ state }, command) {
      const [height, width] = [starNumber(command, 2) + 1, starNumber(command, 3) + 1];
      if (height > MAXIMUM_SCALE || width > MAXIMUM_SCALE) return;
      state.scaleY = height;
      state.scaleX = width;
      state.styleChanged();
    },
    says(_, command) {
      const [height, width] = [starNumber(command, 2) + 1, starNumber(command, 3) + 1];
      if (height > MAXIMUM_SCALE || width > MAXIMUM_SCALE)
        return outOfRange("Character size", Math.max(height, width) - 1);
      return `Character size: ${width}× wide, ${height}× high`;
    },
  }),
  setting(
    "ESC E",
    "1B 45",
    "emphasis on",
    look("Emphasis on", (state) => (state.emphasized = true)),
  ),
  setting(
    "ESC F",
    "1B 46",
    "emphasis off",
    look("Emphasis off", (state) => (state.emphasized = false)),
  ),
  setting(
    "ESC -",
    "1B 2D n",
    "underline",
    lookSwitch("Underline", (state, isOn) => {
      state.underline = isOn ? 2 : 0;
      state.kanji.underline = state.underline;
    }),
  ),
  setting(
    "ESC _",
    "1B 5F n",
    "overline",
    lookSwitch("Overline", (state, isOn) => (state.overline = isOn ? 2 : 0)),
  ),
  setting("ESC 4", "1B 34", "white on black, or red on two-colour printers", emphasis(true)),
  setting("ESC 5", "1B 35", "ends white on black, or red on two-colour printers", emphasis(false)),
  setting("ESC M", "1B 4D", "pitch of 12 dots; 7 x 9 dots (impact)", pitch(0, [0, 0])),
  setting("ESC g", "1B 67", "pitch of 14 dots", pitch(2)),
  setting("ESC P", "1B 50", "pitch of 15 dots; 5 x 9 dots, wide (impact)", pitch(3, [1, 0])),
  setting("ESC :", "1B 3A", "pitch of 16 dots; 5 x 9 dots, wider (impact)", pitch(4, [1, 6])),
  setting("ESC SP", "1B 20 n", "space after characters", {
    run({ state }, command) {
      state.characterSpacing = starNumber(command, 2);
      state.styleChanged();
    },
    says: (_, command) => `Space after characters: ${count(starNumber(command, 2), "dot")}`,
  }),
  setting("ESC RS F", "1B 1E 46 n", "font", {
    run({ state }, command) {
      const font = state.fonts.get(starNumber(command, 3));
      if (font === undefined) return;
      state.font = font;
      state.styleChanged();
    },
    says({ state }, command) {
      const font = state.fonts.get(starNumber(command, 3));
      if (font === undefined) return outOfRange("Font", command.byte(3));
      return `Font ${font.name}, ${font.width}×${font.height} dots`;
    },
  }),
  setting("ESC RS c", "1B 1E 63 n", "colour", {
    run({ state }, command) {
      state.color = starNumber(command, 3) === 1 ? 2 : 1;
      state.styleChanged();
    },
    says: (_, command) => `Colour: ${starNumber(command, 3) === 1 ? "red" : "black"}`,
  }),
  setting(
    "ESC GS b",
    "1B 1D 62 n",
    "smoothing of enlarged characters",
    lookSwitch("Smoothing of large characters", (state, isOn) => (state.smooth = isOn), 3),
  ),
  setting("ESC RS C", "1B 1E 43 n", "two-colour mode: whether ESC 4 is red (impact)", {
    run: ({ state }, command) => (state.star.hasTwoColors = starNumber(command, 3) !== 0),
    says: (_, command) => `Two-colour mode ${onOff(starNumber(command, 3) !== 0)}`,
  }),
  setting("ESC RS i", "1B 1E 69 n", "characters turned by 90 degrees each (impact)", {
    run({ state }, command) {
      // Half a turn and three quarters are not drawn.
      state.rotatedSpacing = starNumber(command, 3) === 1 ? 1 : 0;
      state.styleChanged();
    },
    says: (_, command) =>
      starNumber(command, 3) === 1 ? "Characters turned by 90 degrees" : "Upright characters",
  }),
  setting("ESC GS 4", "1B 1D 34 m n", "what stands for red (impact)", {
    run({ state }, command) {
      if (starNumber(command, 3) === 1) state.star.hasTwoColors = starNumber(command, 4) !== 0;
    },
    says(_, command) {
      if (starNumber(command, 3) !== 1)
        return sets("What stands for red in double-byte characters and spaces");
      return sets(
        `ESC 4 is ${starNumber(command, 4) === 0 ? "white on black" : "red or what stands for it"}`,
      );
    },
  }),
  skipped("ESC GS c", "1B 1D 63 h v", "reduced printing"),
  skipped("ESC /", "1B 2F n", "slashed zero"),
  skipped("ESC 6", "1B 36", "character set 2 (impact)"),
  skipped("ESC 7", "1B 37", "character set 1 (impact)"),
];
