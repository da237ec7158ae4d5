import { measureUntil } from "../command-length.ts";
import { drawn, moved, setting, type CommandRecord } from "../command-record.ts";
import { keyLabel } from "../graphics-store.ts";
import { MAXIMUM_BAR_CODE_BYTES } from "../limits.ts";
import type { LogoPlace } from "../logos.ts";
import { JUSTIFICATIONS } from "../printer-state.ts";
import { count, ignored, sets, skips } from "../sentence.ts";

const LOGO_PLACES: Readonly<Record<number, LogoPlace>> = { 48: "top", 49: "bottom" };

/** GS C ; sa;sb;sn;sr;sc; ends with the fifth semicolon. */
const measureCounterText = measureUntil(0x3b, 5, 3, MAXIMUM_BAR_CODE_BYTES);

/** What the printer prints by itself: macros, the counter, logos and the test print. */
export const macroCommands: readonly CommandRecord[] = [
  setting("GS :", "1D 3A", "starts or ends the definition of a macro", {
    controlsMacro: true,
    run: ({ macro }) => macro.toggle(),
    says: ({ macro }) => (macro.recording ? "Ends the macro" : "Begins a macro"),
  }),
  moved("GS ^", "1D 5E r t m", "runs the macro", {
    meaning: "mark",
    controlsMacro: true,
    run({ macro }, command) {
      if (macro.recording) macro.clear();
      else macro.request(command.byte(2));
    },
    says({ macro }, command) {
      if (macro.recording) return sets("Ends the macro and drops it");
      const what = `Runs the macro ${count(command.byte(2), "time")}`;
      return macro.empty ? ignored(what, "there is none") : what;
    },
  }),
  setting("GS C 0", "1D 43 30 n m", "digits and layout of the counter", {
    run: ({ counter }, command) => counter.setLayout(command.byte(3), command.digit(4)),
    says: (_, command) =>
      command.byte(3) > 5 || command.digit(4) > 2
        ? ignored("Digits of the counter", "a parameter is out of range")
        : `Counter of ${command.byte(3) === 0 ? "as many digits as needed" : count(command.byte(3), "digit")}`,
    examples: ["1D 43 30 05 31"],
  }),
  setting("GS C 1", "1D 43 31 a:2 b:2 n r", "range of the counter", {
    run: ({ counter }, command) =>
      counter.setRange(command.word(3), command.word(5), command.byte(7), command.byte(8)),
    says: (_, command) =>
      `Counter from ${command.word(3)} to ${command.word(5)} in steps of ${command.byte(7)}`,
  }),
  setting("GS C 2", "1D 43 32 n:2", "value of the counter", {
    run: ({ counter }, command) => counter.setValue(command.word(3)),
    says: (_, command) => `Counter set to ${command.word(3)}`,
  }),
  setting("GS C ;", "1D 43 3B", "sets the counter by text", {
    measure: measureCounterText,
    run({ counter }, command) {
      const fields = command.text(3).split(";");
      const [from = 1, to = 65_535, step = 1, repetitions = 1, value = 1] = fields.map(decimal);
      counter.setRange(from, to, step, repetitions);
      counter.setValue(value);
    },
    says: "Counter set by text",
    examples: ["1D 43 3B 31 3B 35 3B 31 3B 31 30 30 3B 32 3B"],
  }),
  drawn("GS c", "1D 63", "prints the counter", {
    printsText: true,
    run: ({ counter, surface }) => surface.text(counter.next()),
    says: ({ counter }) => `Prints the counter, ${counter.shown}`,
  }),
  setting("FS ( E", "1C 28 45 p:2 [fn m]", "logos at the top and bottom of each receipt", {
    run({ logos }, command) {
      const key = command.byte(7) * 256 + command.byte(8);
      const justification = JUSTIFICATIONS[command.byte(9) - 48] ?? "left";
      const place = LOGO_PLACES[command.byte(7)];
      const fn = command.byte(5);
      if (fn === 62) logos.logos.set("top", { key, justification });
      else if (fn === 63) logos.logos.set("bottom", { key, justification });
      else if (fn === 60 && place !== undefined) logos.logos.delete(place);
      else if (fn === 65 && place !== undefined) {
        if (command.isOn(8)) logos.disabled.delete(place);
        else logos.disabled.add(place);
      }
    },
    says(_, command) {
      const place = LOGO_PLACES[command.byte(7)] ?? "top";
      const key = keyLabel(command.byte(7) * 256 + command.byte(8));
      const fn = command.byte(5);
      if (fn === 60) return `No ${place} logo any more`;
      if (fn === 62) return `Top logo of each receipt: NV graphic ${key}`;
      if (fn === 63) return `Bottom logo of each receipt: NV graphic ${key}`;
      if (fn === 65) return `The ${place} logo is ${command.isOn(8) ? "printed" : "not printed"}`;
      return skips("Setting of logos");
    },
    unanswered:
      "function 61: settings of the top and bottom logo; the form of the reply is not known well enough",
  }),
  drawn("GS ( A", "1D 28 41 p:2 [n m]", "test print: a labelled box", {
    run: ({ surface }) => surface.placeholder("test print"),
    says: "Test print",
  }),
];

/** A field of GS C ;, undefined if it is empty: 0 to 65,535 in decimal. */
function decimal(field: string): number | undefined {
  return /^[0-9]{1,5}$/.test(field) ? Math.min(65_535, Number(field)) : undefined;
}
