import type { DeliveryAnswer } from "../../contract/delivery.ts";
import type { MeAnswer, WorkspaceAnswer } from "../../contract/service.ts";
import type { PrinterAnswer } from "../../contract/printer.ts";
import { addressOf } from "./base-path.ts";
import { type Health, readHealth } from "./health.ts";
import type { Page, Print, PrintPatch } from "./print.ts";
import { searchWords, type Wanted } from "./word-search.ts";

/** What the service refused, in its own words. */
export class RefusedError extends Error {}

/** The service did not answer. */
export class UnreachableError extends Error {}

export type Workspace = WorkspaceAnswer;

/** The query of a preview; what is not given is as the print, its printer and its workspace say. */
export interface PreviewQuery {
  readonly format: "svg" | "text" | "explain";
  /** Columns of the paper. */
  readonly width?: number;
  readonly model?: string;
  readonly charset?: string;
  readonly profile?: string;
  /** Each piece of the drawing tells which bytes made it. */
  readonly origins?: boolean;
}

interface ServiceEvents {
  onSignedOut(): void;
  /** Called when the service stops or starts answering. */
  onReachable(reachable: boolean): void;
}

const PAGE_SIZE = 50;

/** The API, with the session's cookie. Calls throw {@link RefusedError} or {@link UnreachableError}. */
export class Service {
  private known: readonly Workspace[] = [];

  constructor(private readonly events: ServiceEvents) {}

  async workspaces(): Promise<readonly Workspace[]> {
    this.known = (await this.json<{ items: readonly Workspace[] }>("GET", "/api/workspaces")).items;
    return this.known;
  }

  /** A workspace as it was when the workspaces were read last. */
  workspace(slug: string): Workspace | undefined {
    return this.known.find((known) => known.slug.toLowerCase() === slug.toLowerCase());
  }

  async me(): Promise<MeAnswer> {
    return this.json<MeAnswer>("GET", "/api/me");
  }

  /** A page of prints, newest first. @param cursor `null` for the first page */
  async search(slug: string, wanted: Wanted, cursor: string | null): Promise<Page> {
    const path = `${pathOf(slug)}/search`;
    const find = (body: object) => this.json<Page>("POST", path, { pageSize: PAGE_SIZE, ...body });
    return searchWords(find, wanted, cursor);
  }

  async read(slug: string, id: number, signal: AbortSignal): Promise<Print> {
    return this.json<Print>("GET", pathOf(slug, id), undefined, signal);
  }

  async update(slug: string, id: number, patch: PrintPatch): Promise<Print> {
    return this.json<Print>("PATCH", pathOf(slug, id), patch);
  }

  async delete(slug: string, id: number): Promise<Print> {
    return this.json<Print>("DELETE", pathOf(slug, id));
  }

  async restore(slug: string, id: number): Promise<Print> {
    return this.json<Print>("POST", `${pathOf(slug, id)}/restore`);
  }

  async createTestPrint(slug: string): Promise<Print> {
    return this.json<Print>("POST", `${pathOf(slug)}/test`);
  }

  async printers(slug: string): Promise<readonly PrinterAnswer[]> {
    return (await this.json<{ items: readonly PrinterAnswer[] }>("GET", printersOf(slug))).items;
  }

  /** What became of a print at the real printers, the newest first. */
  async deliveries(slug: string, printId: number): Promise<readonly DeliveryAnswer[]> {
    const path = `/api/workspace/${slug}/deliveries?printId=${printId}`;
    return (await this.json<{ items: readonly DeliveryAnswer[] }>("GET", path)).items;
  }

  /** Has all that a printer holds printed, or none of it. @returns how many there were */
  async decideHeld(slug: string, printer: string, decision: "release" | "cancel"): Promise<number> {
    const path = `${printersOf(slug)}/${encodeURIComponent(printer)}/held/${decision}`;
    return (await this.json<{ count: number }>("POST", path, {})).count;
  }

  /** How a print looks, or what its commands do. */
  async preview(slug: string, id: number, query: PreviewQuery, signal: AbortSignal): Promise<string> {
    const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const path = `${pathOf(slug, id)}/preview?${new URLSearchParams(pairs)}`;
    return (await this.send("GET", path, undefined, signal)).text();
  }

  /** How the service itself is; `null` when it does not say. */
  async health(): Promise<Health | null> {
    const response = await this.reach("/healthz", {});
    return readHealth(await response.json().catch(() => null));
  }

  private async json<Answer>(method: string, path: string, body?: object, signal?: AbortSignal) {
    return (await (await this.send(method, path, body, signal)).json()) as Answer;
  }

  private async send(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const response = await this.reach(path, {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    if (response.ok) return response;
    if (response.status === 401) this.events.onSignedOut();
    throw await refusalOf(response);
  }

  private async reach(path: string, options: RequestInit): Promise<Response> {
    try {
      const response = await fetch(addressOf(path), options);
      this.events.onReachable(true);
      return response;
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      this.events.onReachable(false);
      throw new UnreachableError("Tillroll does not answer.");
    }
  }
}

/** Whether a call ended because its answer is no longer wanted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The address of a print's bytes. */
export function rawPathOf(slug: string, id: number): string {
  return addressOf(`${pathOf(slug, id)}/raw`);
}

function printersOf(slug: string): string {
  return `/api/workspace/${slug}/printers`;
}

function pathOf(slug: string, id?: number): string {
  return `/api/workspace/${slug}/prints${id === undefined ? "" : `/${id}`}`;
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === "object" && answer !== null && "code" in answer && "message" in answer)
    return new RefusedError(String(answer.message));
  return new RefusedError(`Tillroll answered with status ${response.status}.`);
}
