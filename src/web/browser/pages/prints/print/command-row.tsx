import type { ExplainedCommand } from "../../../../../explain/explanation.ts";
import { t } from "../../../texts/texts.ts";

import { byteWords, offsetWords, parameterWords, problemOf } from "./command-words.ts";

/** Pixels of a row; all have the same height, so that only those in view need to exist. */
export const ROW_HEIGHT = 44;

/** Bytes that the details show, which is all that the service sends. */
const DETAIL_BYTES = 64;

interface CommandRowProps {
  readonly command: ExplainedCommand;
  /** Bytes of the whole print. */
  readonly end: number;
  /** Its place among all rows, from 0, and how many there are. */
  readonly index: number;
  readonly of: number;
  readonly isSelected: boolean;
  readonly isLit: boolean;
}

/** The row of a command. */
export function CommandRow({ command, end, index, of, isSelected, isLit }: CommandRowProps) {
  const { offset, name, bytes, length, effect, sentence } = command;
  const problem = problemOf(command);
  return (
    <div
      role="option"
      class={`command command-${effect}${isLit ? " command-lit" : ""}`}
      id={`command-${offset}`}
      data-offset={offset}
      aria-posinset={index + 1}
      aria-setsize={of}
      aria-selected={isSelected}
      style={{ top: `${index * ROW_HEIGHT}px` }}
    >
      <span class="command-head">
        <code class="command-offset">{offsetWords(offset, end)}</code>
        <span class="command-name">{name}</span>
        <code class="command-bytes">{byteWords(bytes, length)}</code>
        {problem === null ? null : <span class="command-problem">{t(`print.problem.${problem}`)}</span>}
      </span>
      <span class="command-sentence">{sentence}</span>
    </div>
  );
}

/** Everything that is known of a command. */
export function CommandDetails({ command }: { readonly command: ExplainedCommand | null }) {
  if (command === null) return <p class="command-detail-soft">{t("print.pointAtCommand")}</p>;
  const { offset, length, name, bytes, sentence } = command;
  const parameters = parameterWords(command);
  const place =
    length === 1
      ? t("print.command.byte", { from: String(offset) })
      : t("print.command.bytes", { from: String(offset), to: String(offset + length - 1) });
  return (
    <>
      <p class="command-detail-title">
        <strong>{name}</strong> {place}
      </p>
      <p>{sentence}</p>
      {parameters === "" ? null : <p class="command-detail-soft">{parameters}</p>}
      <p>
        <code>{byteWords(bytes, length, DETAIL_BYTES)}</code>
      </p>
    </>
  );
}
