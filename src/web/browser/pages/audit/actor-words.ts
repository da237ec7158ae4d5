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
