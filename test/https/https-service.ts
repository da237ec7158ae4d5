import { rmSync } from "node:fs";
import { type App, type AppOptions, startApp } from "../../src/app.ts";
import { readCertificates } from "../../src/certificates/certificate-file.ts";
import type { WebPort } from "../../src/domain/protocols.ts";
import type { LogLevel } from "../../src/operations/log.ts";
import { findService } from "../../src/platform/running-service.ts";
import { freePort, temporaryFolder } from "../service.ts";

/** A service with HTTPS on a folder and on ports of its own. */
export class HttpsService {
  readonly logged: string[] = [];
  private constructor(
    readonly folder: string,
    readonly webPorts: readonly WebPort[],
  ) {}

  app: App = null as never;

  /** @param options beside those of a service with a port for HTTPS, and one by HTTPS and one by HTTP for web pages */
  static async start(options: Partial<AppOptions> = {}, folder = temporaryFolder()): Promise<HttpsService> {
    const webPorts = [
      { port: freePort(), isSecure: true, isAsked: true },
      { port: freePort(), isSecure: false, isAsked: true },
    ];
    const service = new HttpsService(folder, webPorts);
    const log = {
      write: (level: LogLevel, message: string) => void service.logged.push(`${level} ${message}`),
    };
    const printing = { rawPort: freePort(), ports: {}, webPorts, announce: false, epsonDiscovery: false };
    const https = { port: freePort(), isAsked: true };
    service.app = await startApp({
      dataFolder: folder,
      host: "127.0.0.1",
      port: 0,
      log,
      https,
      printing,
      ...options,
    });
    return service;
  }

  /** The certificate of the local authority. */
  get ca(): string {
    return readCertificates(this.folder).authority?.certificate ?? "";
  }

  get http(): string {
    return this.app.address.replace("127.0.0.1", "localhost");
  }

  /** By its name: the TLS of this runtime takes no certificate with addresses of a limited authority. */
  get https(): string {
    return (this.app.secureAddress ?? "").replace("127.0.0.1", "localhost");
  }

  /** The address of a port for web pages. */
  web(isSecure: boolean): string {
    const { port } = this.webPorts.find((each) => each.isSecure === isSecure) ?? { port: 0 };
    return `${isSecure ? "https" : "http"}://localhost:${port}`;
  }

  /** A request by HTTP or HTTPS, which leads nowhere else. @param token `null` for none */
  ask(address: string, init: RequestInit = {}, token: string | null = null): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    return fetch(address, { ...init, headers, redirect: "manual", tls: { ca: this.ca } });
  }

  /** What a command on this machine asks of the service. */
  async command(path: string): Promise<void> {
    const answer = await this.ask(`${this.https}/api${path}`, { method: "POST" }, this.localToken);
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** That of commands on this machine. */
  get localToken(): string {
    return findService(this.folder)?.localToken ?? "";
  }

  get token(): string {
    return this.app.firstToken ?? "";
  }

  async end(): Promise<void> {
    await this.app.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
