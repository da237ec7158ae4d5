/** How a program of the system ended. */
export interface CommandOutcome {
  /** 127 where there is no such program, as a shell has it. */
  readonly exitCode: number;
  /** What it wrote to standard output. */
  readonly output: string;
  /** What it wrote to standard error, or to standard output where that is empty: what a person should read. */
  readonly complaint: string;
}

/** Runs a program of the system and waits for its end. */
export type RunCommand = (program: string, ...words: readonly string[]) => CommandOutcome;

const EXIT_NOT_FOUND = 127;

/** Runs a program of this machine. */
export const runCommand: RunCommand = (program, ...words) => {
  try {
    const { exitCode, stdout, stderr } = Bun.spawnSync([program, ...words], {
      stdin: "ignore",
      windowsHide: true,
    });
    const [output, errors] = [stdout.toString(), stderr.toString().trim()];
    return { exitCode, output, complaint: errors === "" ? output.trim() : errors };
  } catch {
    return { exitCode: EXIT_NOT_FOUND, output: "", complaint: `there is no program ${program}` };
  }
};

/** A command as a person would type it. */
export function commandText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `"${word}"`)).join(" ");
}
