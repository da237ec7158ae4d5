import type { Server } from "bun";
import { createHttp } from "../http/http.ts";
import type { HttpService } from "../http/http-service.ts";
import type { AppOptions } from "./app-options.ts";

/** How long a stop waits for requests under way, milliseconds. */
const STOP_GRACE_MILLISECONDS = 2000;

/** How long a stop then leaves the last answers to reach their sockets, milliseconds. */
const ANSWER_GRACE_MILLISECONDS = 50;

/**
 * Opens the HTTP port once the writer takes prints.
 * @param started the port is closed with it, after whoever waits for the next print was told to go
 * @returns the port, and an address for this machine
 * @throws what listening throws, such as EADDRINUSE
 */
export async function listenHttp(
  service: HttpService,
  { host, port: wanted }: AppOptions,
  started: AsyncDisposableStack,
): Promise<{ readonly port: number; readonly address: string }> {
  const http = createHttp(service);
  await service.writer.ready();
  const server = http.listen({ hostname: host, port: wanted }).server;
  if (server === null) throw new Error("the server did not start");
  started.defer(() => stopListening(server, service));
  started.defer(() => service.events.close());
  const port = server.port ?? wanted;
  return { port, address: `http://${localHost(host)}:${port}` };
}

/** Lets requests under way finish, and closes all connections then, idle ones too. */
async function stopListening(server: Server<unknown>, service: HttpService): Promise<void> {
  void server.stop();
  const deadline = performance.now() + STOP_GRACE_MILLISECONDS;
  while (service.requestsUnderWay > 0 && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(ANSWER_GRACE_MILLISECONDS);
  await server.stop(true);
}

/** A name under which this machine reaches an address that the service listens on. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
