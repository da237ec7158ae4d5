import { isCertificateFault } from "../certificates/certificate-fault.ts";
import { TillrollError } from "../domain/errors.ts";
import { findService } from "../platform/running-service.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { forTerminal, readInput } from "./command.ts";
import { dataFolderOf, hasData } from "./data.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";
import { bearer } from "./running.ts";

/** Which service a command asks, as any client would; by default the one that runs on the data folder. */
export const CLIENT_OPTIONS: readonly Option[] = [
  {
    name: "url",
    value: "URL",
    help: "Address of the service; by default the one that runs on the data folder.",
  },
  {
    name: "ca",
    value: "FILE",
    help: 'The authority to trust at an https:// address, as "tillroll certificate export" writes it.',
  },
  { name: "token", value: "TOKEN", help: "API token; by default the running service's own." },
];

/** A service that is asked over HTTP. */
export interface ServiceClient {
  /** What all paths begin with, such as `http://localhost:9180/api`. */
  readonly base: string;
  /** The slug of the workspace that was asked for, as it stands in addresses. */
  readonly slug: string;
  /** Sends a request. @param path behind `base` @throws TillrollError when no service answers, or none that is trusted */
  send(path: string, request?: { readonly method?: string } & ClientBody): Promise<Response>;
}

interface ClientBody {
  readonly json?: object;
  readonly bytes?: Uint8Array<ArrayBuffer> | null;
}

/** The service that {@link CLIENT_OPTIONS} say. @throws UsageError; TillrollError when none runs */
export async function clientOf(given: GivenOptions): Promise<ServiceClient> {
  const folder = dataFolderOf(given);
  const running = findService(folder);
  const address = given.text("url") ?? running?.address;
  const token = given.text("token") ?? running?.localToken;
  if (address === undefined || token === undefined) {
    // Another user's folder may well have a service on it.
    hasData(folder);
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      'No service runs on this data folder. Start it with "tillroll serve", or give --url and --token.',
    );
  }
  if (!["http:", "https:"].includes(URL.parse(address)?.protocol ?? ""))
    throw new UsageError(`--url must be an address such as http://192.168.1.10:9180, not "${address}".`);
  // Anything else could not even be sent.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("--token is no token: those have letters, digits and a few signs only.");
  const file = given.filled("ca");
  const ca = file === null ? null : new TextDecoder().decode(await readInput(file));
  const base = `${address.replace(/\/$/, "")}/api`;
  const slug = encodeURIComponent(given.text("workspace") ?? DEFAULT_WORKSPACE);
  // The service's own token says nothing of whose command it is.
  const user = token === running?.localToken ? bearer(running) : { Authorization: `Bearer ${token}` };
  return { base, slug, send: (path, request = {}) => send(base + path, user, ca, request) };
}

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  ca: string | null,
  { method = "GET", json, bytes }: { readonly method?: string } & ClientBody,
): Promise<Response> {
  const type = json === undefined ? "application/octet-stream" : "application/json";
  try {
    return await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(method === "GET" ? {} : { "Content-Type": type }),
      },
      body: json === undefined ? (bytes ?? null) : JSON.stringify(json),
      ...(ca === null ? {} : { tls: { ca } }),
    });
  } catch (error) {
    const address = new URL(url).origin;
    if (isCertificateFault(error)) {
      const advice =
        'give the authority by --ca, as "tillroll certificate export" writes it there, and a name that it is for';
      throw new TillrollError("UNKNOWN", `The certificate of ${address} is not trusted; ${advice}.`);
    }
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `No service answers at ${address}; start it with "tillroll serve".`,
    );
  }
}

/**
 * The JSON of an answer.
 * @param isOurs whether it is what a Tillroll says
 * @throws TillrollError when the service refuses, or what answers is no Tillroll
 */
export async function answerOf<Answer extends object>(
  client: ServiceClient,
  response: Response,
  isOurs: (answer: object) => boolean,
): Promise<Answer> {
  const answer = await jsonOf(response);
  if (answer === null || (response.ok && !isOurs(answer))) {
    const address = new URL(client.base).origin;
    throw new TillrollError("UNKNOWN", `What answers at ${address} is no Tillroll; check the address.`);
  }
  if (response.ok) return answer as Answer;
  const { message } = answer as { readonly message?: string };
  // It may be another machine's, and goes to the terminal.
  throw new TillrollError("UNKNOWN", forTerminal(message ?? `The service answered ${response.status}.`));
}

async function jsonOf(response: Response): Promise<object | null> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}
