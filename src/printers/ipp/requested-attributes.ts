import type { IppAttribute } from "./codec/message.ts";

/** Attributes by the group name under which a host can ask for all of them. */
export type AttributeGroups = ReadonlyMap<string, readonly IppAttribute[]>;

/**
 * Those attributes that a host asked for (`requested-attributes`): by their names, by the name of their group, or `all`.
 * Names that are not known are passed over (RFC 8011, section 4.2.5.1).
 */
export function selectAttributes(groups: AttributeGroups, requested: readonly string[]): IppAttribute[] {
  const wanted = new Set(requested);
  return [...groups].flatMap(([group, attributes]) =>
    wanted.has("all") || wanted.has(group) ? attributes : attributes.filter(({ name }) => wanted.has(name)),
  );
}
