import { randomInt } from "node:crypto";
import { ownEnvironment } from "../service/service-process.ts";
import type { PrinterPlace } from "./printer-client.ts";

/** Below what systems give to outgoing connections: a client that comes back again and again would connect to itself. */
const LOWEST_PORT = 15_000;
const HIGHEST_PORT = 29_999;

/**
 * A TCP port of this machine that is free now, and that no outgoing connection gets. Another one in each run, whatever its seed: two
 * runs with one seed would print to each other's service, whose ports are free while it is killed.
 */
export function freePort(): number {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT + 1);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // Somebody has it; the next one.
    }
  }
}

/**
 * Makes a printer with ports of its own on a data folder whose service does not run.
 * @param settings further words of `tillroll printer add`
 */
export async function addPrinter(
  command: readonly string[],
  dataFolder: string,
  place: PrinterPlace,
  settings: readonly string[] = [],
): Promise<void> {
  const ports = ["--raw-port", String(place.rawPort), "--epos-port", String(place.eposPort)];
  const child = Bun.spawn(
    [...command, "printer", "add", place.name, ...ports, ...settings, "--data", dataFolder],
    {
      env: ownEnvironment(),
      stdin: "ignore",
      stdout: "ignore",
      stderr: "inherit",
    },
  );
  if ((await child.exited) !== 0) throw new Error("no printer could be made");
}
