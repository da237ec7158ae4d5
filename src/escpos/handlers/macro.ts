import type { Handlers } from "../machine.ts";

const latin1 = new TextDecoder("latin1");

/** Macros, the counter and the test print. */
export const macroHandlers: Handlers = {
  "GS :"({ macro }) {
    macro.toggle();
  },
  "GS ^"({ macro }, command) {
    if (macro.recording) macro.clear();
    else macro.request(command.byte(2));
  },
  "GS C 0"({ counter }, command) {
    counter.setLayout(command.byte(3), command.digit(4));
  },
  "GS C 1"({ counter }, command) {
    counter.setRange(command.word(3), command.word(5), command.byte(7), command.byte(8));
  },
  "GS C 2"({ counter }, command) {
    counter.setValue(command.word(3));
  },
  "GS C ;"({ counter }, command) {
    const fields = latin1.decode(command.data(3)).split(";");
    const [from = 1, to = 65_535, step = 1, repetitions = 1, value = 1] = fields.map(decimal);
    counter.setRange(from, to, step, repetitions);
    counter.setValue(value);
  },
  "GS c"({ counter, surface }) {
    surface.text(counter.next());
  },
  "GS ( A"({ surface }) {
    surface.placeholder("test print");
  },
};

/** A field of GS C ;, undefined if it is empty: 0 to 65,535 in decimal. */
function decimal(field: string): number | undefined {
  return /^[0-9]{1,5}$/.test(field) ? Math.min(65_535, Number(field)) : undefined;
}
