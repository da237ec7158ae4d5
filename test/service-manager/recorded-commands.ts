import type { CommandOutcome, RunCommand } from "../../src/service-manager/run-command.ts";

/** What programs of the system answer, by the beginning of their command lines; others do what they should and say nothing. */
export type Answers = Readonly<Record<string, Partial<CommandOutcome> | (() => Partial<CommandOutcome>)>>;

/** Stands in for the programs of the system, and records how they were called. */
export class RecordedCommands {
  readonly calls: string[] = [];

  constructor(private readonly answers: Answers = {}) {}

  readonly run: RunCommand = (program, ...words) => {
    const call = [program, ...words].join(" ");
    this.calls.push(call);
    const key = Object.keys(this.answers)
      .filter((beginning) => call.startsWith(beginning))
      .toSorted((one, other) => other.length - one.length)[0];
    const answer = key === undefined ? {} : this.answers[key];
    return { exitCode: 0, output: "", complaint: "", ...(typeof answer === "function" ? answer() : answer) };
  };
}
