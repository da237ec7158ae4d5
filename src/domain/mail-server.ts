import { isLocalhost } from "./host-name.ts";

/** A mail server, and how it is spoken to. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * How the connection is made safe: by TLS from its beginning, by STARTTLS or not at all, or not (`none`): only where no
   * password goes over it, or on this machine.
   */
  readonly security: "tls" | "starttls" | "none";
  /** `null` for a server that asks for none. */
  readonly user: string | null;
  readonly password: string | null;
}

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

/**
 * Reads the address of a mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://` for STARTTLS. `?security=none` is for a
 * server of one's own that knows no TLS.
 * @returns the server, or what is wrong with the address, in a sentence
 */
export function readMailServer(text: string): MailServer | string {
  const url = URL.parse(text);
  const scheme = url?.protocol ?? "";
  if (url === null || !["smtp:", "smtps:"].includes(scheme) || url.hostname === "")
    return "must be an address such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com.";
  if ((url.pathname !== "" && url.pathname !== "/") || url.hash !== "")
    return "must end with the port: smtp://HOST:PORT.";
  const asked = url.searchParams.get("security");
  if ([...url.searchParams.keys()].some((key) => key !== "security") || (asked !== null && asked !== "none"))
    return 'may have "?security=none" at its end, and nothing else.';
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isHere = isLocalhost(host) || host === "127.0.0.1" || host === "::1";
  const security = scheme === "smtps:" ? "tls" : asked === "none" ? "none" : "starttls";
  if (asked === "none" && scheme === "smtps:") return 'is safe by TLS already; leave "?security=none" out.';
  if (security === "none" && url.username !== "" && !isHere)
    return "sends a password, which nobody may read on its way: leave out ?security=none.";
  const [user, password] = [decoded(url.username), decoded(url.password)];
  if (user === null || password === null)
    return "has a % in its user or password that stands for nothing: write a % as %25.";
  return {
    host,
    port: url.port === "" ? PORTS[security] : Number(url.port),
    security,
    user: user === "" ? null : user,
    password: password === "" ? null : password,
  };
}

/** A part of an address without its escapes; `null` where one is none. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** A mail server's address as it may be shown: without the password. */
export function shownMailServer(text: string): string {
  const url = URL.parse(text);
  if (url === null) return "";
  url.password = "";
  return url.href.replace(/\/$/, "");
}

/** Whether a text is an address of mail, as far as that can be seen. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,190}$/.test(text) && !/\p{Cc}/u.test(text);
}
