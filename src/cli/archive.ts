import { withSecretFiles } from "../configuration/option.ts";
import type { ArchiveOptions } from "../archive/archive-options.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { networkAddresses } from "../platform/network.ts";
import type { ServiceLog } from "../operations/logs/service-log.ts";
import { NO_SUPERVISOR, type Supervisor } from "../service-manager/supervisor.ts";
import { supervisorOf } from "../service-manager/supervisor-of.ts";
import { VERSION } from "../version.ts";
import {
  archiveConfigurationPlaces,
  archiveFolderOf,
  CONTENT_OPTIONS,
  contentOf,
  DATABASE_OPTIONS,
  databaseOf,
  INSTANCE_FOLDER_OPTION,
} from "./archive-options.ts";
import { ARCHIVE_ACCESS_COMMANDS } from "./archive-access.ts";
import { ARCHIVE_SHOP_COMMANDS } from "./archive-shops.ts";
import { type Command, print } from "./command.ts";
import { CONFIG_OPTION } from "./configuration.ts";
import { configurationSettings } from "./configuration-view.ts";
import { FIRST_TOKEN_OPTION } from "./first-token-option.ts";
import { httpsOf, OWN_HTTPS_OPTIONS } from "./https-options.ts";
import { listenError } from "./listen-error.ts";
import { CLIENT_RATE, DEFAULT_HOST, HOST, HOST_NAMES, HTTP_PORT, PRINT_BYTES } from "./listening-options.ts";
import { LOG_OPTIONS, openLog, requestLogOf } from "./log-options.ts";
import type { GivenOptions } from "./options.ts";
import { shownConfiguration } from "./shown-configuration.ts";
import { type RunEnd, stay } from "./staying.ts";

/** Serves a chain's archive and stays until it is told to stop. */
const serveArchive: Command = {
  name: "archive",
  summary: "Serve a chain's archive: the prints of many shops in a PostgreSQL database.",
  options: withSecretFiles([
    CONFIG_OPTION,
    ...DATABASE_OPTIONS,
    ...CONTENT_OPTIONS,
    INSTANCE_FOLDER_OPTION,
    HOST,
    HTTP_PORT,
    HOST_NAMES,
    PRINT_BYTES,
    CLIENT_RATE,
    ...OWN_HTTPS_OPTIONS,
    FIRST_TOKEN_OPTION,
    ...LOG_OPTIONS,
  ]),
  configurationPlaces: archiveConfigurationPlaces,
  async run(given) {
    const options = {
      ...archiveOptionsOf(given),
      configuration: shownConfiguration(given, serveArchive.options),
      settings: configurationSettings(given, serveArchive, archiveOptionsOf),
    };
    const log = openLog(given, options.dataFolder);
    const supervisor = supervisorOf(process.env);
    supervisor.starting();
    try {
      return await runArchive({ ...options, log }, supervisor);
    } catch (error) {
      // On standard error it stands anyway, as that of any command.
      if (!log.isOnStandardError) log.write("error", `the archive does not run: ${sentenceOf(error)}`);
      throw error;
    } finally {
      await log.close();
    }
  },
};

/** Serving an archive, and what is done in its database from a terminal. */
export const ARCHIVE_COMMANDS: readonly Command[] = [
  serveArchive,
  ...ARCHIVE_ACCESS_COMMANDS,
  ...ARCHIVE_SHOP_COMMANDS,
];

/** How the archive is to be started. @throws UsageError */
export function archiveOptionsOf(given: GivenOptions): ArchiveOptions {
  return {
    ...databaseOf(given),
    content: contentOf(given),
    dataFolder: archiveFolderOf(given),
    host: given.value(HOST),
    port: given.value(HTTP_PORT),
    hostNames: given.values(HOST_NAMES),
    ...httpsOf(given),
    maximumPrintBytes: given.value(PRINT_BYTES),
    clientBytesPerSecond: given.value(CLIENT_RATE),
    firstToken: given.value(FIRST_TOKEN_OPTION),
    ...requestLogOf(given),
  };
}

async function runArchive(
  options: ArchiveOptions & { readonly log: ServiceLog },
  supervisor: Supervisor,
): Promise<number> {
  const { log, host } = options;
  // Loaded here, because no other command needs it: a shop has no PostgreSQL.
  const { startArchive } = await import("../archive/archive-app.ts");
  const withToken = supervisor === NO_SUPERVISOR;
  const app = await startArchive({ ...options, withToken }).catch((error: unknown) => {
    throw listenError(error, options);
  });
  const link = process.stdout.isTTY ? await app.signInLink() : null;
  const tell = () => {
    const network = host === DEFAULT_HOST ? networkAddresses() : [];
    for (const line of greeting({ ...app, network, link, dataFolder: options.dataFolder })) print(line);
  };
  const ended = Promise.withResolvers<RunEnd>();
  return Number(await stay(app, { log, supervisor, ended, tell }));
}

/** What a start tells. */
interface GreetingFacts {
  readonly address: string;
  readonly secureAddress: string | null;
  readonly port: number;
  readonly network: readonly string[];
  readonly link: string | null;
  readonly dataFolder: string;
  readonly firstToken: string | null;
}

function greeting({
  address,
  secureAddress,
  port,
  network,
  link,
  dataFolder,
  firstToken,
}: GreetingFacts): string[] {
  return [
    `Tillroll ${VERSION}: the archive is running.`,
    "",
    `  Dashboard   ${address}/`,
    ...network.map((place) => `  On the LAN  http://${place}:${port}/`),
    ...(secureAddress === null
      ? []
      : [`  HTTPS       ${secureAddress}/ (${address}/trust: how devices trust it)`]),
    link === null
      ? `  Sign in     "tillroll archive sign-in" makes a one-time link`
      : `  Sign in     ${link}`,
    `  Guide       ${address}/guide/archive`,
    `  API         ${address}/docs`,
    `  Folder      ${dataFolder}`,
    ...(firstToken === null
      ? []
      : [
          "",
          "This is the first start. Your API token for all that the archive has, shown only now:",
          "",
          `  ${firstToken}`,
        ]),
  ];
}
