import { type TProperties, Type } from "@sinclair/typebox";
import type { Keywords } from "./values.ts";

export * from "./values.ts";

/** An object that has no other fields than these. */
export function strict<Properties extends TProperties>(properties: Properties, keywords?: Keywords) {
  return Type.Object(properties, { ...keywords, additionalProperties: false });
}

/** The same fields, each of which may be left out. */
export function optional<Properties extends TProperties>(properties: Properties) {
  return Type.Partial(Type.Object(properties)).properties;
}
