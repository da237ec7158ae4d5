import { posix, win32 } from "node:path";

/** What the service is called by systemd and the Windows service manager, and what launchd calls it. */
export const SERVICE_NAMES = {
  linux: "tillroll",
  darwin: "net.tillroll.service",
  win32: "Tillroll",
} as const;

/** The user that the service runs as; macOS marks users of services by an underscore. Windows makes a virtual account. */
export const SERVICE_USERS = {
  linux: "tillroll",
  darwin: "_tillroll",
  win32: `NT SERVICE\\${SERVICE_NAMES.win32}`,
} as const;

/** The systems that have a service manager that is known here. */
export type ServicePlatform = keyof typeof SERVICE_NAMES;

/** How the service is to be started: what every service manager is told. */
export interface ServicePlan {
  /** Full path of the executable. */
  readonly executable: string;
  /** Full path of the data folder. */
  readonly dataFolder: string;
  /** The user that it runs as. */
  readonly user: string;
  /** Further words for `tillroll serve`, such as `--port 8080`. */
  readonly words?: readonly string[];
  /** Folders beside the data folder that it may write to, such as that of backups. */
  readonly writableFolders?: readonly string[];
}

/** The words after the executable that start the service. */
export function serveWords({ dataFolder, words = [] }: ServicePlan): string[] {
  return ["serve", "--data", dataFolder, ...words];
}

/**
 * The same where nobody reads what a service writes to standard error: its log goes elsewhere, unless the words say where.
 * @param place as `--log-to` takes it
 */
export function serveWordsLoggingTo(place: string, plan: ServicePlan): string[] {
  const words = serveWords(plan);
  const isSaid = words.some((word) => word === "--log-to" || word.startsWith("--log-to="));
  return isSaid ? words : [...words, "--log-to", place];
}

/** Where a machine's service keeps its data, whoever installs it. */
export function systemDataFolder(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === "win32") return win32.join(environment["ProgramData"] ?? "C:\\ProgramData", "Tillroll");
  return platform === "darwin" ? "/Library/Application Support/Tillroll" : posix.join("/var/lib", "tillroll");
}
