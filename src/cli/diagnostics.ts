import { closeSync, openSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { DiagnosticsPart } from "../diagnostics/bundle.ts";
import { TillrollError } from "../domain/errors.ts";
import { databasePath } from "../platform/data-folder.ts";
import type { RunningService } from "../platform/running-service.ts";
import { reasonOf } from "../platform/system-error.ts";
import { openForReading } from "../storage/database.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf } from "./data.ts";
import { answeringService, bearer } from "./running.ts";

/** How long a service may take to make a bundle, milliseconds. */
const MAKE_MILLISECONDS = 60_000;

/** The owner's alone, until they pass it on. */
const PRIVATE_FILE_MODE = 0o600;

/** Makes a bundle for whoever helps. */
export const diagnostics: Command = {
  name: "diagnostics",
  summary: "Make a bundle that tells how the service is, without receipts and secrets, for whoever helps.",
  options: [
    DATA_OPTION,
    {
      name: "out",
      value: "FILE",
      help: "Where to write it (tar.gz), - for standard output; by default tillroll-diagnostics-TIME.tar.gz here.",
      lineOnly: true,
    },
  ],
  async run(given) {
    const time = new Date().toISOString().replaceAll(":", "-").slice(0, 19);
    const out = given.filled("out") ?? `tillroll-diagnostics-${time}.tar.gz`;
    const service = await answeringService(given);
    const bundle = service === null ? await offlineBundle(dataFolderOf(given)) : await askedBundle(service);
    if (out === "-") {
      process.stdout.write(bundle);
      return;
    }
    const file = resolve(out);
    try {
      const opened = openSync(file, "w", PRIVATE_FILE_MODE);
      writeFileSync(opened, bundle);
      closeSync(opened);
    } catch (error) {
      throw new TillrollError(
        "STORAGE_UNAVAILABLE",
        `The file ${file} cannot be written: ${reasonOf(error)}.`,
      );
    }
    print(file);
    if (service === null) print("No service answered: the bundle tells what the data folder shows alone.");
  },
};

async function askedBundle(service: RunningService): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(MAKE_MILLISECONDS);
  const response = await fetch(`${service.address}/api/diagnostics`, { headers: bearer(service), signal });
  if (response.ok) return response.bytes();
  const { message } = (await response.json()) as { message?: string };
  throw new TillrollError("UNKNOWN", message ?? `The service answered ${response.status}.`);
}

/** What can be told without a service: it does not start, or does not answer. */
async function offlineBundle(folder: string): Promise<Uint8Array> {
  const [{ diagnosticsBundle }, { aboutDatabase, aboutFolder, aboutMachine }, { lastLines }] =
    await Promise.all([
      import("../diagnostics/bundle.ts"),
      import("../diagnostics/machine-facts.ts"),
      import("../diagnostics/log-lines.ts"),
    ]);
  const parts: DiagnosticsPart[] = [
    { file: "machine.json", make: aboutMachine },
    { file: "folder.json", make: () => aboutFolder(folder) },
    {
      file: "database.json",
      make() {
        using database = openForReading(databasePath(folder));
        return aboutDatabase(database);
      },
    },
    { file: "log-file.txt", make: (striker) => lastLines(folder, striker) },
  ];
  return diagnosticsBundle(parts, []);
}
