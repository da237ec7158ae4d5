import { PRINT_FIELD_NAMES, PRINT_FIELDS } from "../../contract/print-fields.ts";
import { type Child, element, find } from "./element.ts";
import type { Print } from "./print.ts";
import { chip, recognisedWords } from "./print-row.ts";
import { fullTime } from "./time-format.ts";

/** Shows all fields of a print. */
export function drawDetails(print: Print): void {
  const tags = Object.entries(print.tag);
  const rows: (readonly [name: string, value: Child])[] = [
    ...PRINT_FIELD_NAMES.map((name) => [PRINT_FIELDS[name].title, shown(print[name])] as const),
    [
      "Tags",
      tags.length === 0
        ? none()
        : element("span", { class: "chips" }, ...tags.map(([key, value]) => chip(key, value))),
    ],
    ...(print.recognised === null ? [] : [["Recognised", recognisedWords(print.recognised)] as const]),
    ["Created", time(print.createdAt)],
    ["Updated", time(print.updatedAt)],
    ["Deleted", print.deletedAt === null ? "no" : time(print.deletedAt)],
    ["Test print", print.testPrint ? "yes" : "no"],
    ["ID", String(print.id)],
    ["Workspace ID", String(print.workspaceId)],
    ["User ID", String(print.userId)],
  ];
  find("#fields", HTMLDListElement).replaceChildren(
    ...rows.map(([name, value]) =>
      element("div", { class: "field" }, element("dt", {}, name), element("dd", {}, value)),
    ),
  );
}

function shown(value: string | number | null): Child {
  return value === null ? none() : value.toLocaleString();
}

function none(): HTMLElement {
  return element("span", { class: "none" }, "none");
}

function time(instant: string): HTMLElement {
  return element("time", { datetime: instant, title: instant }, fullTime(instant));
}
