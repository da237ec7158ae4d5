import { writeSync } from "node:fs";
import type { App, AppOptions } from "../app.ts";
import { isHostName } from "../domain/host-name.ts";
import { CLIENT_LIMITS, MEBIBYTE, PRINT_LIMITS, STORAGE_LIMITS } from "../domain/limits.ts";
import { RAW_PORT } from "../domain/target-kinds.ts";
import { factsOf, PROTOCOLS, SERVICE_PROTOCOLS, type ServiceProtocol } from "../domain/protocols.ts";
import { INDEX_CACHE_BYTES } from "../search/segment-limits.ts";
import { standardErrorLog } from "../operations/log.ts";
import { exitAbruptly } from "../platform/abrupt-end.ts";
import { networkAddresses } from "../platform/network.ts";
import type { PrintingOptions } from "../printing.ts";
import { type Command, DATA_OPTION, print } from "./command.ts";
import { dataFolderOf } from "./data.ts";
import { FIRST_TOKEN_OPTION, firstTokenOf } from "./first-token-option.ts";
import { greeting } from "./greeting.ts";
import { HTTPS_OPTIONS, httpsOf, webPortsOf } from "./https-options.ts";
import { listenError } from "./listen-error.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { TEXT_FEED_OPTIONS, textFeedOf } from "./text-feed-options.ts";
import { MODELS_OPTION, modelsFolderOf } from "./recognition-options.ts";

const DEFAULT_HOST = "0.0.0.0";
export const DEFAULT_PORT = 9180;
const LARGEST_PORT = 65_535;
const LARGEST_PRINT_BYTES = 1024 ** 3;
const LARGEST_CACHE_MEBIBYTES = 65_536;
const LARGEST_CLIENT_RATE = 1024 ** 3;
const EXIT_FAILURE = 1;

/** Starts the service and stays until it is told to stop. */
export const serve: Command = {
  name: "serve",
  summary: "Start the service (also without any command).",
  options: [
    DATA_OPTION,
    { name: "host", value: "H", help: `Address to listen on; by default ${DEFAULT_HOST}, all of them.` },
    { name: "port", value: "N", help: `Port to listen on; by default ${DEFAULT_PORT}. 0: any free one.` },
    {
      name: "hostname",
      value: "NAME",
      help: "A name by which this machine is reached beside its own, such as a reverse proxy's; repeatable.",
      repeatable: true,
    },
    {
      name: "max-print-bytes",
      value: "N",
      help: `The most bytes a print may have; by default ${PRINT_LIMITS.rawBytes}.`,
    },
    {
      name: "client-rate",
      value: "BYTES",
      help: `What an address may send a second, for long; by default ${CLIENT_LIMITS.bytesPerSecond}. 0: no limit.`,
    },
    {
      name: "search-cache",
      value: "MIB",
      help: `Memory for the search index, MiB; by default ${INDEX_CACHE_BYTES / MEBIBYTE}.`,
    },
    {
      name: "recognition",
      value: "SWITCH",
      help: "on or off: whether text in pictures of prints is read; by default on.",
    },
    MODELS_OPTION,
    {
      name: "raw-port",
      value: "N",
      help: `Port of the printer that the first start makes; by default ${RAW_PORT}. 0: none.`,
    },
    ...HTTPS_OPTIONS,
    ...SERVICE_PROTOCOLS.map((name) => ({ name: `${name}-port`, value: "N", help: portHelp(name) })),
    ...TEXT_FEED_OPTIONS,
    FIRST_TOKEN_OPTION,
    { name: "epson-discovery", help: "Answer searches of Epson's own programs (UDP 3289); experimental." },
    { name: "announce", value: "B", help: "false: do not tell the network which printers there are (mDNS)." },
  ],
  async run(given) {
    const port = given.integer("port", 0, LARGEST_PORT) ?? DEFAULT_PORT;
    const options = {
      dataFolder: dataFolderOf(given),
      host: given.filled("host") ?? DEFAULT_HOST,
      port,
      hostNames: hostNamesOf(given),
      ...httpsOf(given),
      maximumPrintBytes: given.integer("max-print-bytes", 1, LARGEST_PRINT_BYTES) ?? PRINT_LIMITS.rawBytes,
      clientBytesPerSecond:
        given.integer("client-rate", 0, LARGEST_CLIENT_RATE) ?? CLIENT_LIMITS.bytesPerSecond,
      searchCacheBytes:
        (given.integer("search-cache", 1, LARGEST_CACHE_MEBIBYTES) ?? INDEX_CACHE_BYTES / MEBIBYTE) *
        MEBIBYTE,
      recognition: given.choice("recognition", ["on", "off"]) !== "off",
      recognitionModels: modelsFolderOf(given),
      printing: printingOf(given),
      textFeed: textFeedOf(given),
      firstToken: firstTokenOf(given),
    };
    let run = await runOnce(options);
    // Port 0 was any free one; the next run keeps the port that this one had.
    while (run.end === "start again") run = await runOnce({ ...options, port: run.port });
    return run.end;
  },
};

