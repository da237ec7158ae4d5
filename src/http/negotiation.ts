/** One entry of an Accept header. */
interface Preference {
  readonly range: string;
  readonly quality: number;
}

function preferencesOf(accept: string): Preference[] {
  return accept.split(",").map((entry) => {
    const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
}

/** How much a client wants a media type: the most specific range that covers it counts (RFC 9110, 12.5.1). */
function qualityOf(mediaType: string, preferences: readonly Preference[]): number {
  const type = mediaType.split("/")[0] ?? "";
  for (const range of [mediaType, `${type}/*`, "*/*"]) {
    const found = preferences.find((preference) => preference.range === range);
    if (found !== undefined) return found.quality;
  }
  return 0;
}

/**
 * Chooses by an Accept header.
 * @param choices media types with what they stand for; the first wins a tie, and is also chosen without a header or
 *   when nothing fits, which is more use to a person than a 406
 */
export function negotiate<Choice>(
  accept: string | null,
  choices: readonly (readonly [string, Choice])[],
): Choice {
  const [first, ...others] = choices;
  if (first === undefined) throw new Error("nothing to choose from");
  if (accept === null) return first[1];
  const preferences = preferencesOf(accept);
  let best = first;
  for (const choice of others) {
    if (qualityOf(choice[0], preferences) > qualityOf(best[0], preferences)) best = choice;
  }
  return best[1];
}
