import type { GapGroup } from "../../../../domain/gaps-query.ts";
import { workspaceAddress } from "../../app/route.ts";
import { TIME_ZONE } from "../prints/finder/search-context.ts";

/** Which numbers are looked at, as the address has it. What is not chosen is empty. */
export interface GapChoice {
  readonly tag: string;
  readonly byDevice: boolean;
  readonly byDay: boolean;
  readonly pattern: string;
  readonly startsAt: string;
  readonly dayBegins: string;
  readonly from: string;
  readonly to: string;
}

/** Stands for the label in the place of a tag: no key of a tag is empty. */
export const LABEL = "";

const TEXTS = ["pattern", "startsAt", "dayBegins", "from", "to"] as const;

/** What an address chooses; `null` where it chooses nothing yet. */
export function choiceOf(query: URLSearchParams): GapChoice | null {
  const tag = query.get("of");
  if (tag === null) return null;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, query.get(name) ?? ""]));
  const by = (query.get("by") ?? "").split(",");
  return {
    tag,
    ...(texts as Record<(typeof TEXTS)[number], string>),
    byDevice: by.includes("device"),
    byDay: by.includes("day"),
  };
}

/** What is chosen at first: the numbers in labels, of each device by itself. */
export const FIRST_CHOICE: GapChoice = {
  tag: LABEL,
  byDevice: true,
  byDay: false,
  pattern: "",
  startsAt: "",
  dayBegins: "",
  from: "",
  to: "",
};

/** The address of the page with a choice, which can be kept as a bookmark. */
export function gapsAddress(slug: string, choice: GapChoice, page = 1): string {
  const query = new URLSearchParams({ of: choice.tag });
  const by = [...(choice.byDevice ? ["device"] : []), ...(choice.byDay ? ["day"] : [])];
  if (by.length > 0) query.set("by", by.join(","));
  for (const name of TEXTS) if (choice[name] !== "") query.set(name, choice[name]);
  if (page > 1) query.set("page", String(page));
  return `${workspaceAddress(slug, "gaps")}?${query}`;
}

/** The question for the service. */
export function questionOf(choice: GapChoice, page: number) {
  const by: GapGroup[] = [
    ...(choice.byDevice ? ["deviceId" as const] : []),
    ...(choice.byDay ? ["day" as const] : []),
  ];
  const { tag, pattern, startsAt, dayBegins, from, to } = choice;
  return {
    of: tag === LABEL ? { field: "label" } : { tag },
    by,
    timeZone: TIME_ZONE,
    page,
    ...(pattern !== "" && { pattern }),
    ...(startsAt !== "" && { startsAt: Number(startsAt) }),
    ...(dayBegins !== "" && { dayBegins }),
    ...(from !== "" && { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to !== "" && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
