import { sentenceOf } from "../search-language/faults.ts";
import { readSearch, type WantedPrints } from "../search-language/search.ts";
import { type GivenOptions, type Option, UsageError } from "./options.ts";

const DELETED = ["only", "any"] as const;

/** Which prints a command is about. @param deletedByDefault which deleted ones are among them where nothing is said */
export function searchOptions(deletedByDefault: "none" | "any"): readonly Option[] {
  return [
    {
      name: "search",
      value: "WORDS",
      help: 'As in the dashboard, such as "flat white device:till-2 total:>100 on:yesterday"; words are looked for on the receipt and in the label.',
      lineOnly: true,
    },
    { name: "from", value: "TIME", help: "From this day or time on, such as 2026-01-31.", lineOnly: true },
    {
      name: "to",
      value: "TIME",
      help: "Up to this time, such as 2026-01-31T23:59:59.999+01:00.",
      lineOnly: true,
    },
    {
      name: "deleted",
      value: "WHICH",
      help: `Deleted prints: ${DELETED.join(" or ")}; by default ${deletedByDefault}.`,
      lineOnly: true,
    },
  ];
}

/** Which prints are wanted, as the API takes it. @throws UsageError */
export function searchOf(given: GivenOptions): object {
  const filters = searched(given.text("search") ?? "");
  const deleted = given.choice("deleted", DELETED);
  const times = Object.fromEntries(
    ["from", "to"].flatMap((name) => (given.has(name) ? [[name, given.filled(name)]] : [])),
  );
  return {
    ...filters,
    ...times,
    ...(deleted !== null && { deleted: deleted === "only" ? true : deleted }),
  };
}

/** What a search is for, in the time zone of this machine. @throws UsageError for what is wrong with it */
function searched(text: string): WantedPrints {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { wanted, faults } = readSearch(text, { now: Date.now(), timeZone, tagKeys: null, printers: [] });
  const wrong = faults.find(({ isHint }) => !isHint);
  if (wrong !== undefined) throw new UsageError(`--search: ${sentenceOf(wrong)}`);
  for (const hint of faults) process.stderr.write(`${sentenceOf(hint)}\n`);
  return wanted;
}
