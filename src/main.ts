import { runCommandLine } from "./cli/cli.ts";
import { systemCode } from "./platform/system-error.ts";
import { runWorkerProcess } from "./platform/worker-process.ts";
import { runWindowsService } from "./service-manager/supervisor-of.ts";

// What a data folder holds is its owner's alone, whatever the machine's habit is.
process.umask(0o077);

// Whoever reads the output may have seen enough of it, as "head" does: nothing is wrong then, and a service goes on.
process.stdout.on("error", (error) => {
  if (systemCode(error) !== "EPIPE") throw error;
});

const words = process.argv.slice(2);
const run = (given: readonly string[]) => runCommandLine(given, process.env);
if (!(await runWorkerProcess(words)))
  process.exitCode = (await runWindowsService(words, run)) ?? (await run(words));
