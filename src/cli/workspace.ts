import { WORKSPACE_SETTINGS, type WorkspaceSettings } from "../contract/workspace-settings.ts";
import { DEFAULT_WIDTH_COLUMNS, WORKSPACE_LIMITS } from "../domain/limits.ts";
import { isSlug, type Workspace } from "../domain/workspace.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { givenSettings, settingOptions } from "./setting-options.ts";
import { table } from "./table.ts";

const OPTIONS = settingOptions(WORKSPACE_SETTINGS);

export const workspaceCreate: Command = {
  name: "workspace create",
  parameters: "SLUG",
  summary: "Make a workspace.",
  options: [DATA_OPTION, ...OPTIONS],
  run(given) {
    const slug = slugOf(given);
    const { width, ...limits } = settingsOf(given);
    const made = withDatabase(given, "make", (database, _administrator, clock) =>
      new WorkspaceStore(database).create(slug, width ?? DEFAULT_WIDTH_COLUMNS, clock(), limits),
    );
    print(made.slug);
  },
};

export const workspaceUpdate: Command = {
  name: "workspace update",
  parameters: "SLUG",
  summary: "Change a workspace's settings.",
  options: [DATA_OPTION, ...OPTIONS],
  run(given) {
    const slug = slugOf(given);
    const settings = settingsOf(given);
    if (Object.keys(settings).length === 0)
      throw new UsageError(`Give at least one of --${OPTIONS.map(({ name }) => name).join(", --")}.`);
    withDatabase(given, "refuse", (database) =>
      print(describe([new WorkspaceStore(database).update(slug, settings)])),
    );
  },
};

export const workspaceList: Command = {
  name: "workspace list",
  parameters: "",
  summary: "List the workspaces.",
  options: [DATA_OPTION],
  run(given) {
    withDatabase(given, "refuse", (database) => print(describe(new WorkspaceStore(database).list())));
  },
};

function slugOf(given: GivenOptions): string {
  const slug = given.argument("SLUG, the workspace's name in addresses");
  if (!isSlug(slug)) {
    const length = `1 to ${WORKSPACE_LIMITS.slugCharacters}`;
    throw new UsageError(`"${slug}" cannot be a slug: use ${length} of the letters A-Z a-z, digits and "-".`);
  }
  return slug;
}

/** Options give values of the settings' types, and in their bounds. */
function settingsOf(given: GivenOptions): Partial<WorkspaceSettings> {
  return givenSettings(WORKSPACE_SETTINGS, given) as Partial<WorkspaceSettings>;
}

function describe(workspaces: readonly Workspace[]): string {
  const rows = workspaces.map(({ slug, width, printQuota, requestRate, charset, profile, createdAt }) => [
    slug,
    String(width),
    String(printQuota ?? "-"),
    String(requestRate ?? "-"),
    charset,
    profile,
    new Date(createdAt).toISOString(),
  ]);
  return table(["SLUG", "WIDTH", "QUOTA", "RATE", "CHARSET", "PROFILE", "CREATED"], rows);
}
