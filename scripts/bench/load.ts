import { join } from "node:path";
import type { LoadOrder, LoadResult } from "./load-generator.ts";

const GENERATOR = join(import.meta.dir, "load-generator.ts");

/** Runs a load generator in a process of its own. @throws Error when any response was not as it should be */
export async function putLoad(order: LoadOrder): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, GENERATOR], {
    stdin: new Blob([JSON.stringify(order)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("the load generator failed");
  const result = JSON.parse(text) as LoadResult;
  if (result.faults.length > 0) throw new Error(`the measurement is void: ${result.faults.join("; ")}`);
  return result;
}
