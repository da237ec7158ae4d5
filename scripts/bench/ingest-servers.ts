import { join } from "node:path";
import { createToken, ownEnvironment, ServiceProcess, SOURCE_COMMAND } from "../service/service-process.ts";
import type { LoadOrder } from "./load-generator.ts";

const RECEIPT_BYTES = 600;
export const CONNECTIONS = 64;
const WARM_UP_SECONDS = 0.7;

const VARIANTS = join(import.meta.dir, "variants");

/** A server that can be asked to store prints. */
export interface Target {
  readonly port: number;
  readonly token: string;
}

/** A Tillroll service of its own folder. */
export interface Server extends Target {
  readonly service: ServiceProcess;
  readonly dataFolder: string;
}

/** How a service is not the usual one. */
export interface Variation {
  /** Files of `variants` to preload. */
  readonly variants?: readonly string[];
  /** To be added to its environment. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Starts a service from source on a new folder. */
export async function startServer(dataFolder: string, variation: Variation = {}): Promise<Server> {
  const [bun = process.execPath, ...main] = SOURCE_COMMAND;
  const preloads = (variation.variants ?? []).flatMap((file) => ["--preload", join(VARIANTS, file)]);
  const token = await createToken(SOURCE_COMMAND, dataFolder);
  const environment = { ...ownEnvironment(), ...variation.environment };
  const command = [bun, ...preloads, ...main];
  const service = await ServiceProcess.start({ command, dataFolder, environment });
  return { service, token, dataFolder, port: service.port };
}

/** A storm of creates: as many as are answered, from all connections. */
export function createOrder({ port, token }: Target, seconds: number): LoadOrder {
  return {
    port,
    token,
    seconds,
    connections: CONNECTIONS,
    warmUpSeconds: WARM_UP_SECONDS,
    action: { createBytes: RECEIPT_BYTES },
    pauseMilliseconds: 0,
  };
}

/** How often a service is asked whether it is done, milliseconds. */
const ASK_MILLISECONDS = 50;

/**
 * Waits until a service has read the text of all its prints, which it does after a storm, in the background: it would
 * take a core from whatever is measured next. A rival has nothing of the kind to do.
 */
export async function untilRested(target: Target | Server): Promise<void> {
  if (!("service" in target)) return;
  const address = `http://127.0.0.1:${target.port}/api/workspace/default/index`;
  let textPending: number;
  do {
    await Bun.sleep(ASK_MILLISECONDS);
    const response = await fetch(address, { headers: { Authorization: `Bearer ${target.token}` } });
    ({ textPending } = (await response.json()) as { textPending: number });
  } while (textPending > 0);
}
