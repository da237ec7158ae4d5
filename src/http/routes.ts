interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods of the routes that a URL's path fits, for a 405's Allow. */
export function allowedMethods(routes: readonly Route[], url: string): string[] {
  // A request without a Host header, or with a broken one, has an address that is none.
  const path = (URL.parse(url, "http://localhost")?.pathname ?? "/").replace(/(.)\/$/, "$1");
  const methods = routes.filter((route) => fits(route.path, path)).map((route) => route.method);
  return [...new Set(methods)].toSorted();
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  );
}
