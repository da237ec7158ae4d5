import type { SQL as Connection } from "bun";
import { readFileSync } from "node:fs";
import { TillrollError } from "../../domain/errors.ts";
import { isLocalhost, plainHost } from "../../domain/host-name.ts";

/** Where a database is, and how it is connected to. */
export interface DatabaseAddress {
  readonly connection: Connection.PostgresOrMySQLOptions;
  /** As `postgres://host:5432/name`, to be shown and logged: without the user and the password. */
  readonly shown: string;
}

/** The words of an address that say how it is checked who answers (libpq, connection strings). */
const VERIFICATION = ["sslmode", "sslrootcert"] as const;

/** Bun's word for a server's socket, or the folder that it is in. */
const SOCKET = "path";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/** How a password is written in an address (RFC 3986, section 2.1). */
export const PASSWORD_FORM = "where % / ? # and @ of a password are written %25 %2F %3F %23 and %40";

const FORM = `The database's address has the form postgres://user:password@host:5432/name, ${PASSWORD_FORM}`;

/**
 * Reads an address as libpq has them, with `sslmode` and `sslrootcert` (a file of certificates that are trusted). A socket is
 * named by its folder, as libpq's `host` or as Bun's `path`, which may also name the socket itself; Bun is told `path`. Whoever
 * answers over a network must show a certificate that is checked: else a password and all prints would go to anybody who
 * stands in between.
 * @param allowUnverified takes any who answers
 * @throws TillrollError STORAGE_UNAVAILABLE, saying what to do
 */
export function readDatabaseAddress(address: string, allowUnverified = false): DatabaseAddress {
  const url = urlOf(address);
  const shown = `postgres://${url.host}${url.pathname}`;
  const [mode, authority] = VERIFICATION.map((name) => url.searchParams.get(name));
  for (const name of VERIFICATION) url.searchParams.delete(name);
  return {
    connection: { url: url.href, tls: tlsOf(url, modeOf(mode), authority ?? null, allowUnverified) },
    shown,
  };
}

/** Whether something has the form of a database's address. */
export function isDatabaseAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && isEncoded(url);
}

/** Whether each % in it begins a character, which Bun would throw about. */
function isEncoded({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

function tlsOf(url: URL, mode: Mode | null, authority: string | null, allowUnverified: boolean) {
  // Said, because else a variable of the environment turns it off.
  const verified = { rejectUnauthorized: true } as const;
  if (authority !== null && authority !== "system") return { ...verified, ca: certificatesIn(authority) };
  if (mode === "verify-full" || authority === "system") return verified;
  if (isLocal(url)) return mode ?? "disable";
  if (allowUnverified) return mode ?? "prefer";
  throw unavailable(
    `The database at ${url.host} is reached over a network, and nothing would check who answers there. Add ` +
      "sslmode=verify-full to its address, and sslrootcert=FILE where its certificate is signed by an authority of your own.",
  );
}

/** Whether it is on this machine: a socket's folder, or an address that never leaves it. */
function isLocal(url: URL): boolean {
  const host = plainHost(url.hostname);
  return (
    url.searchParams.has(SOCKET) || host === "[::1]" || isLocalhost(host) || /^127(?:\.\d+){3}$/.test(host)
  );
}

function urlOf(address: string): URL {
  const url = URL.parse(address);
  if (url === null || !isDatabaseAddress(address)) throw unavailable(`${FORM}.`);
  // libpq's word for the folder of a socket is that for any host, which Bun takes for one.
  const folder = url.searchParams.get("host");
  url.searchParams.delete("host");
  if (folder?.startsWith("/")) url.searchParams.set(SOCKET, folder);
  // Without a host, a variable of the environment would name one.
  else if (url.hostname === "" || folder !== null) throw unavailable(`${FORM}.`);
  return url;
}

function modeOf(mode: string | null | undefined): Mode | null {
  if (mode == null) return null;
  const known = MODES.find((name) => name === mode);
  if (known === undefined) throw unavailable(`${FORM}, and its sslmode is one of ${MODES.join(", ")}.`);
  return known;
}

function certificatesIn(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw unavailable("The file that sslrootcert in the database's address names cannot be read.");
  }
}

function unavailable(sentence: string): TillrollError {
  return new TillrollError("STORAGE_UNAVAILABLE", sentence);
}
