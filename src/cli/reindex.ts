import type { Database } from "bun:sqlite";
import type { Workspace } from "../domain/workspace.ts";
import { databasePath } from "../platform/data-folder.ts";
import type { RunningService } from "../platform/running-service.ts";
import { type IndexStep, IndexWriter } from "../storage/index-writer.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf, withDatabase } from "./data.ts";
import { answeringService, asOnlyWriter, ask, follow, type Progress, ProgressBar } from "./running.ts";

/** Builds the search index anew: through the running service, which goes on working, or by itself. */
export const reindex: Command = {
  name: "reindex",
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
    else {
      const path = databasePath(dataFolderOf(given));
      withDatabase(given, "refuse", (database, _administrator, clock) =>
        audited(database, clock, (enter) => {
          for (const { id, slug: name } of workspaces) enter("index.rebuilt", name, {}, id);
        }),
      );
      await asOnlyWriter(given, (database) => rebuild(database, path, workspaces));
    }
  },
};

interface Status {
  readonly prints: number;
  readonly rebuild: Progress | null;
}

async function rebuildRunning(service: RunningService, { slug }: Workspace): Promise<void> {
  const index = `/workspace/${encodeURIComponent(slug)}/index`;
  const begun = await ask<Status>(service, `${index}/rebuild`, {});
  const { prints } = await follow(
    slug,
    begun,
    (status) => status.rebuild,
    () => ask(service, index),
  );
  print(`${slug}\t${prints} prints indexed`);
}

async function rebuild(database: Database, path: string, workspaces: readonly Workspace[]): Promise<void> {
  // Loaded here, because no other command reads the text of prints: the indexer brings the whole decoder.
  const { Indexer } = await import("../search/indexer/indexer.ts");
  const writer = new IndexWriter(database);
  const runStep = database.transaction((step: IndexStep) => writer.run(step));
  const indexer = new Indexer(path, (step) => runStep.immediate(step));
  await indexer.cleanUp();
  for (const { id, slug } of workspaces) {
    const bar = new ProgressBar(slug);
    let prints = 0;
    for await (const progress of indexer.rebuild(id)) {
      bar.show(progress);
      prints = progress.total / 2;
    }
    bar.finish();
    print(`${slug}\t${prints} prints indexed`);
  }
  indexer.close();
}
