import type { Texts } from "../text-types.ts";

/** Words that several pages of administration have. */
export const administration = {
  name: "Name",
  workspace: "Workspace",
  state: "State",
  made: "Made",
  lastUsed: "Last used",
  never: "Never",
  none: "None",
  off: "Off",
  switchOn: "Switch on",
  switchOff: "Switch off",
  save: "Save",
  changeOf: "Change {name}",
  reason: "Why",
  reasonHint: "It is kept, and stands in the audit log.",
  takeAway: "Remove",
  takeAwayOf: "Remove {name}",
  actions: "Actions",
  done: "Done",
} as const satisfies Texts;
