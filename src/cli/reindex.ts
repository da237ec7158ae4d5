import { systemClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import type { Workspace } from "../domain/workspace.ts";
import { databasePath } from "../platform/data-folder.ts";
import type { RunningService } from "../platform/running-service.ts";
import { openForWriting } from "../storage/database.ts";
import { openDataFolder } from "../storage/data-folder.ts";
import { beginGeneration } from "../storage/generation.ts";
import { type IndexStep, IndexWriter } from "../storage/index-writer.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import type { GivenOptions } from "./options.ts";
import { ProgressBar } from "./progress-bar.ts";
import { answeringService, bearer } from "./running.ts";

/** How often a running service is asked how far it is, milliseconds. */
const ASK_MILLISECONDS = 300;

/** Builds the search index anew: through the running service, which goes on working, or by itself. */
export const reindex: Command = {
  name: "reindex",
  parameters: "",
  summary: "Build the search index anew from the prints, also while the service runs.",
  options: [
    DATA_OPTION,
    { name: "workspace", value: "SLUG", help: "Only this workspace; by default all of them." },
  ],
  async run(given) {
    const slug = given.text("workspace");
    const workspaces = withDatabase(given, "refuse", (database) => {
      const store = new WorkspaceStore(database);
      return slug === null ? store.list() : [store.get(slug)];
    });
    const service = await answeringService(given);
    if (service !== null) for (const workspace of workspaces) await rebuildRunning(service, workspace);
    else await rebuildHere(given, workspaces);
    return 0;
  },
};

interface Status {
  readonly prints: number;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
}

async function rebuildRunning(service: RunningService, { slug }: Workspace): Promise<void> {
  const address = `${service.address}/api/workspace/${encodeURIComponent(slug)}/index`;
  const ask = async (path: string, method: string): Promise<Status> => {
    const response = await fetch(address + path, { method, headers: bearer(service) });
    if (!response.ok) throw new TillrollError("UNKNOWN", `The service answered ${response.status}.`);
    return (await response.json()) as Status;
  };
  const bar = new ProgressBar(slug);
  let status = await ask("/rebuild", "POST");
  while (status.rebuild !== null) {
    bar.show(status.rebuild.done, status.rebuild.total);
    await Bun.sleep(ASK_MILLISECONDS);
    status = await ask("", "GET");
  }
  bar.show(1, 1);
  bar.finish();
  print(`${slug}\t${status.prints} prints indexed`);
}

async function rebuildHere(given: GivenOptions, workspaces: readonly Workspace[]): Promise<void> {
  // Loaded here, because no other command reads the text of prints: the indexer brings the whole decoder.
  const { Indexer } = await import("../search/indexer/indexer.ts");
  const folder = dataFolderOf(given);
  const lock = openDataFolder(folder, systemClock());
  try {
    using database = openForWriting(databasePath(folder));
    beginGeneration(database, lock.file);
    const writer = new IndexWriter(database);
    const runStep = database.transaction((step: IndexStep) => writer.run(step));
    const indexer = new Indexer(databasePath(folder), (step) => runStep.immediate(step));
    await indexer.cleanUp();
    for (const { id, slug } of workspaces) {
      const bar = new ProgressBar(slug);
      let prints = 0;
      for await (const { done, total } of indexer.rebuild(id)) {
        bar.show(done, total);
        prints = total / 2;
      }
      bar.finish();
      print(`${slug}\t${prints} prints indexed`);
    }
    indexer.close();
  } finally {
    lock.release();
  }
}
