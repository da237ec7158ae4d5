/** A way in to the service: a method and the pattern of its paths, such as `/api/workspace/:slug/prints`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods at a URL, for a 405's Allow; none where there is nothing. */
export function allowedMethods(routes: readonly Route[], url: string): string[] {
  // A request without a Host header, or with a broken one, has an address that is none.
  const path = (URL.parse(url, "http://localhost")?.pathname ?? "/").replace(/(.)\/$/, "$1");
  const pattern = patternOf(routes, path);
  return pattern === null ? [] : methodsOf(routes, pattern);
}

/** The pattern that a path belongs to: of those that it fits, the one that has a word where others have a parameter. */
export function patternOf(routes: readonly Route[], path: string): string | null {
  const patterns = routes.map((route) => route.path).filter((pattern) => fits(pattern, path));
  return patterns.toSorted((a, b) => (wordsFirst(a) < wordsFirst(b) ? -1 : 1))[0] ?? null;
}

/**
 * Routes that would take a path of another pattern: `GET …/prints/:printId` takes `GET …/prints/search`, where only POST
 * is. Each is given as the method and the pattern that is to refuse it, with the methods that are there.
 */
export function methodsToRefuse(routes: readonly Route[]): (Route & { readonly allow: readonly string[] })[] {
  return [...new Set(routes.map(({ path }) => path))].flatMap((path) => {
    const allow = methodsOf(routes, path);
    const wider = routes.filter((route) => route.path !== path && fits(route.path, path));
    const methods = new Set(wider.map(({ method }) => method).filter((method) => !allow.includes(method)));
    return [...methods].map((method) => ({ method, path, allow }));
  });
}

function methodsOf(routes: readonly Route[], pattern: string): string[] {
  const methods = routes.filter(({ path }) => path === pattern).map(({ method }) => method);
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

/** For comparing patterns that a path fits: parameters sort behind words. */
function wordsFirst(pattern: string): string {
  return pattern.replace(/(?<=\/):[^/]+/g, "\uffff");
}
