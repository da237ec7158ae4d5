import { AddressBlocks } from "./address-blocks.ts";

/** How an address is asked for jobs: by a protocol of cloud printers, or plainly. */
export const POLL_KINDS = ["cloudprnt", "sdp", "poll"] as const;

export type PollKind = (typeof POLL_KINDS)[number];

/** An address that a printer of ours asks for jobs. */
export interface PollSource {
  readonly kind: PollKind;
  /** http or https. */
  readonly url: string;
}

const FORMS = "cloudprnt:https://HOST/PATH, sdp:https://HOST/PATH or https://HOST/PATH";

/**
 * Reads an address that is asked for jobs: `cloudprnt:` or `sdp:` before an address of the web, or that alone.
 * @returns the source, or what is wrong with it, in a sentence
 */
export function readPollSource(text: string): PollSource | string {
  const [, prefix, address = ""] = /^(?:(cloudprnt|sdp):)?(https?:\/\/.*)$/is.exec(text) ?? [];
  if (/[\s\p{Cc}]/u.test(text)) return "must have no spaces or control characters.";
  const url = URL.parse(address);
  if (url === null) return `must be an address such as ${FORMS}.`;
  if (url.username !== "" || url.password !== "")
    return "must have no user name or password; they are a setting of their own (pollCredentials).";
  if (url.hash !== "") return "must have no part after a #.";
  if (isUnfitHost(url.hostname)) return "must not be a link-local address.";
  const kind = prefix === undefined ? "poll" : (prefix.toLowerCase() as PollKind);
  return { kind, url: url.href };
}

/** Link-local addresses: those of no server, but of what a cloud tells its machines (169.254.169.254) with keys in it. */
const UNFIT = ["169.254.0.0/16", "fe80::/10", "fd00:ec2::254", "0.0.0.0/8"];

/** Made when it is asked: few services poll, and the dashboard, which knows the settings, has no blocks of IPv6. */
let unfitBlocks: AddressBlocks | undefined;
const unfit = () => (unfitBlocks ??= new AddressBlocks(UNFIT));

/** Whether an address, as a URL or a look-up has it, is never one of a server for jobs. */
export function isUnfitHost(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, "$1");
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(plain);
  if (mapped === null) return unfit().have(plain);
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return unfit().have([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."));
}

/** What a printer shows to the address that it asks. */
export type PollCredentials =
  | { readonly kind: "bearer"; readonly token: string }
  /** Sent as the address asks for it: by digest where it can, else plainly. */
  | { readonly kind: "user"; readonly user: string; readonly password: string };

/** Reads `Bearer TOKEN` or `USER:PASSWORD`; `null` for neither. */
export function readPollCredentials(text: string): PollCredentials | null {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(text)?.[1];
  if (token !== undefined) return { kind: "bearer", token };
  const [, user, password] = /^([^:\p{Cc}]+):(\P{Cc}*)$/u.exec(text) ?? [];
  return user === undefined || password === undefined ? null : { kind: "user", user, password };
}
