import { isCertificateFault } from "../certificates/certificate-fault.ts";
import { causeOf } from "../delivery/connections/connection.ts";
import { MILLISECONDS_PER_SECOND } from "../domain/limits.ts";
import { VERSION } from "../version.ts";
import { ArchiveError, type ArchiveFault } from "./archive-error.ts";
import { tlsOf } from "./pinned-certificates.ts";
import { type PullAnswer, UPSTREAM_PATHS } from "../contract/upstream-messages.ts";
import { decodeBatch } from "./batch-packing.ts";
import { UPSTREAM_LIMITS } from "../domain/upstream-limits.ts";

/** Where an archive is, and what vouches for it. */
export interface ArchiveAddress {
  readonly url: string;
  readonly pin: string | null;
  readonly certificates: string | null;
}

const UNKNOWN =
  "No public authority vouches for the certificate of the archive: give its address as the archive has told it, with the # and what is behind it.";

export type UpstreamPath = keyof typeof UPSTREAM_PATHS;

/** Which statuses of HTTP say what. */
const FAULTS: Readonly<Record<number, ArchiveFault>> = {
  401: "refused",
  403: "refused",
  409: "conflict",
  429: "busy",
  502: "unreachable",
  503: "busy",
  504: "unreachable",
};

/** Asks an archive. What it answers is believed to be what the protocol says: it is where the prints go. */
export class ArchiveClient {
  constructor(
    private readonly address: ArchiveAddress,
    private readonly signal: AbortSignal,
  ) {}

  /** @param key `null` where there is none yet @throws ArchiveError */
  async ask<Answer>(path: UpstreamPath, key: string | null, body: object): Promise<Answer> {
    const bytes = await this.post(path, key, JSON.stringify(body), "application/json");
    return parse<Answer>(bytes);
  }

  /** Sends a packed batch. @throws ArchiveError */
  async send<Answer>(path: UpstreamPath, key: string, packed: Uint8Array<ArrayBuffer>): Promise<Answer> {
    return parse<Answer>(await this.post(path, key, packed, "application/octet-stream"));
  }

  /** Asks for prints. `bytes` are those on the way. @throws ArchiveError */
  async pull(key: string, question: object) {
    const packed = await this.post("pull", key, JSON.stringify(question), "application/json");
    try {
      return { ...decodeBatch<PullAnswer>(packed), bytes: packed.length };
    } catch {
      throw new ArchiveError("failed", "The prints that the archive gave cannot be unpacked.");
    }
  }

  private async post(
    path: UpstreamPath,
    key: string | null,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { url } = this.address;
    try {
      const response = await fetch(new URL(UPSTREAM_PATHS[path], url), {
        method: "POST",
        headers: {
          "User-Agent": `Tillroll/${VERSION}`,
          "Content-Type": type,
          ...(key !== null && { Authorization: `Bearer ${key}` }),
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(UPSTREAM_LIMITS.answer)]),
        tls: tlsOf(this.address),
      });
      const answered = await response.bytes();
      if (response.ok) return answered;
      throw errorOf(response, answered);
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      if (this.address.pin === null && isCertificateFault(error))
        throw new ArchiveError("unreachable", UNKNOWN);
      throw new ArchiveError("unreachable", `The archive cannot be reached: ${causeOf(error)}.`);
    }
  }
}

function parse<Answer>(bytes: Uint8Array): Answer {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Answer;
  } catch {
    throw new ArchiveError("failed", "What answers there is no archive of Tillroll.");
  }
}

function errorOf({ status, headers }: Response, body: Uint8Array): ArchiveError {
  let said = "";
  try {
    said = String((JSON.parse(new TextDecoder().decode(body)) as { message?: string }).message ?? "");
  } catch {
    // A proxy's page: its status says enough.
  }
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const retry = Number.isFinite(seconds) && seconds >= 0 ? seconds * MILLISECONDS_PER_SECOND : null;
  const message = said === "" ? `The archive answered ${status}.` : `The archive said: ${said}`;
  return new ArchiveError(FAULTS[status] ?? "failed", message, retry);
}
