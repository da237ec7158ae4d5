import { useMemo, useRef } from "preact/hooks";
import type { PrintAnswer } from "../../../../contract/print.ts";
import { addressOf } from "../../base-path.ts";
import { Badge } from "../../design/badge.tsx";
import { Chip } from "../../design/chip.tsx";
import { workspacePath } from "../../client/request.ts";
import { formatNumber, formatFullTime, formatShortTime } from "../../texts/format.ts";
import { language, t } from "../../texts/texts.ts";
import { PrintChoice } from "./chosen-prints.tsx";
import { RecognisedBadge, StateBadges } from "./print-badges.tsx";
import { nameOf } from "./print-name.ts";
import { ReceiptLine } from "./receipt-line.tsx";
import type { Narrowing } from "./wanted.ts";

/** How the list shows prints. */
export const VIEWS = ["rows", "columns", "cards"] as const;
export type View = (typeof VIEWS)[number];

/** Tags beyond these are only counted, so that all rows have one height. */
const MOST_CHIPS = { rows: 3, columns: 8, cards: 2 } as const;

interface PrintRowProps {
  readonly slug: string;
  /** Whether it stands among those of other workspaces, and says which is its own. */
  readonly isOfSeveral: boolean;
  readonly print: PrintAnswer;
  readonly address: string;
  readonly view: View;
  readonly isOpen: boolean;
  /** Words that are marked in the receipt's text; none shows no line of it. */
  readonly words: readonly string[];
  /** Whether it is the list's stop of the Tab key. */
  readonly isStop: boolean;
  readonly onNarrow: (narrowing: Narrowing) => void;
}

/** A print in the list: a link to it, and chips that narrow the search. It is drawn anew only when something of it changed. */
export function PrintRow(props: PrintRowProps) {
  const { slug, print, address, view, words, isOpen, isStop } = props;
  const spoken = language.value;
  const narrow = useRef(props.onNarrow);
  narrow.current = props.onNarrow;
  return useMemo(
    () => <Content {...props} onNarrow={(narrowing) => narrow.current(narrowing)} />,
    [slug, print, address, view, words.join("\n"), isOpen, isStop, spoken, new Date().toDateString()],
  );
}

/** A print of which the disk has lost what was stored: nothing of it is shown but its number. */
export function DamagedRow({
  id,
  address,
  view,
  isOpen,
  isStop,
}: { readonly id: number } & Pick<PrintRowProps, "address" | "view" | "isOpen" | "isStop">) {
  const name = nameOf({ id, label: null });
  const tabIndex = isStop ? 0 : -1;
  return (
    <div class={`row row-${view}${isOpen ? " row-open" : ""}`}>
      <PrintChoice id={id} name={name} tabIndex={tabIndex} />
      <a class="row-name" href={address} aria-current={isOpen ? "true" : undefined} tabIndex={tabIndex}>
        {name}
      </a>
      <span class="row-about">
        <Badge kind="bad" title={t("prints.damagedAbout")}>
          {t("prints.damaged")}
        </Badge>
      </span>
    </div>
  );
}

function Content(props: PrintRowProps) {
  const { slug, print, address, view, isOpen, words, isStop } = props;
  const { createdAt, deleted } = print;
  return (
    <div class={`row row-${view}${deleted ? " row-deleted" : ""}${isOpen ? " row-open" : ""}`}>
      <PrintChoice id={print.id} name={nameOf(print)} tabIndex={isStop ? 0 : -1} />
      {view === "cards" ? <Picture slug={slug} print={print} /> : null}
      <a
        class="row-name"
        href={address}
        aria-current={isOpen ? "true" : undefined}
        tabIndex={isStop ? 0 : -1}
      >
        {nameOf(print)}
      </a>
      <time class="row-time" dateTime={createdAt} title={formatFullTime(createdAt)}>
        {formatShortTime(createdAt)}
      </time>
      <About {...props} />
      {words.length === 0 ? null : <ReceiptLine slug={slug} print={print} words={words} />}
    </div>
  );
}

function Picture({ slug, print }: Pick<PrintRowProps, "slug" | "print">) {
  const path = workspacePath(slug, "prints", print.id, "preview");
  return (
    <span class="row-picture">
      <img src={addressOf(`${path}?format=png`)} alt="" loading="lazy" decoding="async" />
    </span>
  );
}

function About({ slug, isOfSeveral, print, view, isStop, onNarrow }: PrintRowProps) {
  const { deviceId } = print;
  const tags = Object.entries(print.tag).toSorted(([left], [right]) => rank(left) - rank(right));
  const shown = tags.slice(0, MOST_CHIPS[view]);
  const tabIndex = isStop ? 0 : -1;
  return (
    <span class="row-about">
      {isOfSeveral ? <span class="row-shop">{slug}</span> : null}
      <StateBadges print={print} />
      {deviceId === null ? null : (
        <button
          type="button"
          class="row-device"
          tabIndex={tabIndex}
          title={t("prints.narrow", { what: deviceId })}
          onClick={() => onNarrow({ kind: "device", value: deviceId })}
        >
          {deviceId}
        </button>
      )}
      {shown.map(([key, value]) => (
        <Chip
          key={key}
          name={key}
          value={value}
          tabIndex={tabIndex}
          chooseLabel={t("prints.narrow", { what: `${key}=${value}` })}
          onChoose={() => onNarrow({ kind: "tag", key, value })}
        />
      ))}
      {tags.length > shown.length ? (
        <span class="row-more">+{formatNumber(tags.length - shown.length)}</span>
      ) : null}
      <RecognisedBadge print={print} />
    </span>
  );
}

/** How a print came in is worth knowing, but last of all: it is on every print of a printer. */
function rank(key: string): number {
  return key === "protocol" || key === "client" ? 1 : 0;
}