/** How a run of the service ended: with an exit code, or to start again because the disk can be written now. */
interface Run {
  readonly end: number | "start again";
  readonly port: number;
}

async function runOnce(options: AppOptions): Promise<Run> {
  const ended = Promise.withResolvers<number | "start again">();
  const onFatal = () => ended.resolve(EXIT_FAILURE);
  const onWritable = () => ended.resolve("start again");
  // Loaded here, because no other command needs the service, Elysia and TypeBox.
  const { startApp } = await import("../app.ts");
  const app = await startApp({ ...options, onFatal, onWritable }).catch((error: unknown) => {
    throw listenError(error, options);
  });
  let signals = 0;
  const onSignal = () => {
    signals++;
    ended.resolve(0);
    if (signals > 1) endNow("It was told to stop twice.");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  // A page that cannot be read must not end what can still be done; whatever else nobody expected ends it in order.
  const onUnexpected = (error: unknown) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    standardErrorLog.write("error", "something failed unexpectedly", { details });
    if (!app.noteFault(error)) ended.resolve(EXIT_FAILURE);
  };
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.on(event, onUnexpected);
  // After that: whoever has read it may send a signal at once.
  const addresses = options.host === DEFAULT_HOST ? networkAddresses() : [];
  const told = { networkAddresses: addresses, dataFolder: options.dataFolder, link: signInLinkOf(app) };
  for (const line of greeting({ ...app, ...told })) print(line);
  const end = await ended.promise;
  const ending = end === "start again" ? "the disk can be written again: starting anew" : "stopping";
  standardErrorLog.write("info", ending);
  const onLate = () => endNow("The disk does not answer, or a connection does not end.");
  const late = setTimeout(onLate, STORAGE_LIMITS.stopMilliseconds);
  try {
    await app.stop();
  } catch (error) {
    endNow(error instanceof Error ? error.message : String(error));
  }
  clearTimeout(late);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  for (const event of ["uncaughtException", "unhandledRejection"] as const) process.off(event, onUnexpected);
  return { end: end === "start again" && signals > 0 ? 0 : end, port: app.port };
}

/** Ends the process where it stands, as a power cut would: what was acknowledged is on the disk. */
function endNow(why: string): never {
  try {
    // Written at once: nothing is run after it.
    writeSync(process.stderr.fd, `tillroll: The stop was not orderly. ${why}\n`);
  } catch {
    // Nobody reads it any more, such as a "tee" that the same Ctrl-C has ended.
  }
  exitAbruptly(EXIT_FAILURE);
}

function hostNamesOf(given: GivenOptions): string[] {
  const names = given.all("hostname").map((name) => name.trim());
  const wrong = names.find((name) => name !== "" && !isHostName(name));
  if (wrong !== undefined)
    throw new UsageError(
      `--hostname ${wrong} must be a name alone, such as till.example, without http:// or a port.`,
    );
  return names.filter((name) => name !== "");
}

function portHelp(name: ServiceProtocol): string {
  const { title, port } = factsOf(name);
  if (port.of !== "service") throw new Error(`${name} has no port for all printers`);
  return `Port for ${title}${port.note ?? ""}; by default ${port.standard}. 0: none.`;
}

function printingOf(given: GivenOptions): PrintingOptions {
  const rawPort = given.integer("raw-port", 0, LARGEST_PORT) ?? RAW_PORT;
  return {
    rawPort: rawPort === 0 ? null : rawPort,
    ports: Object.fromEntries(
      SERVICE_PROTOCOLS.map((name) => [
        name,
        given.integer(`${name}-port`, 0, LARGEST_PORT) ?? PROTOCOLS[name].port.standard,
      ]),
    ),
    webPorts: webPortsOf(given),
    announce: given.boolean("announce") !== false,
    epsonDiscovery: given.has("epson-discovery"),
  };
}

/** A link for the person at the terminal: whoever reads a journal is not always whoever may sign in. */
function signInLinkOf(app: App): string | null {
  if (!process.stdout.isTTY) return null;
  try {
    return app.signInLink();
  } catch (error) {
    // Such as on a full disk: the service runs all the same, and what it has can be read.
    standardErrorLog.write("warning", "no sign-in link could be made", { error: String(error) });
    return null;
  }
}
