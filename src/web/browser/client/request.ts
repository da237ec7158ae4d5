import { signal } from "@preact/signals";
import { ALL_SHOPS } from "../app/route.ts";
import { addressOf } from "../base-path.ts";
import { t } from "../texts/texts.ts";
import { isAbort, refusalOf, UnreachableError } from "./errors.ts";

/*
 * Calls of the API, with the session's cookie. Answers have the types of the contract (`src/contract`), which say what the
 * service sends. All throw RefusedError, UnreachableError, or what `isAbort` knows.
 */

/** Whether the service answered the last call. */
export const reachable = signal(true);

/** Called when the session has ended. */
let onSignedOut = () => {};

/** @param act what is done when the session has ended */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

interface Options {
  /** Sent as JSON. */
  readonly body?: object;
  /** Ends the call when its answer is no longer wanted. */
  readonly end?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function get<Answer>(path: string, end?: AbortSignal): Promise<Answer> {
  return answerOf<Answer>(await send("GET", path, { end }));
}

export async function post<Answer>(path: string, body: object = {}, end?: AbortSignal): Promise<Answer> {
  return answerOf<Answer>(await send("POST", path, { body, end }));
}

export async function patch<Answer>(path: string, body: object): Promise<Answer> {
  return answerOf<Answer>(await send("PATCH", path, { body }));
}

export async function put<Answer>(path: string, body: object): Promise<Answer> {
  return answerOf<Answer>(await send("PUT", path, { body }));
}

export async function remove<Answer>(path: string): Promise<Answer> {
  return answerOf<Answer>(await send("DELETE", path));
}

/** Sends a request, and gives its answer when the service has not refused it. */
export async function send(method: string, path: string, options: Options = {}): Promise<Response> {
  const { body, headers = {}, end } = options;
  const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await reach(path, {
    method,
    headers: { ...json, ...headers },
    ...(end === undefined ? {} : { signal: end }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  if (response.status === 401) onSignedOut();
  throw await refusalOf(response);
}

/** As {@link send}, whatever the answer is. */
export async function reach(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(addressOf(path), options);
    reachable.value = true;
    return response;
  } catch (error) {
    if (isAbort(error)) throw error;
    reachable.value = false;
    throw new UnreachableError(t("shell.unreachable"));
  }
}

/** The path of something of a workspace: `workspacePath("shop", "printers", "Bar")`. */
export function workspacePath(slug: string, ...parts: readonly (string | number)[]): string {
  return ["/api/workspace", ...[slug, ...parts].map(encodeURIComponent)].join("/");
}

/** The path of what is asked of the prints of a workspace, or of all shops: `printsPath("shop", "search")`. */
export function printsPath(slug: string, asked: "search" | "facets" | "count" | "export"): string {
  return slug === ALL_SHOPS.slug ? `/api/prints/${asked}` : workspacePath(slug, "prints", asked);
}

/** A path with query parameters; what is undefined, null or empty is left out. */
export function withQuery(
  path: string,
  given: Readonly<Record<string, string | number | boolean | null | undefined>>,
): string {
  const pairs = Object.entries(given).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  return (response.status === 204 ? null : await response.json()) as Answer;
}
