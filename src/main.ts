import { runCommandLine } from "./cli/cli.ts";
import { runWorkerProcess } from "./platform/worker-process.ts";

// What a data folder holds is its owner's alone, whatever the machine's habit is.
process.umask(0o077);

const words = process.argv.slice(2);
if (!(await runWorkerProcess(words))) process.exitCode = await runCommandLine(words, process.env);
