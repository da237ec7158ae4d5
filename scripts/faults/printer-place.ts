import { ownEnvironment } from "../service/service-process.ts";
import type { PrinterPlace } from "./printer-client.ts";
import type { SeededRandom } from "./random.ts";

/** Below what systems give to outgoing connections: a client that comes back again and again would connect to itself. */
const LOWEST_PORT = 15_000;
const HIGHEST_PORT = 29_999;

/** A TCP port of this machine that is free now, and that no outgoing connection gets. */
export function freePort(random: SeededRandom): number {
  for (;;) {
    const port = random.integer(LOWEST_PORT, HIGHEST_PORT);
    try {
      Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // Somebody has it; the next one.
    }
  }
}

/** Makes a printer with ports of its own on a data folder whose service does not run. */
export async function addPrinter(
  command: readonly string[],
  dataFolder: string,
  place: PrinterPlace,
): Promise<void> {
  const ports = ["--raw-port", String(place.rawPort), "--epos-port", String(place.eposPort)];
  const child = Bun.spawn([...command, "printer", "add", place.name, ...ports, "--data", dataFolder], {
    env: ownEnvironment(),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("no printer could be made");
}
