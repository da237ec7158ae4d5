import type { AppOptions } from "../app.ts";
import { shownConfiguration } from "./shown-configuration.ts";
import { configurationPlaces } from "../configuration/configuration-file.ts";
import { withSecretFiles } from "../configuration/option.ts";
import { integer, ON_OR_OFF, PORT, TRUTH } from "../configuration/value-kinds.ts";
import { MEBIBYTE } from "../domain/limits.ts";
import { RAW_PORT } from "../domain/target-kinds.ts";
import { factsOf, SERVICE_PROTOCOLS } from "../domain/protocols.ts";
import { INDEX_CACHE_BYTES } from "../search/segment-limits.ts";
import type { Log } from "../operations/log.ts";
import type { ServiceLog } from "../operations/logs/service-log.ts";
import type { OpenPage } from "../platform/open-browser.ts";
import { sentenceOf } from "../platform/system-error.ts";
import { networkAddresses } from "../platform/network.ts";
import { hasUnfinishedUpdate } from "../update/update-folder.ts";
import type { PrintingOptions } from "../printing.ts";
import { refuseInPlaceOfService } from "../service-manager/service-folder.ts";
import { NO_SUPERVISOR, type Supervisor } from "../service-manager/supervisor.ts";
import { supervisorOf } from "../service-manager/supervisor-of.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { CONFIG_OPTION } from "./configuration.ts";
import { configurationSettings } from "./configuration-view.ts";
import { dataFolderOf } from "./data.ts";
import { FIRST_TOKEN_OPTION } from "./first-token-option.ts";
import { greeting } from "./greeting.ts";
import { HTTPS_OPTIONS, httpsOf, webPortsOf } from "./https-options.ts";
import { CLIENT_RATE, DEFAULT_HOST, HOST, HOST_NAMES, HTTP_PORT, PRINT_BYTES } from "./listening-options.ts";
import { listenError } from "./listen-error.ts";
import { BACKUP_OPTIONS, backupsOf } from "./backup-options.ts";
import type { GivenOptions } from "./options.ts";
import { SCRUB_OPTIONS, scrubOf } from "./scrub-options.ts";
import { SEAL_OPTIONS, sealsOf } from "./seal-options.ts";
import { RETENTION_OPTIONS, retentionOf } from "./retention-options.ts";
import { MAIL_OPTIONS, mailOf } from "./mail-options.ts";
import { LOG_OPTIONS, openLog, requestLogOf } from "./log-options.ts";
import { TEXT_FEED_OPTIONS, textFeedOf } from "./text-feed-options.ts";
import { OPEN_OPTION, openDashboard, pageOpener, signInLinkOf } from "./open-dashboard.ts";
import { type RunEnd, stay } from "./staying.ts";
import { MODELS_OPTION, modelsFolderOf } from "./recognition-options.ts";

const LARGEST_CACHE_MEBIBYTES = 65_536;
const EXIT_FAILURE = 1;

const SEARCH_CACHE = {
  name: "search-cache",
  value: "MIB",
  help: "Memory for the search index, MiB.",
  kind: integer(1, LARGEST_CACHE_MEBIBYTES),
  default: INDEX_CACHE_BYTES / MEBIBYTE,
} as const;

const RECOGNITION = {
  name: "recognition",
  value: "SWITCH",
  help: "on or off: whether text in pictures of prints is read.",
  kind: ON_OR_OFF,
  default: true,
} as const;

const RAW_PRINTER_PORT = {
  name: "raw-port",
  value: "N",
  help: "Port of the printer that the first start makes. 0: none.",
  kind: PORT,
  default: RAW_PORT,
} as const;

const PROTOCOL_PORTS = SERVICE_PROTOCOLS.map((protocol) => {
  const { title, port } = factsOf(protocol);
  if (port.of !== "service") throw new Error(`${protocol} has no port for all printers`);
  const help = `Port for ${title}${port.note ?? ""}. 0: none.`;
  return { protocol, name: `${protocol}-port`, value: "N", help, kind: PORT, default: port.standard };
});

const ANNOUNCE = {
  name: "announce",
  value: "B",
  help: "Whether the network is told which printers there are (mDNS).",
  kind: TRUTH,
  default: true,
} as const;

