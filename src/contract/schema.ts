import { type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { type About, keywordsOf, MEMBER } from "./values.ts";

export * from "./values.ts";

/** An object that may have other fields too: an answer, to which fields may be added. */
export function object<Properties extends TProperties>(properties: Properties, about?: About) {
  return Type.Object(properties, keywordsOf(about));
}

/** An object that has no other fields than these. */
export function strict<Properties extends TProperties>(properties: Properties, about?: About) {
  return Type.Object(properties, { ...keywordsOf(about), additionalProperties: false });
}

/** Query parameters; others are refused. */
export function parameters<Properties extends TProperties>(properties: Properties) {
  return { ...strict(properties), [MEMBER]: "parameter" };
}

/** The same fields, each of which may be left out. */
export function optional<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties)).properties;
}

/** An object with any keys, in an answer. */
export function record<Entry extends TSchema>(entry: Entry, about?: About) {
  return Type.Record(Type.String(), entry, keywordsOf(about));
}

/** One of several things. */
export function union<Variants extends TSchema[]>(variants: [...Variants], about?: About) {
  return Type.Union(variants, keywordsOf(about));
}
