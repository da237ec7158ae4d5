import { moved, setting, type CommandRecord } from "../command-record.ts";
import type { Machine } from "../machine.ts";
import { count, onOff, sets, standardModeOnly } from "../sentence.ts";
import { heightOf, setHeight } from "./clone-style.ts";

/** Line spacing and feeds. */
export const feedCommands: readonly CommandRecord[] = [
  setting("ESC 2", "1B 32", "default line spacing", {
    run: ({ state }) => (state.lineSpacing = state.model.lineSpacing),
    says: ({ state }) => `Line spacing: the default, ${state.model.lineSpacing} dots`,
  }),
  setting("ESC 3", "1B 33 n", "line spacing", {
    run: ({ state }, command) => (state.lineSpacing = state.vertical(command.byte(2))),
    says: ({ state }, command) => `Line spacing: ${count(state.vertical(command.byte(2)), "dot")}`,
  }),
  moved("ESC d", "1B 64 n", "prints the line and feeds lines", {
    run(machine, command) {
      const height = heightOf(machine, command);
      if (height === undefined) {
        machine.surface.printLines(command.byte(2));
        return;
      }
      setHeight(machine, height);
      if (height === 1) machine.state.widenedAt = undefined;
    },
    says(machine, command) {
      const height = heightOf(machine, command);
      if (height !== undefined) return sets(`Double height ${onOff(height === 2)}`);
      return `${printsLine(machine)}feeds ${count(command.byte(2), "line")}`;
    },
  }),
  moved("ESC J", "1B 4A n", "prints the line and feeds", {
    run: ({ surface, state }, command) => surface.printLine(state.vertical(command.byte(2))),
    says: (machine, command) =>
      `${printsLine(machine)}feeds ${count(machine.state.vertical(command.byte(2)), "dot")}`,
  }),
  moved("ESC K", "1B 4B n", "prints the line and feeds back", {
    run: ({ surface, state }, command) => surface.feedBack(state.vertical(command.byte(2))),
    says: ({ state, inPageMode }, command) =>
      standardModeOnly(inPageMode, `Feeds back ${count(state.vertical(command.byte(2)), "dot")}`),
  }),
  moved("ESC e", "1B 65 n", "prints the line and feeds lines back", {
    run: ({ surface, state }, command) => surface.feedBack(command.byte(2) * state.lineSpacing),
    says: ({ inPageMode }, command) =>
      standardModeOnly(inPageMode, `Feeds back ${count(command.byte(2), "line")}`),
  }),
];

/** "Prints the line and " where there is one, as the start of a sentence about a feed. */
export function printsLine({ surface, inPageMode }: Machine): string {
  return !inPageMode && !surface.empty ? "Prints the line and " : "";
}
