import type { ExplainedCommand } from "../../explain/explanation.ts";
import { byteWords, offsetWords, parameterWords, problemOf } from "./command-words.ts";
import { element } from "./element.ts";

/** Bytes that the details show, which is all that the service sends. */
const DETAIL_BYTES = 64;

/** The row of a command. @param end bytes of the whole print @param place its number among all rows, from 1 */
export function commandRow(
  command: ExplainedCommand,
  end: number,
  place: { readonly position: number; readonly of: number },
): HTMLElement {
  const { offset, name, bytes, length, effect, sentence } = command;
  const problem = problemOf(command);
  return element(
    "div",
    {
      role: "option",
      class: `command command-${effect}`,
      id: `command-${offset}`,
      "data-offset": offset,
      "aria-posinset": place.position,
      "aria-setsize": place.of,
    },
    element(
      "span",
      { class: "command-head" },
      element("code", { class: "command-offset" }, offsetWords(offset, end)),
      element("span", { class: "command-name" }, name),
      element("code", { class: "command-bytes" }, byteWords(bytes, length)),
      problem === null ? null : element("span", { class: "command-problem" }, problem),
    ),
    element("span", { class: "command-sentence" }, sentence),
  );
}

/** Everything that is known of a command. */
export function commandDetails(command: ExplainedCommand): HTMLElement[] {
  const { offset, length, name, bytes, sentence } = command;
  const parameters = parameterWords(command);
  const place = length === 1 ? `byte ${offset}` : `bytes ${offset} to ${offset + length - 1}`;
  return [
    element("p", { class: "command-detail-title" }, element("strong", {}, name), ` ${place}`),
    element("p", {}, sentence),
    ...(parameters === "" ? [] : [element("p", { class: "command-detail-soft" }, parameters)]),
    element("p", {}, element("code", {}, byteWords(bytes, length, DETAIL_BYTES))),
  ];
}
