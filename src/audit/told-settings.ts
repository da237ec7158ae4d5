import { type SettingTable, withoutSecrets } from "../contract/settings.ts";
import { formatInstant } from "../domain/instant.ts";
import type { RuleSettings } from "../domain/rule.ts";
import type { Token } from "../domain/token.ts";
import type { AuditDetails } from "./audit-entry.ts";

/** The schemes of addresses whose paths are what lets a caller in, as those of many webhooks. */
const WEB_ADDRESS = /^https?:$/;

/**
 * Settings as people may see them later: addresses without what would let anybody in. Give them without secrets.
 * @param defaults what goes without saying
 */
export function toldSettings(
  settings: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const news = Object.entries(settings).filter(([name, value]) => !Bun.deepEquals(defaults[name], value));
  return Object.fromEntries(news.map(([name, value]) => [name, told(value)]));
}

/** What settings were changed to, of those that differ: `{width: [48, 42]}`. Both are given without secrets. */
export function changedSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditDetails {
  const names = Object.keys(after).filter((name) => !Bun.deepEquals(before[name], after[name]));
  const pair = (name: string) => [told(before[name] ?? null), told(after[name] ?? null)];
  return { changed: Object.fromEntries(names.map((name) => [name, pair(name)])) };
}

/** As {@link changedSettings}, of settings that have secrets: of one that was changed, only that is told. */
export function changedWithSecrets(table: SettingTable, before: object, after: object): AuditDetails {
  const others = Object.keys(table).filter((name) => {
    const given: unknown = Reflect.get(after, name);
    return (
      table[name]?.isSecret === true &&
      given !== undefined &&
      given !== null &&
      given !== Reflect.get(before, name)
    );
  });
  const shown = {
    ...withoutSecrets(table, after),
    ...Object.fromEntries(others.map((name) => [name, ANOTHER])),
  };
  return changedSettings({ ...withoutSecrets(table, before) }, shown);
}

/** What is told of a secret that is another one now. */
const ANOTHER = "(another)";

/** A rule as people may see it later. */
export function toldRule({ name, pattern, label, tag, appliesTo, enabled }: RuleSettings) {
  return { name, pattern, label, tag: JSON.parse(tag) as unknown, appliesTo, enabled };
}

/** A new token as people may see it later; its workspace is told beside. */
export function toldToken({
  name,
  scopes,
  shopGroup: group = null,
  expiresAt,
}: Pick<Token, "name" | "scopes" | "shopGroup" | "expiresAt">): AuditDetails {
  return {
    name,
    scopes,
    ...(group !== null && { group }),
    expiresAt: expiresAt === null ? null : formatInstant(expiresAt),
  };
}

/** An address without user, password and query; of the web's also without its path. */
export function toldAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address.replace(/\/\/[^/@]*@/, "//").replace(/\?.*$/s, "");
  const path = WEB_ADDRESS.test(url.protocol) ? (url.pathname === "/" ? "" : "/…") : url.pathname;
  return `${url.protocol}//${url.host}${path}`;
}

function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  return typeof value === "string" && value.includes("://") ? toldAddress(value) : value;
}
