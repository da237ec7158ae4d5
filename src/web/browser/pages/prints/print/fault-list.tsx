import { said } from "../../../texts/sentences.ts";
import { t } from "../../../texts/texts.ts";
import type { ByteRange } from "./paper-highlight.ts";

/** Something that a printer does not print as it was meant. */
interface Fault {
  readonly offset: number;
  readonly length: number;
  readonly name: string;
  readonly sentence: string;
  readonly times: number;
}

interface FaultListProps {
  readonly faults: readonly Fault[];
  /** Called with the bytes of the command that a fault is about. */
  readonly onChoose: (range: ByteRange) => void;
}

/** What a printer does not print as it was meant; each leads to its command. */
export function FaultList({ faults, onChoose }: FaultListProps) {
  return (
    <ul class="warning-list">
      {faults.map(({ offset, length, name, sentence, times }) => (
        <li key={`${offset} ${sentence}`}>
          <button
            type="button"
            class="warning"
            title={t("print.showCommand")}
            onClick={() => onChoose({ from: offset, to: offset + length })}
          >
            <strong>{name}</strong> {said(sentence)}
            {times === 1 ? null : ` ${t("print.times", { n: times })}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
