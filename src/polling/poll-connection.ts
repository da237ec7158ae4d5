import { readFile, stat } from "node:fs/promises";
import { CERTIFICATE_FILE_BYTES } from "../certificates/certificate-limits.ts";
import { causeOf } from "../delivery/connections/connection.ts";
import { OWN_REQUEST_HEADER, OWN_REQUEST_KEY } from "../delivery/epos/epos-message.ts";
import { isUnfitHost, type PollCredentials } from "../domain/poll-source.ts";
import { VERSION } from "../version.ts";
import { digestAuthorization, type DigestChallenge, readDigestChallenge } from "./digest-authorization.ts";
import { POLLING_LIMITS } from "./poll-limits.ts";
import { PollError } from "./poll-protocol.ts";

/** What is sent to an address. */
export interface PollMessage {
  readonly method: string;
  /** Query parameters that are added to the address. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most of the answer that is read, bytes. */
  readonly maximumBytes: number;
  readonly milliseconds?: number;
}

/** What was answered. */
export interface PollReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface PollConnectionOptions {
  readonly url: string;
  readonly credentials: PollCredentials | null;
  /** A PEM file with the certificates that an https address is checked against; `null` for the public ones. */
  readonly authority: string | null;
  /** Ends all. */
  readonly signal: AbortSignal;
}

const UNAUTHORIZED = 401;

/**
 * Talks to one address over HTTP. Redirects are not followed, so that nothing goes where nobody sent it, and addresses that
 * only a machine itself should see (link-local ones, where clouds keep keys) are not asked.
 */
export class PollConnection {
  private challenge: DigestChallenge | "basic" | null = null;
  private count = 0;

  constructor(private readonly options: PollConnectionOptions) {}

  /** Sends a message. @throws PollError when there is no answer, a redirect, or a longer body than is read */
  async send(message: PollMessage): Promise<PollReply> {
    const url = new URL(this.options.url);
    for (const [name, value] of Object.entries(message.query ?? {})) url.searchParams.set(name, value);
    await refuseUnfit(url.hostname);
    const tls = await this.tls();
    const first = await this.attempt(url, message, tls);
    if (first.status !== UNAUTHORIZED || !this.isChallenged(first.headers)) return first;
    return this.attempt(url, message, tls);
  }

  private async attempt(url: URL, message: PollMessage, tls: { ca?: string }): Promise<PollReply> {
    const { method, headers, body, maximumBytes } = message;
    const milliseconds = message.milliseconds ?? POLLING_LIMITS.answerMilliseconds;
    const signal = AbortSignal.any([this.options.signal, AbortSignal.timeout(milliseconds)]);
    try {
      const response = await fetch(url, {
        method,
        headers: {
          "User-Agent": `Tillroll/${VERSION}`,
          // A few bytes of a compressed answer are as many as anybody likes.
          "Accept-Encoding": "identity",
          [OWN_REQUEST_HEADER]: OWN_REQUEST_KEY,
          ...this.authorization(method, url),
          ...headers,
        },
        ...(body !== undefined && { body }),
        redirect: "manual",
        decompress: false,
        signal,
        tls,
      });
      if (response.status >= 300 && response.status < 400 && response.status !== NOT_MODIFIED)
        throw new PollError(`It answered ${response.status}, and redirects are not followed.`);
      const coding = response.headers.get("content-encoding") ?? "identity";
      if (coding.toLowerCase() !== "identity")
        throw new PollError("Its answer is compressed, which was not asked for.");
      return {
        status: response.status,
        headers: response.headers,
        body: await readWithin(response, maximumBytes),
      };
    } catch (error) {
      if (error instanceof PollError) throw error;
      throw new PollError(`It cannot be asked: ${causeOf(error)}.`);
    }
  }

  /** Learns how the address wants to be shown who asks. @returns whether that is worth another attempt */
  private isChallenged(headers: Headers): boolean {
    if (this.options.credentials?.kind !== "user") return false;
    const header = headers.get("www-authenticate") ?? "";
    const digest = readDigestChallenge(header);
    const isAnswered = digest === null && this.challenge === "basic";
    this.challenge = digest ?? (/(?:^|,\s*)Basic\b/i.test(header) ? "basic" : null);
    this.count = 0;
    return this.challenge !== null && !isAnswered;
  }

  private authorization(method: string, url: URL): Record<string, string> {
    const { credentials } = this.options;
    if (credentials === null) return {};
    if (credentials.kind === "bearer") return { Authorization: `Bearer ${credentials.token}` };
    const { challenge } = this;
    if (challenge === null) return {};
    const { user, password } = credentials;
    if (challenge === "basic")
      return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
    const clientNonce = crypto.getRandomValues(new Uint8Array(8)).toHex();
    const uri = url.pathname + url.search;
    const request = { method, uri, user, password, count: ++this.count, clientNonce };
    return { Authorization: digestAuthorization(challenge, request) };
  }

  private async tls(): Promise<{ ca?: string }> {
    const { authority } = this.options;
    if (authority === null) return {};
    try {
      // A device may have no end, and a pipe no beginning.
      const file = await stat(authority);
      if (file.isFile() && file.size <= CERTIFICATE_FILE_BYTES)
        return { ca: await readFile(authority, "utf8") };
    } catch {
      // As one that is no file.
    }
    throw new PollError("The file of its certificates (pollAuthority) cannot be read; give a PEM file.");
  }
}

const NOT_MODIFIED = 304;

/** Reads a body. @throws PollError when it is longer than the limit */
async function readWithin(response: Response, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw new PollError(`Its answer has more than ${maximumBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Bun.concatArrayBuffers(chunks));
}

/** Names are looked up as well: one may be that of an address which is not to be asked. */
async function refuseUnfit(host: string): Promise<void> {
  const isUnfit = isUnfitHost(host) || (await addressesOf(host)).some(isUnfitHost);
  if (isUnfit) throw new PollError("It leads to a link-local address, which is not asked.");
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await Bun.dns.lookup(host.replace(/^\[(.*)\]$/, "$1"))).map(({ address }) => address);
  } catch {
    throw new PollError("There is no host of its name, or it cannot be looked up now.");
  }
}
