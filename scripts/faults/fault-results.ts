import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import type { PartFigures } from "./fault-part.ts";

/** Where the figures of the parts are kept, one file each: what `FAULTS.md` is made of. */
const RESULTS_FOLDER = join(import.meta.dir, "results");

/** What came of a part, when and where. */
export interface FaultResult {
  readonly part: string;
  readonly what: string;
  readonly seed: number;
  /** The day on which it ended, such as `2026-11-23`. */
  readonly date: string;
  readonly seconds: number;
  /** Of Tillroll, and the commit that it was built of. */
  readonly version: string;
  readonly commit: string;
  readonly machine: string;
  readonly figures: PartFigures;
  readonly faults: readonly string[];
}

/** Keeps what came of a part in the place of what was there. */
export function keepResult(result: FaultResult, folder = RESULTS_FOLDER): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.part}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** All that is kept, by name. */
export function readResults(folder = RESULTS_FOLDER): FaultResult[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as FaultResult);
}

/** The kind of this machine, in words: nothing by which anybody would know which one it is. */
export function describeKind(): string {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const [major = ""] = /^\d+\.\d+/.exec(release()) ?? [];
  return `${platform()} ${major}, ${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}, ${gibibytes} GiB`;
}

/** The commit that the tree stands at, shortened; with a mark where files were changed since. */
export function commitOfTree(): string {
  const git = (...words: string[]) =>
    Bun.spawnSync(["git", "-C", import.meta.dir, ...words], { stderr: "ignore" })
      .stdout.toString()
      .trim();
  const commit = git("rev-parse", "--short=10", "HEAD");
  if (commit === "") return "unknown";
  return git("status", "--porcelain", "--", "../../src") === "" ? commit : `${commit} and changes`;
}
