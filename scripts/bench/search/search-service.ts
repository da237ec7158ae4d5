import { DEFAULT_WORKSPACE } from "../../../src/storage/first-start.ts";
import { createToken, ServiceProcess, SOURCE_COMMAND } from "../../service/service-process.ts";
import type { Cleanup } from "../data/cleanup.ts";
import { HttpConnection, type TimedResponse } from "./http-connection.ts";
import type { SearchBody } from "./query-kind.ts";

const SEARCH_PATH = `/api/workspace/${DEFAULT_WORKSPACE}/prints/search`;

/** How a service to be searched is started. */
export interface SearchServiceStart {
  readonly dataFolder: string;
  readonly cleanup: Cleanup;
  /** The words that run Tillroll; by default from source. */
  readonly command?: readonly string[];
  /** Memory for the index's cache, MiB; by default the service's own. */
  readonly cacheMebibytes?: number;
}

/** A real service, and one connection to it. */
export class SearchService {
  private constructor(
    readonly service: ServiceProcess,
    private readonly connection: HttpConnection,
  ) {}

  /** Starts a service and connects to it. @throws Error when it cannot be reached */
  static async start(start: SearchServiceStart): Promise<SearchService> {
    const { dataFolder, cleanup, command = SOURCE_COMMAND, cacheMebibytes } = start;
    const token = await createToken(SOURCE_COMMAND, dataFolder);
    const environment = serviceEnvironment(cacheMebibytes);
    const service = await ServiceProcess.start({ command, dataFolder, environment });
    cleanup.defer(() => service.kill());
    return new SearchService(service, await HttpConnection.open(service.port, token));
  }

  /** Sends a search. @throws Error when it is not answered with a page */
  find(body: SearchBody): Promise<TimedResponse> {
    return this.connection.post(SEARCH_PATH, JSON.stringify(body));
  }

  async stop(): Promise<void> {
    this.connection.close();
    await this.service.stop();
  }
}

/** This process's environment without Tillroll's settings, and the one that is given. */
export function serviceEnvironment(cacheMebibytes: number | undefined): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith("TILLROLL_")) environment[name] = value;
  }
  if (cacheMebibytes !== undefined) environment["TILLROLL_SEARCH_CACHE"] = String(cacheMebibytes);
  return environment;
}
