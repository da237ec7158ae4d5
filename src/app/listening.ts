import type { AnyElysia } from "elysia";
import { Certificates } from "../certificates/certificates.ts";
import { certificatesHealth } from "../certificates/certificates-health.ts";
import { certificateHosts } from "../certificates/local-authority.ts";
import { monotonicClock } from "../domain/clock.ts";
import { TillrollError } from "../domain/errors.ts";
import { type Leaving, listenAt } from "../http/http-port.ts";
import type { HttpService } from "../http/http-service.ts";
import { type SecureListener, SecurePorts } from "../http/secure-ports.ts";
import { ThrottledLog } from "../operations/log.ts";
import { allAddresses } from "../platform/network.ts";
import { PortFault } from "../platform/port-fault.ts";
import type { AppOptions } from "./app-options.ts";
import type { PrintsStage } from "./prints-stage.ts";
import type { StorageStage } from "./storage-stage.ts";

/** How long a stop waits for requests under way, milliseconds. */
const STOP_GRACE_MILLISECONDS = 2000;

/** How long a stop then leaves the last answers to reach their sockets, milliseconds. */
const ANSWER_GRACE_MILLISECONDS = 50;

/**
 * Opens the HTTP port.
 * @param http what answers there
 * @param started the port is closed with it
 * @returns the port, and an address for this machine
 * @throws what listening throws, such as EADDRINUSE
 */
export function listenHttp(
  service: HttpService,
  http: AnyElysia,
  { host, port: wanted }: Pick<AppOptions, "host" | "port">,
  started: AsyncDisposableStack,
): { readonly port: number; readonly address: string } {
  service.metrics.registry.show("tillroll_http_requests_under_way", () => service.requestsUnderWay);
  const server = listenAt(http, { hostname: host, port: wanted });
  const stop = (isNow: boolean) => server.stop(isNow);
  started.defer(() => stopListening({ leave: () => stop(false), stop: () => stop(true) }, service));
  const port = server.port ?? wanted;
  return { port, address: `http://${localHost(host)}:${port}` };
}

/** Lets requests under way finish, and closes all connections then, idle ones too. */
async function stopListening(
  port: Pick<SecureListener, "leave" | "stop">,
  service: HttpService,
): Promise<void> {
  void port.leave();
  const deadline = performance.now() + STOP_GRACE_MILLISECONDS;
  while (service.requestsUnderWay > 0 && performance.now() < deadline) await Bun.sleep(5);
  await Bun.sleep(ANSWER_GRACE_MILLISECONDS);
  await port.stop();
}

type HttpsOptions = Pick<AppOptions, "dataFolder" | "host" | "https" | "printing">;

/**
 * Opens the port for HTTPS, and makes what ports for web pages need for it. Without it the service goes on, unless the owner
 * asked for it.
 * @returns the port; 0 for none
 * @throws PortFault when the port that was asked for cannot be opened
 * @throws TillrollError STORAGE_UNAVAILABLE when the certificates of one that was asked for cannot be read
 */
export function listenHttps(
  service: HttpService,
  http: (port: Leaving) => AnyElysia,
  options: HttpsOptions,
  started: AsyncDisposableStack,
): number {
  const { host, https = { port: 0, isAsked: false }, printing } = options;
  if (https.port === 0 && printing?.webPorts?.some(({ isSecure }) => isSecure) !== true) return 0;
  try {
    const certificates = openCertificates(service, options);
    started.defer(() => certificates.close());
    service.health.add(certificatesHealth(certificates, service.clock));
    const ports = new SecurePorts(certificates, service.log);
    service.secure = { certificates, ports };
    if (https.port === 0) return 0;
    const listener = ports.open(http, host, https.port);
    started.defer(() => stopListening(listener, service));
    return (service.https.port = listener.port);
  } catch (error) {
    const fault = error instanceof TillrollError ? error : new PortFault(https.port, "https-port", error);
    if (https.isAsked) throw fault;
    // A port that is taken is nothing unusual; certificates that cannot be read are.
    const level = error instanceof TillrollError ? "warning" : "info";
    service.log.write(level, `there is no HTTPS: ${fault.message}`);
    return 0;
  }
}

function openCertificates({ hosts, clock, log }: HttpService, { dataFolder }: HttpsOptions): Certificates {
  const ownHosts = () => certificateHosts(hosts.names(), allAddresses());
  return new Certificates({ dataFolder, hosts: ownHosts, clock, log });
}

/** Opens the port on which the text of prints is told. It is loaded only where it is wanted. */
export async function openTextFeed(
  { stores: { workspaces }, reader, events, preview, log }: StorageStage & PrintsStage,
  { host, textFeed: options }: AppOptions,
  started: AsyncDisposableStack,
): Promise<void> {
  if (options === undefined || options === null) return;
  const { TextFeed } = await import("../text-feed/text-feed.ts");
  const hostLog = new ThrottledLog(log, monotonicClock);
  const feed = new TextFeed({ options, host, workspaces, events, reader, preview, log: hostLog });
  started.defer(() => feed.close());
  await feed.open();
}

/** A name under which this machine reaches an address that the service listens on. */
function localHost(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
