import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { TillrollError } from "../domain/errors.ts";
import { EXPORT_FORMATS, type ExportFormat, TAG_FORMS } from "../domain/export-query.ts";
import { ExportProgress } from "../export/progress.ts";
import type { RunningService } from "../platform/running-service.ts";
import { reasonOf } from "../platform/system-error.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";
import { answeringService, bearer, ProgressBar } from "./running.ts";
import { searchOf, searchOptions } from "./search-options.ts";

/** What a shell says of a program that Ctrl-C has ended. */
const EXIT_INTERRUPTED = 130;

/** Standard output, in the place of a file. */
const STANDARD_OUTPUT = "-";

const OPTIONS: readonly Option[] = [
  {
    name: "format",
    value: "F",
    help: `One of ${EXPORT_FORMATS.join(", ")}; by default csv.`,
    lineOnly: true,
  },
  { name: "out", value: "FILE", help: "Where to; - for standard output.", lineOnly: true },
  ...searchOptions("none"),
  {
    name: "id",
    value: "ID",
    help: "This print, instead of a search; repeatable.",
    repeatable: true,
    lineOnly: true,
  },
  {
    name: "tags",
    value: "FORM",
    help: `Tags in CSV: ${TAG_FORMS.join(" or ")}; by default columns.`,
    lineOnly: true,
  },
  {
    name: "proofs",
    value: "B",
    help: "Whether a ZIP has the proof of each print, with what checks it; zip-raw has if not given.",
    lineOnly: true,
  },
  { name: "bom", help: "Begin CSV with a byte order mark, for Excel.", lineOnly: true },
];

/** Writes all prints that a search finds into a file, through the running service. */
export const exportCommand: Command = {
  name: "export",
  summary:
    "Write prints into a file: CSV, JSON lines, or a ZIP of their bytes, PNG or PDF; the service must be running.",
  options: [DATA_OPTION, WORKSPACE_OPTION, ...OPTIONS],
  async run(given) {
    const format = given.choice("format", EXPORT_FORMATS) ?? "csv";
    const out = given.filled("out");
    if (out === null) throw new UsageError("Say where to with --out FILE, or - for standard output.");
    const body = { format, ...wantedOf(given), ...tableOf(given) };
    const service = await answeringService(given);
    if (service === null) {
      const advice = 'Start it with "tillroll serve".';
      throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
    }
    const slug = given.text("workspace") ?? DEFAULT_WORKSPACE;
    return download(service, slug, body, out);
  },
};

/** Which prints are wanted, as the API takes it. */
function wantedOf(given: GivenOptions): object {
  const ids = given.integers("id", 1, Number.MAX_SAFE_INTEGER);
  return { ...searchOf(given), ...(ids !== null && { ids }) };
}

function tableOf(given: GivenOptions): object {
  const tags = given.choice("tags", TAG_FORMS);
  const proofs = given.boolean("proofs");
  return {
    ...(proofs !== null && { proofs }),
    ...(given.has("bom") && { bom: true }),
    ...(tags !== null && { tags }),
  };
}

/** Writes an export into a file, which is there only when it is whole. @returns the exit code */
async function download(
  service: RunningService,
  slug: string,
  body: { readonly format: ExportFormat },
  out: string,
): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  // Not once: who presses Ctrl-C again ends it no sooner, but would leave its file behind.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
  try {
    const response = await fetch(
      `${service.address}/api/workspace/${encodeURIComponent(slug)}/prints/export`,
      {
        method: "POST",
        headers: { ...bearer(service), "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: interrupted.signal,
        // Drawing takes as long as it takes.
        timeout: false,
      },
    );
    if (!response.ok) throw await refusalOf(response);
    const total = await receive(response, body.format, out);
    const pending = response.headers.get("x-tillroll-text-pending");
    if (pending !== null)
      process.stderr.write(`The text of ${pending} prints could not be searched yet: export again.\n`);
    if (out !== STANDARD_OUTPUT) print(`${total} prints are in ${out}.`);
    return 0;
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write("\nCancelled; nothing is left behind.\n");
    return EXIT_INTERRUPTED;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, interrupt);
  }
}

/** What a refusal says. */
export async function refusalOf(response: Response): Promise<TillrollError> {
  const { message } = (await response.json()) as { readonly message?: string };
  return new TillrollError("UNKNOWN", message ?? `The service answered ${response.status}.`);
}

/** @returns how many prints were found */
async function receive(response: Response, format: ExportFormat, out: string): Promise<number> {
  const total = Number(response.headers.get("x-tillroll-total"));
  const bar = new ProgressBar("Exporting");
  const progress = new ExportProgress(format);
  const file = openFile(out);
  try {
    for await (const chunk of response.body ?? []) {
      await file.write(chunk);
      progress.take(chunk);
      bar.show({ done: progress.done, total });
    }
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
  bar.finish();
  return total;
}

/** Where the bytes go: beside the file until all have come, and then in its place. */
function openFile(out: string) {
  if (out === STANDARD_OUTPUT) {
    const write = async (chunk: Uint8Array) => void (await Bun.write(Bun.stdout, chunk));
    return { write, finish() {}, discard() {} };
  }
  const part = `${out}.part`;
  let descriptor: number | null = opened(part);
  const close = () => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  return {
    async write(chunk: Uint8Array) {
      for (let at = 0; at < chunk.byteLength;) at += writeSync(descriptor ?? -1, chunk, at);
    },
    finish() {
      fsyncSync(descriptor ?? -1);
      close();
      renameSync(part, out);
    },
    discard() {
      close();
      rmSync(part, { force: true });
    },
  };
}

function opened(path: string): number {
  try {
    // Receipts are nobody else's business.
    return openSync(path, "w", 0o600);
  } catch (error) {
    throw new TillrollError("NOT_FOUND", `The file ${path} cannot be written: ${reasonOf(error)}.`);
  }
}
