import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { SOURCE_COMMAND } from "../../service/service-process.ts";

const ROOT = resolve(import.meta.dir, "..", "..", "..");
const BINARY = join(ROOT, "dist", process.platform === "win32" ? "tillroll.exe" : "tillroll");

/** What to run as the service, and how to call it in the report. */
export interface ServiceCommand {
  readonly command: readonly string[];
  readonly description: string;
}

/** The compiled binary, which is what users run; without one the source, which takes longer and more memory. */
export function serviceCommand(): ServiceCommand {
  if (!existsSync(BINARY)) {
    return { command: SOURCE_COMMAND, description: "from source: there is no dist/tillroll (bun run build)" };
  }
  const builtAt = statSync(BINARY).mtimeMs;
  const sources = [...new Bun.Glob("src/**/*").scanSync({ cwd: ROOT })];
  const isOld = sources.some((path) => statSync(join(ROOT, path)).mtimeMs > builtAt);
  const description = `the compiled binary${isOld ? ", which is OLDER THAN THE SOURCE (bun run build)" : ""}`;
  return { command: [BINARY], description };
}
