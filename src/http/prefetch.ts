/** What browsers and programs that show previews of links put into one of these headers. */
const HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/**
 * Whether a page is asked for that nobody has opened yet: a browser guesses where its user goes next, or a chat shows
 * what is behind a link. What is thrown away or used up by opening it must not be then.
 */
export function isPrefetch(request: Request): boolean {
  return HEADERS.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(request.headers.get(name) ?? ""));
}
