import { runCommandLine } from "./cli/cli.ts";

// What a data folder holds is its owner's alone, whatever the machine's habit is.
process.umask(0o077);

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
