/** A real printer's address as it was given. */
export interface TargetAddress {
  /** What is before the first colon, in lower case. */
  readonly scheme: string;
  /** What is after it. */
  readonly rest: string;
}

/** Reads an address that begins with a host. @returns it as one of http, or what is wrong with it, in a sentence */
export function readHost({ scheme, rest }: TargetAddress): URL | string {
  // The URL parser would quietly take these out.
  if (/\s/.test(rest)) return "must have no spaces.";
  if (!rest.startsWith("//")) return `must begin with ${scheme}://.`;
  // As http, so that the host is checked as hosts are; the schemes of our own are free text to the URL parser.
  const url = URL.parse(`${scheme === "https" ? scheme : "http"}:${rest}`);
  if (url === null || url.hostname === "") return `has no usable host or port; give ${scheme}://HOST:PORT.`;
  if (url.username !== "" || url.password !== "") return "must have no user name or password.";
  if (url.hash !== "") return "must have no part after a #.";
  if (url.port === "0") return "must have a port from 1 to 65535.";
  return url;
}

/** As {@link readHost}, of an address that goes on with a path. @param example a path that it may have */
export function readHostAndPath(address: TargetAddress, example: string): URL | string {
  const url = readHost(address);
  if (typeof url === "string") return url;
  if (url.search !== "") return "must have no part after a ?.";
  try {
    // Such as a lone %.
    decodeURIComponent(url.pathname);
  } catch {
    return "has a % that stands for nothing.";
  }
  return url.pathname === "/" ? `must end with a path: ${address.scheme}://HOST/${example}.` : url;
}

/** Reads the whole path of a folder: `file:/srv/prints`, `file:///srv/prints` or `file:C:\\prints`; `null` for others. */
export function readFolder({ rest }: TargetAddress): string | null {
  if (!rest.startsWith("//")) return isWholePath(rest) ? rest : null;
  try {
    const path = decodeURIComponent(/^\/\/(?:localhost)?(\/.*)$/i.exec(rest)?.[1] ?? "");
    const withoutSlash = path.replace(/^\/(?=[a-z]:)/i, "");
    return isWholePath(withoutSlash) ? withoutSlash : null;
  } catch {
    return null;
  }
}

function isWholePath(path: string): boolean {
  return /^(\/(?!\/)|[a-z]:[\\/]|\\\\[^\\])/i.test(path);
}
