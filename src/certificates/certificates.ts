import { statSync } from "node:fs";
import type { Clock } from "../domain/clock.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Log } from "../operations/log.ts";
import { sentenceOf, systemCode } from "../platform/system-error.ts";
import { readCertificates, type StoredCertificates, writeCertificates } from "./certificate-file.ts";
import { CERTIFICATE_LIMITS } from "./certificate-limits.ts";
import {
  type CertificateFacts,
  type CertificatePaths,
  factsOfCertificate,
  type KeyedCertificate,
  readKeyedCertificate,
  type ShownCertificate,
} from "./certificate-text.ts";
import { divideHosts, type LocalAuthority, makeAuthority, makeLeaf } from "./local-authority.ts";

export interface CertificatesOptions {
  readonly dataFolder: string;
  /** This machine's names and addresses now, as `certificateHosts` gives them. */
  readonly hosts: () => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** What is shown to clients, and what there is to tell of it. */
export interface CertificateState {
  readonly source: "local" | "own";
  readonly shown: CertificateFacts;
  /** The local authority; a client that trusts it trusts this machine. */
  readonly authority: CertificateFacts;
  /** Names and addresses of this machine that the local authority may not vouch for. */
  readonly uncovered: readonly string[];
  /** Why the own certificate is not shown, or not as it is in its files now, as a sentence; `null` when nothing is wrong. */
  readonly trouble: string | null;
}

/**
 * The certificate of this service: one by the local authority, or the owner's own. It is looked at from time to time: a new
 * one is made when this machine has another name or address, or it is a year old; an owner's is read again when its files
 * have changed.
 */
export class Certificates {
  private stored: StoredCertificates;
  private authority: LocalAuthority;
  private leaf: ShownCertificate;
  private own: KeyedCertificate | null = null;
  /** Of the own certificate's files, when they were read. */
  private ownStamp = "";
  private trouble: string | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly timer: Timer;

  /** Makes what is missing. @throws TillrollError STORAGE_UNAVAILABLE when the file of certificates cannot be read */
  constructor(private readonly options: CertificatesOptions) {
    this.stored = readCertificates(options.dataFolder);
    const now = options.clock();
    const hosts = options.hosts();
    this.authority = this.usableAuthority() ?? makeAuthority(hosts, now);
    this.leaf = this.usableLeaf() ?? makeLeaf(this.authority, this.covered(), now);
    this.keep();
    this.readOwn();
    this.timer = setInterval(() => this.look(), CERTIFICATE_LIMITS.lookMilliseconds);
    this.timer.unref();
  }

  /** What clients are shown now. */
  get current(): ShownCertificate {
    return this.own ?? this.leaf;
  }

  /** The certificate of the local authority, PEM. */
  get authorityCertificate(): string {
    return this.authority.certificate;
  }

  get state(): CertificateState {
    return {
      source: this.own === null ? "local" : "own",
      shown: factsOfCertificate(this.current.certificate),
      authority: factsOfCertificate(this.authority.certificate),
      uncovered: divideHosts(this.authority, this.options.hosts()).uncovered,
      trouble: this.trouble,
    };
  }

  /** Calls whoever shows certificates when another is to be shown. @returns ends that */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Looks whether another certificate is to be shown. */
  look(): void {
    if (this.usableAuthority() === null || this.usableLeaf() === null)
      this.renew(this.usableAuthority() === null);
    if (this.stored.own !== null && stampOf(this.stored.own) !== this.ownStamp) this.readOwn();
  }

  /** Makes a new certificate of this machine. @param withAuthority and a new authority, which must be trusted anew */
  renew(withAuthority: boolean): void {
    const now = this.options.clock();
    if (withAuthority) this.authority = makeAuthority(this.options.hosts(), now);
    this.leaf = makeLeaf(this.authority, this.covered(), now);
    this.keep();
    const until = formatInstant(factsOfCertificate(this.leaf.certificate).until);
    this.options.log.write("info", "this machine has a new certificate", { until, withAuthority });
    if (this.own === null) this.tell();
  }

  /** Reads again where the owner's certificate is, and the certificate. */
  reread(): void {
    this.stored = { ...this.stored, own: readCertificates(this.options.dataFolder).own };
    this.readOwn();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private readOwn(): void {
    const { own } = this.stored;
    const before = this.current.certificate;
    const troubleBefore = this.trouble;
    this.trouble = null;
    if (own === null) this.own = null;
    else {
      this.ownStamp = stampOf(own);
      try {
        this.own = readKeyedCertificate(own);
      } catch (error) {
        // While it is being replaced its key may be that of another; what was read before still is good.
        const shown = this.own === null ? "this machine's is shown instead" : "the one from before is shown";
        this.trouble = `Your certificate cannot be used, and ${shown}. ${sentenceOf(error)}`;
        if (this.trouble !== troubleBefore) this.options.log.write("warning", this.trouble);
      }
    }
    if (this.current.certificate !== before) this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private covered(): readonly string[] {
    return divideHosts(this.authority, this.options.hosts()).covered;
  }

  /** The authority until its end. One from the future stays: the clock may be set back, and it is trusted. */
  private usableAuthority(): LocalAuthority | null {
    const { authority } = this.stored;
    const isOver =
      authority === null || factsOfCertificate(authority.certificate).until <= this.options.clock();
    return isOver ? null : authority;
  }

  /** The certificate of this machine while it has all names and addresses, and is not old. */
  private usableLeaf(): ShownCertificate | null {
    const { leaf, authority } = this.stored;
    if (leaf === null || authority === null || authority !== this.authority) return null;
    const now = this.options.clock();
    const above = factsOfCertificate(authority.certificate);
    const { from, until, hosts } = factsOfCertificate(leaf.certificate);
    // None lasts longer than the authority.
    const isOld = until < above.until && now >= until - CERTIFICATE_LIMITS.renewMilliseconds;
    const isEarly = from > Math.max(now, above.from);
    const hasAll = this.covered().every((host) => hosts.includes(host));
    return hasAll && !isOld && !isEarly ? leaf : null;
  }

  /** Writes what is new. Where it cannot, the service goes on with certificates that end with it. */
  private keep(): void {
    const { authority, leaf, stored } = this;
    if (stored.authority === authority && stored.leaf === leaf) return;
    this.stored = { ...stored, authority, leaf };
    try {
      writeCertificates(this.options.dataFolder, this.stored);
    } catch (error) {
      this.options.log.write("warning", "the certificate cannot be kept", { error: sentenceOf(error) });
    }
  }
}

/** Changes when one of the files is written, or its link leads to another. */
function stampOf({ certificate, key }: CertificatePaths): string {
  return [certificate, key].map(stampOfFile).join("; ");
}

function stampOfFile(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${size}`;
  } catch (error) {
    return systemCode(error);
  }
}
