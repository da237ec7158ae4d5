import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../../src/platform/data-folder.ts";
import { openForReading } from "../../../src/storage/database.ts";
import { SOURCE_COMMAND } from "../../service/service-process.ts";
import { CHAIN_VERSION } from "./chain.ts";
import type { Cleanup } from "./cleanup.ts";
import { fillDatabase } from "./fill-database.ts";
import { Workload } from "./workload.ts";

/** A data folder with a workload and its index. */
export interface DataSet {
  readonly workload: Workload;
  /** For a service or a search. */
  readonly folder: string;
  /** Where a rival may keep its own data: removed, or kept, with this set's. */
  readonly rivalFolder: string;
  /** The tables and their B-trees, without the index. */
  readonly metadataBytes: number;
  readonly indexBytes: number;
  readonly indexSeconds: number;
}

/** What is known of a folder that was kept. */
interface KeptNote {
  readonly chainVersion: number;
  readonly metadataBytes: number;
}

/**
 * Makes a data set of that many prints in a temporary folder; or in a folder that is kept, where it is used again the
 * next time. The index is built anew either way, by the command that users have.
 * @throws Error when the index cannot be built
 */
export async function prepareDataSet(
  prints: number,
  keep: string | undefined,
  cleanup: Cleanup,
  onProgress: (line: string) => void,
): Promise<DataSet> {
  const parent = keep === undefined ? cleanup.temporaryFolder() : join(keep, String(prints));
  const folder = join(parent, "data");
  const notePath = join(parent, "kept.json");
  const workload = new Workload(prints);
  let note = readNote(notePath);
  if (note?.chainVersion !== CHAIN_VERSION) {
    // A run that was interrupted leaves no note, and what it made is of no use.
    if (existsSync(parent)) rmSync(parent, { recursive: true });
    mkdirSync(parent, { recursive: true });
    const started = performance.now();
    await fillDatabase(folder, workload);
    onProgress(`${prints.toLocaleString("en-US")} prints generated and stored in ${secondsSince(started)} s`);
    note = { chainVersion: CHAIN_VERSION, metadataBytes: usedBytes(folder) };
    writeFileSync(notePath, JSON.stringify(note));
  }
  const started = performance.now();
  await reindex(folder, cleanup);
  const indexSeconds = (performance.now() - started) / 1000;
  onProgress(`index built in ${secondsSince(started)} s`);
  const { metadataBytes } = note;
  const indexBytes = usedBytes(folder) - metadataBytes;
  return { workload, folder, rivalFolder: join(parent, "rival"), metadataBytes, indexBytes, indexSeconds };
}

function readNote(path: string): KeptNote | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as KeptNote) : null;
}

/** Bytes of the pages in use, whatever the file has free. */
function usedBytes(folder: string): number {
  const database = openForReading(databasePath(folder));
  try {
    const read = (pragma: string) =>
      Object.values(database.prepare<Record<string, number>, []>(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0;
    return (read("page_count") - read("freelist_count")) * read("page_size");
  } finally {
    database.close();
  }
}

async function reindex(folder: string, cleanup: Cleanup): Promise<void> {
  const child = Bun.spawn([...SOURCE_COMMAND, "reindex", "--data", folder], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  cleanup.defer(() => child.kill("SIGKILL"));
  if ((await child.exited) !== 0) throw new Error("the index could not be built");
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
