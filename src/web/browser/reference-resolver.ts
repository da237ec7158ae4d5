/*
 * Follows the references of the API's document for Swagger UI. Its own resolver reads the whole document anew for each
 * operation that is opened, which takes seconds; ours touches what the operation consists of.
 */

/** Where a part of the document is. */
type Place = readonly string[];

interface Resolved {
  readonly spec: unknown;
  readonly errors: readonly Error[];
}

/**
 * A part of an OpenAPI document without references, as Swagger UI's `fn.resolveSubtree` gives it (its plug-in API, "fn").
 * A reference to a schema that it is a part of stays one: such a schema has no end.
 * @param document all of whose references are within it
 */
export function resolveSubtree(document: unknown, place: Place): Resolved {
  const errors: Error[] = [];
  const part = placed(document, place);
  return { spec: part === undefined ? null : follow(part, []), errors };

  function follow(value: unknown, within: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => follow(item, within));
    if (typeof value !== "object" || value === null) return value;
    const reference = (value as { readonly $ref?: unknown }).$ref;
    if (typeof reference === "string") {
      if (within.includes(reference)) return value;
      const target = placed(document, placeOf(reference));
      if (target !== undefined) return named(reference, follow(target, [...within, reference]));
      errors.push(new Error(`${reference} leads to nothing.`));
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, follow(inner, within)]));
  }
}

/** Swagger UI takes what says where it comes from instead of the reference, and merges the two otherwise. */
function named(reference: string, resolved: unknown): unknown {
  return typeof resolved === "object" && resolved !== null ? { ...resolved, $$ref: reference } : resolved;
}

/** The place that a reference within a document names (RFC 6901). */
function placeOf(reference: string): Place {
  const steps = reference.split("/").slice(1);
  return steps.map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function placed(document: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (part, step) =>
      typeof part === "object" && part !== null ? (part as Record<string, unknown>)[step] : undefined,
    document,
  );
}