/** Starts the service and stays until it is told to stop. */
export const serve: Command = {
  name: "serve",
  summary: "Start the service (also without any command).",
  options: withSecretFiles([
    CONFIG_OPTION,
    DATA_OPTION,
    HOST,
    HTTP_PORT,
    HOST_NAMES,
    PRINT_BYTES,
    CLIENT_RATE,
    SEARCH_CACHE,
    RECOGNITION,
    MODELS_OPTION,
    RAW_PRINTER_PORT,
    ...HTTPS_OPTIONS,
    ...PROTOCOL_PORTS,
    ...TEXT_FEED_OPTIONS,
    ...RETENTION_OPTIONS,
    ...BACKUP_OPTIONS,
    ...SEAL_OPTIONS,
    ...SCRUB_OPTIONS,
    ...MAIL_OPTIONS,
    FIRST_TOKEN_OPTION,
    ...LOG_OPTIONS,
    { name: "epson-discovery", help: "Answer searches of Epson's own programs (UDP 3289); experimental." },
    ANNOUNCE,
    OPEN_OPTION,
  ]),
  configurationPlaces: (given) => configurationPlaces(dataFolderOf(given)),
  async run(given) {
    const configuration = shownConfiguration(given, serve.options);
    const configurationFile = given.configuration;
    const settings = configurationSettings(given, serve, appOptionsOf);
    const options = { ...appOptionsOf(given), configuration, configurationFile, settings };
    refuseInPlaceOfService(options.dataFolder);
    const log = openLog(given, options.dataFolder);
    const supervisor = supervisorOf(process.env);
    supervisor.starting();
    using _update = await settleUnfinishedUpdate(options.dataFolder, log);
    try {
      const openPage = given.value(OPEN_OPTION) ? pageOpener(supervisor) : null;
      let run = await runOnce({ ...options, log, openPage }, supervisor);
      // Port 0 was any free one; the next run keeps the port that this one had.
      while (run.end === "start again")
        run = await runOnce({ ...options, log, openPage: null, port: run.port }, supervisor);
      return run.end;
    } catch (error) {
      // On standard error it stands anyway, as that of any command.
      if (!log.isOnStandardError) log.write("error", `the service does not run: ${sentenceOf(error)}`);
      throw error;
    } finally {
      await log.close();
    }
  },
};

/** How the service is to be started. @throws UsageError */
export function appOptionsOf(given: GivenOptions): AppOptions {
  return {
    dataFolder: dataFolderOf(given),
    host: given.value(HOST),
    port: given.value(HTTP_PORT),
    hostNames: given.values(HOST_NAMES),
    ...httpsOf(given),
    maximumPrintBytes: given.value(PRINT_BYTES),
    clientBytesPerSecond: given.value(CLIENT_RATE),
    searchCacheBytes: given.value(SEARCH_CACHE) * MEBIBYTE,
    recognition: given.value(RECOGNITION),
    recognitionModels: modelsFolderOf(given),
    printing: printingOf(given),
    textFeed: textFeedOf(given),
    retention: retentionOf(given),
    backups: backupsOf(given),
    seals: sealsOf(given),
    scrub: scrubOf(given),
    mail: mailOf(given),
    firstToken: given.value(FIRST_TOKEN_OPTION),
    ...requestLogOf(given),
  };
}

/** Does what a start must about an update that was broken off. @returns what waits until it is finished; `null` for nothing */
async function settleUnfinishedUpdate(folder: string, log: Log): Promise<Disposable | null> {
  if (!hasUnfinishedUpdate(folder)) return null;
  const { settleUpdate } = await import("../update/unfinished-update.ts");
  return settleUpdate(folder, log);
}

/** How a run of the service ended. */
interface Run {
  readonly end: RunEnd;
  readonly port: number;
}

async function runOnce(
  options: AppOptions & { readonly log: ServiceLog; readonly openPage: OpenPage | null },
  supervisor: Supervisor,
): Promise<Run> {
  const { log } = options;
  const ended = Promise.withResolvers<RunEnd>();
  const onFatal = () => ended.resolve(EXIT_FAILURE);
  const onWritable = () => ended.resolve("start again");
  // Loaded here, because no other command needs the service, Elysia and TypeBox.
  const { startApp } = await import("../app.ts");
  // A supervisor keeps what is printed in a log that others read too: no token is made there.
  const withToken = supervisor === NO_SUPERVISOR;
  const app = await startApp({ ...options, withToken, onFatal, onWritable }).catch((error: unknown) => {
    throw listenError(error, options);
  });
  const tell = () => {
    const addresses = options.host === DEFAULT_HOST ? networkAddresses() : [];
    const told = {
      networkAddresses: addresses,
      dataFolder: options.dataFolder,
      link: signInLinkOf(app, log),
    };
    for (const line of greeting({ ...app, ...told })) print(line);
    openDashboard(app, options.openPage, log);
  };
  return { end: await stay(app, { log, supervisor, ended, tell }), port: app.port };
}

function printingOf(given: GivenOptions): PrintingOptions {
  const rawPort = given.value(RAW_PRINTER_PORT);
  return {
    rawPort: rawPort === 0 ? null : rawPort,
    ports: Object.fromEntries(PROTOCOL_PORTS.map((option) => [option.protocol, given.value(option)])),
    webPorts: webPortsOf(given),
    announce: given.value(ANNOUNCE),
    epsonDiscovery: given.has("epson-discovery"),
  };
}
