import { isText, t } from "../../texts/texts.ts";

/**
 * Who did something, where that is kept as a text such as `session Ada` or `command root`, as a reader calls them. Whoever was
 * signed in to the dashboard is a person: the name tells enough.
 */
export function actorWords(actor: string): string {
  const [, kind = "", name = ""] = /^(\w+) (.+)$/s.exec(actor) ?? [];
  const key = `audit.kind.${kind}`;
  if (!isText(key)) return actor;
  return kind === "session" ? name : `${t(key)} ${name}`;
}

/**
 * What a part of the service is called that did something by itself, as in the notice of its health where that knows it. What
 * retention does by a rule or a limit has that one's name after it.
 */
export function partWords(part: string): string {
  const [, main = part, name = ""] = /^(retention)(: .*)$/s.exec(part) ?? [];
  const key = [`audit.part.${main}`, `health.part.${main}`].find(isText);
  return key === undefined ? part : `${t(key)}${name}`;
}
