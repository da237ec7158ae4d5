import { DEFAULT_WIDTH_COLUMNS, PRINT_LIMITS, WORKSPACE_LIMITS } from "../domain/limits.ts";
import { isSlug, type Workspace } from "../domain/workspace.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { type WorkspaceSettings, WorkspaceStore } from "../storage/workspace-store.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { withDatabase } from "./data.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";
import { table } from "./table.ts";

const LARGEST_LIMIT = Number.MAX_SAFE_INTEGER;

const SETTINGS: readonly Option[] = [
  { name: "width", value: "N", help: "Width of its prints in columns, 24 to 80, where none is given." },
  { name: "quota", value: "N", help: "The most prints it may hold; 0 for no limit." },
  { name: "rate", value: "N", help: "Requests a second that are answered; 0 for no limit." },
  { name: "charset", value: "C", help: `Its printers' characters, one of ${CHARSETS.join(", ")}.` },
  { name: "profile", value: "P", help: `Its printers' maker, one of ${PRINTER_PROFILES.join(", ")}.` },
];

/** Makes a workspace. */
export const workspaceCreate: Command = {
  name: "workspace create",
  parameters: "SLUG",
  summary: "Make a workspace.",
  options: [DATA_OPTION, ...SETTINGS],
  run(given) {
    const slug = slugOf(given);
    const { width, ...limits } = settingsOf(given);
    return withDatabase(given, "make", (database, _administrator, clock) => {
      const store = new WorkspaceStore(database);
      print(store.create(slug, width ?? DEFAULT_WIDTH_COLUMNS, clock(), limits).slug);
      return 0;
    });
  },
};

/** Changes a workspace's settings. */
export const workspaceUpdate: Command = {
  name: "workspace update",
  parameters: "SLUG",
  summary: "Change a workspace's settings.",
  options: [DATA_OPTION, ...SETTINGS],
  run(given) {
    const slug = slugOf(given);
    const settings = settingsOf(given);
    if (Object.keys(settings).length === 0)
      throw new UsageError("Give at least one of --width, --quota, --rate, --charset, --profile.");
    return withDatabase(given, "refuse", (database) => {
      print(describe([new WorkspaceStore(database).update(slug, settings)]));
      return 0;
    });
  },
};

/** Lists the workspaces. */
export const workspaceList: Command = {
  name: "workspace list",
  parameters: "",
  summary: "List the workspaces.",
  options: [DATA_OPTION],
  run(given) {
    return withDatabase(given, "refuse", (database) => {
      print(describe(new WorkspaceStore(database).list()));
      return 0;
    });
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

function settingsOf(given: GivenOptions): WorkspaceSettings {
  const { widthColumnsMinimum, widthColumnsMaximum } = PRINT_LIMITS;
  const width = given.integer("width", widthColumnsMinimum, widthColumnsMaximum);
  const quota = given.integer("quota", 0, LARGEST_LIMIT);
  const rate = given.integer("rate", 0, LARGEST_LIMIT);
  const charset = given.choice("charset", CHARSETS);
  const profile = given.choice("profile", PRINTER_PROFILES);
  return {
    ...(width === null ? {} : { width }),
    ...(quota === null ? {} : { printQuota: quota === 0 ? null : quota }),
    ...(rate === null ? {} : { requestRate: rate === 0 ? null : rate }),
    ...(charset === null ? {} : { charset }),
    ...(profile === null ? {} : { profile }),
  };
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
