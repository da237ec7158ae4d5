import { changedSettings } from "../audit/told-settings.ts";
import { WORKSPACE_SETTINGS, type WorkspaceSettings } from "../contract/workspace-settings.ts";
import { WORKSPACE_LIMITS } from "../domain/limits.ts";
import { isSlug, type Workspace } from "../domain/workspace.ts";
import { chosenPrinter, settledPrinter } from "../escpos/models/chosen-printer.ts";
import { LANGUAGE_NAME } from "../recognition/language-name.ts";
import { WorkspaceStore } from "../storage/workspace-store.ts";
import { audited } from "./audited.ts";
import { type Command, DATA_OPTION, print, table } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { givenSettings, settingOptions } from "./setting-options.ts";

const OPTIONS = settingOptions(WORKSPACE_SETTINGS);

/** The workspaces. */
export const WORKSPACE_COMMANDS: readonly Command[] = [
  {
    name: "workspace create",
    parameters: "SLUG",
    summary: "Make a workspace.",
    options: [DATA_OPTION, ...OPTIONS],
    run(given) {
      const slug = slugOf(given);
      const settings = settingsOf(given);
      const { width = null, ...others } = settings;
      const made = withDatabase(given, "make", (database, _administrator, clock) =>
        audited(database, clock, (enter) => {
          const workspace = new WorkspaceStore(database).create(slug, width, clock(), others);
          enter("workspace.created", workspace.slug, { ...settings }, workspace.id);
          return workspace;
        }),
      );
      print(made.slug);
    },
  },
  {
    name: "workspace update",
    parameters: "SLUG",
    summary: "Change a workspace's settings.",
    options: [DATA_OPTION, ...OPTIONS],
    run(given) {
      const slug = slugOf(given);
      const settings = settingsOf(given);
      if (Object.keys(settings).length === 0)
        throw new UsageError(`Give at least one of --${OPTIONS.map(({ name }) => name).join(", --")}.`);
      withDatabase(given, "refuse", (database, _administrator, clock) => {
        const store = new WorkspaceStore(database);
        const changed = audited(database, clock, (enter) => {
          const before = store.get(slug);
          enter("workspace.changed", before.slug, changedSettings({ ...before }, settings), before.id);
          return store.update(slug, settings);
        });
        print(describe([changed]));
      });
    },
  },
  {
    name: "workspace list",
    summary: "List the workspaces.",
    options: [DATA_OPTION],
    run(given) {
      withDatabase(given, "refuse", (database) => print(describe(new WorkspaceStore(database).list())));
    },
  },
];

/** @throws UsageError */
function settingsOf(given: GivenOptions): Partial<WorkspaceSettings> {
  const settings = givenSettings(WORKSPACE_SETTINGS, given);
  const languages = settings.recognitionLanguages ?? [];
  const most = WORKSPACE_LIMITS.recognitionLanguages;
  const wrong = languages.find((name) => !LANGUAGE_NAME.test(name));
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" cannot be a language: use the name of a model, such as eng or chi_sim.`);
  if (languages.length > most) throw new UsageError(`Give at most ${most} languages.`);
  return settings;
}

function slugOf(given: GivenOptions): string {
  const slug = given.argument("SLUG, the workspace's name in addresses");
  if (isSlug(slug)) return slug;
  const length = `1 to ${WORKSPACE_LIMITS.slugCharacters}`;
  throw new UsageError(`"${slug}" cannot be a slug: use ${length} of the letters A-Z a-z, digits and "-".`);
}

function describe(workspaces: readonly Workspace[]): string {
  const rows = workspaces.map((workspace) => {
    const { columns, charset, profile } = settledPrinter(chosenPrinter(workspace));
    return [
      workspace.slug,
      String(columns),
      String(workspace.printQuota ?? "-"),
      String(workspace.requestRate ?? "-"),
      charset,
      profile,
      workspace.model ?? "-",
      new Date(workspace.createdAt).toISOString(),
    ];
  });
  return table(["SLUG", "WIDTH", "QUOTA", "RATE", "CHARSET", "PROFILE", "MODEL", "CREATED"], rows);
}
