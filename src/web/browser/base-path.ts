/** The path under which the browser finds the service, where a proxy adds one: what its scripts' address has before /assets. */
const BASE_PATH = new URL(import.meta.url).pathname.replace(/\/assets\/[^/]*$/, "");

/** Where the browser finds something of the service. @param path from the root of the service, such as `/api/me` */
export function addressOf(path: string): string {
  return BASE_PATH + path;
}
