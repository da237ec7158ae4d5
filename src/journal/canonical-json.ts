/** What an entry, a state or a seal is made of: integers alone, and nothing that is `null`. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined };

/**
 * The one text of a value as JSON, as RFC 8785 has it: keys sorted by their UTF-16 units, no spaces. What is `undefined` is
 * not there. @throws RangeError for a number that is no safe integer
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new RangeError(`${value} is no integer that every reader of JSON can hold`);
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: CanonicalValue) => canonicalJson(item)).join(",")}]`;
  const members: string[] = [];
  for (const [key, member] of Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
