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
  const parts = path.split("/");
  const patterns = routes.map((route) => route.path).filter((pattern) => fits(pattern.split("/"), parts));
  return patterns.toSorted((a, b) => (wordsFirst(a) < wordsFirst(b) ? -1 : 1))[0] ?? null;
}

/**
 * Routes that would take a path of another pattern: `GET …/prints/:printId` takes `GET …/prints/search`, where only POST
 * is. Each is given as the method and the pattern that is to refuse it, with the methods that are there.
 */
export function methodsToRefuse(routes: readonly Route[]): (Route & { readonly allow: readonly string[] })[] {
  const patterns = [...Map.groupBy(routes, ({ path }) => path)].map(([path, own]) => {
    return { path, parts: path.split("/"), methods: own.map(({ method }) => method) };
  });
  // This is done at each start: most are told apart by their length.
  const wide = patterns.filter(({ path }) => path.includes(":"));
  return patterns.flatMap(({ path, parts, methods: allow }) => {
    const wider = wide.filter(
      (other) => other.parts.length === parts.length && other.path !== path && fits(other.parts, parts),
    );
    const methods = new Set(wider.flatMap((other) => other.methods)).difference(new Set(allow));
    return [...methods].map((method) => ({ method, path, allow: allow.toSorted() }));
  });
}

function methodsOf(routes: readonly Route[], pattern: string): string[] {
  const methods = routes.filter(({ path }) => path === pattern).map(({ method }) => method);
  return [...new Set(methods)].toSorted();
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  );
}

/** For comparing patterns that a path fits: parameters sort behind words. */
function wordsFirst(pattern: string): string {
  return pattern.replace(/(?<=\/):[^/]+/g, "\uffff");
}
