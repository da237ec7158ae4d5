/**
 * Chooses by an Accept header.
 * @param choices media types with what they stand for; the first wins a tie, and is also chosen without a header or
 *   when nothing fits, which is more use to a person than a 406
 */
export function negotiate<Choice>(
  accept: string | null,
  choices: readonly (readonly [mediaType: string, Choice])[],
): Choice {
  const qualities = qualitiesOf(accept ?? "*/*");
  /** How much a media type is wanted: the most specific range that covers it counts (RFC 9110, 12.5.1). */
  const qualityOf = ([mediaType]: readonly [string, Choice]) =>
    qualities.get(mediaType) ?? qualities.get(mediaType.replace(/\/.*/, "/*")) ?? qualities.get("*/*") ?? 0;
  return choices.reduce((best, choice) => (qualityOf(choice) > qualityOf(best) ? choice : best))[1];
}

/** The qualities of an Accept header, by range; the first counts of a range that is there twice. */
function qualitiesOf(accept: string): Map<string, number> {
  const entries = accept.split(",").map((entry): [string, number] => {
    const [range = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [range, quality === undefined ? 1 : Number(quality.slice(2))];
  });
  return new Map(entries.toReversed());
}
