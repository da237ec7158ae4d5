import { duration } from "../configuration/value-kinds.ts";
import { UPDATE_LIMITS } from "../update/update-limits.ts";
import { type Command, DATA_OPTION } from "./command.ts";

const LONGEST_TRIAL_SECONDS = 3600;

export const SUM = {
  name: "checksum",
  value: "SUM",
  help: "The SHA-256 that the file must have; by default what SHA256SUMS beside it says.",
  lineOnly: true,
} as const;

export const PUBLIC_KEY = {
  name: "public-key",
  value: "KEY",
  help: "Whose signature the file must have, as minisign writes keys, or a file with it; by default the built-in one.",
  lineOnly: true,
} as const;

export const TRIAL = {
  name: "trial",
  value: "TIME",
  help: "How long the new version is watched before it is taken for good.",
  lineOnly: true,
  kind: duration(1, LONGEST_TRIAL_SECONDS),
  default: UPDATE_LIMITS.trialSeconds,
} as const;

/* What they do is loaded when it is asked for: no start of the service needs it. */

const update: Command = {
  name: "update",
  parameters: "[FILE]",
  summary:
    "Replace this Tillroll by a release: checked, rehearsed, tried, and taken back when it is not well.",
  options: [
    DATA_OPTION,
    SUM,
    PUBLIC_KEY,
    { name: "allow-unsigned", help: "Take a file that nobody has signed.", lineOnly: true },
    TRIAL,
    { name: "resume", help: "Finish an update that was broken off, or take it back.", lineOnly: true },
  ],
  async run(given) {
    return (await import("./updating.ts")).update(given);
  },
};

const rehearseCommand: Command = {
  name: "update rehearse",
  parameters: "FOLDER",
  summary: "Bring a copy of a data folder up to date and check all of it, as an update does first.",
  options: [],
  async run(given) {
    await (await import("./updating.ts")).rehearse(given);
  },
};

/** Commands for another version. */
export const UPDATE_COMMANDS: readonly Command[] = [update, rehearseCommand];
