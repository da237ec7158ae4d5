import type { Static } from "@sinclair/typebox";
import { isLocalhost } from "../domain/host-name.ts";
import { read } from "./check.ts";
import { instant } from "./fields.ts";
import * as t from "./schema.ts";

const URL_CHARACTERS = 2000;
const CODE_CHARACTERS = 100;

const PIN = /^#?([0-9a-f]{2}:?){32}$/i;

/** Where an archive is, as somebody who runs it has given it. */
export interface ArchivePlace {
  /** Without what stands after the `#`. */
  readonly url: string;
  /** SHA-256 of the certificate that is to be trusted, hexadecimal; `null` where authorities vouch. */
  readonly pin: string | null;
}

/** Reads an address such as `https://archive.example#1f…`. @returns `null` for none */
export function readArchiveUrl(text: string): ArchivePlace | null {
  const address = text.length <= URL_CHARACTERS ? URL.parse(text) : null;
  if (address === null || !["http:", "https:"].includes(address.protocol)) return null;
  if (address.username !== "" || address.password !== "" || address.search !== "") return null;
  const { hash } = address;
  if (hash !== "" && (!PIN.test(hash) || address.protocol !== "https:")) return null;
  const pin = hash === "" ? null : hash.slice(1).replaceAll(":", "").toLowerCase();
  address.hash = "";
  return { url: address.href, pin };
}

/** Whether what goes to an address can be read on the way. */
export function isReadable({ url }: ArchivePlace): boolean {
  const { protocol, hostname } = new URL(url);
  const isHere = isLocalhost(hostname) || /^127\.|^\[::1\]$/.test(hostname);
  return protocol === "http:" && !isHere;
}

const url = t.textOf(
  (text) => readArchiveUrl(text) !== null,
  "must be the address that whoever runs the archive has given: https://, and its certificate after a # where it is none of a public authority.",
  {
    format: "uri",
    maxLength: URL_CHARACTERS,
    description:
      "Where the archive is; after a # the SHA-256 of its certificate, or of the authority of that, where no public one vouches for it.",
    examples: ["https://archive.example"],
  },
);

/** The least that a limit leaves a shop, bytes a second. */
export const MINIMUM_BYTES_PER_SECOND = 1024;

const bytesPerSecond = t.nullable(
  t.integer(MINIMUM_BYTES_PER_SECOND),
  "The most bytes that are sent a second; null for no limit.",
);

export const UpstreamJoin = t.strict(
  {
    url: t.required(url, "is missing: give the address of the archive."),
    code: t.required(
      t.text(1, CODE_CHARACTERS, "The code that the archive has given for this workspace; it is good once."),
      "is missing: give the code of the archive.",
    ),
    ...t.optional({
      bytesPerSecond,
      insecure: t.flag(
        "Whether http:// will do though it leaves this machine: whoever is on the way reads all prints.",
      ),
    }),
  },
  { name: "UpstreamJoin", examples: [{ url: "https://archive.example", code: "MFRG-GZDF-MZTW-Q2LK" }] },
);

export const UpstreamLimit = t.strict(
  { bytesPerSecond: t.required(bytesPerSecond, "is missing: give a number of bytes, or null.") },
  { name: "UpstreamLimit", examples: [{ bytesPerSecond: 150_000 }] },
);

const archive = t.object({
  url: t.anyText("Where it is."),
  workspace: t.nullable(t.anyText("The workspace's slug there; null before it has joined.")),
  isPinned: t.flag("Whether its certificate is known by its SHA-256."),
  bytesPerSecond,
  joinedAt: t.nullable(instant("When it joined; null where the archive has not answered yet.")),
  contactedAt: t.nullable(
    instant("When the archive last answered, to the hour before the last start of the service."),
  ),
  prints: t.count("Prints that it has been sent, or was told to pass over."),
  backlog: t.object({
    prints: t.count("New prints that are not sent yet."),
    changes: t.count("Changed prints that are not sent yet; counted up to 1000."),
    since: t.nullable(instant("When the oldest of the new prints was stored.")),
  }),
  trouble: t.nullable(t.anyText("Why nothing can be sent now, a sentence.")),
  isRefused: t.flag("Whether that is because the archive refuses the key."),
  clonedAt: t.nullable(
    instant(
      "When somebody else was last seen to use the key of this shop; null once that was a quarter of an hour ago.",
    ),
  ),
});

export const Upstream = t.object(
  { archive: t.nullable(archive, "null where the workspace has joined none.") },
  { name: "Upstream" },
);

export const UpstreamPull = t.object({ prints: t.count("Prints that came back.") }, { name: "UpstreamPull" });

/** What a workspace joins. @throws TillrollError BAD_REQUEST with all faults */
export function readUpstreamJoin(body: unknown) {
  const { url: given, code, bytesPerSecond: limit = null, insecure = false } = read(UpstreamJoin, body);
  const place = readArchiveUrl(given) ?? { url: given, pin: null };
  return { ...place, code, bytesPerSecond: limit, insecure };
}

/** The most bytes that are sent a second; `null` for no limit. @throws TillrollError BAD_REQUEST with all faults */
export function readUpstreamLimit(body: unknown): number | null {
  return read(UpstreamLimit, body).bytesPerSecond;
}

export type UpstreamAnswer = Static<typeof Upstream>;
export type UpstreamPullAnswer = Static<typeof UpstreamPull>;
