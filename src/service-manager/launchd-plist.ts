import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { STORAGE_LIMITS } from "../domain/storage-limits.ts";
import { SERVICE_NAMES, serveWordsLoggingTo, type ServicePlan } from "./service-plan.ts";

/** Where the daemons of a Mac are written down, and where this one's log goes. */
export const PLIST_FILE = `/Library/LaunchDaemons/${SERVICE_NAMES.darwin}.plist`;
export const LOG_FOLDER = "/Library/Logs/Tillroll";

/** How long launchd waits for a stop before it kills: well above the service's own limit, seconds. */
const EXIT_SECONDS = STORAGE_LIMITS.stopMilliseconds / MILLISECONDS_PER_SECOND + 22;

/** No more than a start in so many seconds. */
const THROTTLE_SECONDS = 5;

const OWNER_ONLY = 0o077;
const OPEN_FILES = 65_536;

type Value = string | number | boolean | readonly string[] | { readonly [key: string]: Value };

/** What launchd is told of the service (launchd.plist(5)): it starts with the Mac, and again after a failure. */
export function launchdPlist(plan: ServicePlan): string {
  const properties: Value = {
    Label: SERVICE_NAMES.darwin,
    ProgramArguments: [plan.executable, ...serveWordsLoggingTo("file", plan)],
    UserName: plan.user,
    GroupName: plan.user,
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: THROTTLE_SECONDS,
    ExitTimeOut: EXIT_SECONDS,
    // Tills wait for it: it is not slowed down as background work is.
    ProcessType: "Interactive",
    Umask: OWNER_ONLY,
    SoftResourceLimits: { NumberOfFiles: OPEN_FILES },
    HardResourceLimits: { NumberOfFiles: OPEN_FILES },
    WorkingDirectory: "/",
    StandardOutPath: `${LOG_FOLDER}/tillroll.log`,
    StandardErrorPath: `${LOG_FOLDER}/tillroll.log`,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    ...xmlOf(properties),
    "</plist>",
    "",
  ].join("\n");
}

function xmlOf(value: Value): string[] {
  if (typeof value === "string") return [`<string>${escaped(value)}</string>`];
  if (typeof value === "number") return [`<integer>${value}</integer>`];
  if (typeof value === "boolean") return [value ? "<true/>" : "<false/>"];
  if (Array.isArray(value)) return ["<array>", ...value.flatMap(xmlOf), "</array>"];
  const entries = Object.entries(value).flatMap(([key, inner]) => [
    `<key>${escaped(key)}</key>`,
    ...xmlOf(inner),
  ]);
  return ["<dict>", ...entries, "</dict>"];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

/** The data folder that a file of {@link launchdPlist} names; `null` where it names none. */
export function dataFolderOfPlist(plist: string): string | null {
  const folder = /<string>--data<\/string>\s*<string>([^<]*)<\/string>/.exec(plist)?.[1];
  if (folder === undefined) return null;
  return Object.entries(ENTITIES).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    folder,
  );
}
