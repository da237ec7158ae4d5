import type { SearchQuery } from "../../src/domain/search-query.ts";
import type { ServiceProcess } from "../service/service-process.ts";

/** Requests under way at once. */
const CONCURRENCY = 16;
const PAGE_SIZE = 100;

/** What is not about one print: lists and settings. */
const LISTS = [
  "/settings",
  "/printers",
  "/rules",
  "/deliveries",
  "/retention-rules",
  "/retention-holds",
  "/saved-searches",
  "/references",
  "/webhooks",
];

const CLOSELY = ["history", "deliveries", "preview?format=text"];

/** Of printers: what is another the next moment. */
const MOMENTARY: ReadonlySet<string> = new Set(["state", "ways"]);

/** What a service answers: status and body by the request's name. */
export type Answers = ReadonlyMap<string, Answer>;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What of everything is asked for. */
export interface Questions {
  /** The ids of the prints of the default workspace. */
  readonly prints: readonly number[];
  /** Of which each is asked for by itself: metadata and bytes. */
  readonly alone: readonly number[];
  /** Of which history, deliveries and text are asked for too. */
  readonly closely: readonly number[];
  readonly searches: readonly SearchQuery[];
}

/** Asks a service for everything that it serves of its default workspace, in every way. */
export async function askEverything(service: ServiceProcess, questions: Questions): Promise<Answers> {
  const answers = new Map<string, Answer>();
  const ask = async (name: string, path: string, body?: unknown): Promise<void> => {
    answers.set(name, await answerOf(service, path, body));
  };
  const { prints, alone, closely, searches } = questions;
  const paths = [
    ...LISTS,
    ...alone.flatMap((id) => [`/prints/${id}`, `/prints/${id}/raw`]),
    ...closely.flatMap((id) => CLOSELY.map((part) => `/prints/${id}/${part}`)),
  ];
  const requests = paths.map((path) => () => ask(path, path));
  for (let page = 1; (page - 1) * PAGE_SIZE < prints.length; page++) {
    const query = { deleted: "any", orderBy: "id.asc", page, pageSize: PAGE_SIZE };
    requests.push(() => ask(`page ${page}`, "/prints/search", query));
  }
  for (const [number, query] of searches.entries())
    requests.push(() => ask(`search ${number}`, "/prints/search", asJson(query)));
  const everything = { deleted: "any", orderBy: "id.asc" };
  requests.push(() => ask("facets", "/prints/facets", { deleted: "any", facets: { deviceId: true } }));
  requests.push(() => ask("export jsonl", "/prints/export", { ...everything, format: "jsonl" }));
  requests.push(() => ask("export csv", "/prints/export", { ...everything, format: "csv" }));
  const next = requests.values();
  const work = async (): Promise<void> => {
    for (const request of next) await request();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return answers;
}

/** A search's body, with its times as the API takes them. */
function asJson({ filter, ...rest }: SearchQuery): unknown {
  const { from, to, ...others } = filter;
  return {
    ...others,
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
    ...rest,
  };
}

async function answerOf(service: ServiceProcess, path: string, body: unknown): Promise<Answer> {
  const headers = { Authorization: `Bearer ${service.localToken}`, "Content-Type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  try {
    const response = await fetch(service.workspaceAddress + path, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    // Bytes of receipts are no text: each is one character.
    const isText = /json|text|csv/.test(response.headers.get("Content-Type") ?? "");
    const text = bytes.toString(isText ? "utf8" : "latin1");
    return {
      status: response.status,
      body: withoutMoment(path, text).replaceAll(service.address, "http://service"),
    };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

/** What printers are set to, without how they are and can be reached at this moment. */
function withoutMoment(path: string, text: string): string {
  if (path !== "/printers" || !text.startsWith("{")) return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => (MOMENTARY.has(key) ? null : value));
}
