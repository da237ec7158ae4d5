import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { titleOf } from "../../../../../escpos/models/printer-model.ts";
import type { ExplainedCommand, Explanation } from "../../../../../explain/explanation.ts";
import { attempt, toast } from "../../../app/notices.tsx";
import { copyText } from "../../../clipboard.ts";
import { Button } from "../../../design/button.tsx";
import { Switch } from "../../../design/switch.tsx";
import { formatNumber } from "../../../texts/format.ts";
import { said } from "../../../texts/sentences.ts";
import { t } from "../../../texts/texts.ts";
import { commandAt, CommandList, indexOf } from "./command-list.tsx";
import { CommandDetails } from "./command-row.tsx";
import { COMMAND_FILTERS, type CommandFilter, commandsAsText, isShown, PRINTING } from "./command-words.ts";
import { FaultList } from "./fault-list.tsx";
import { type ByteRange, PaperHighlight } from "./paper-highlight.ts";

/** Pictures of which is said what was recognised; the paper says it beside each of them. */
const MAXIMUM_PICTURES = 3;

interface CommandsViewProps {
  readonly explanation: Explanation;
  /** The drawing of the print, whose pieces tell their bytes. */
  readonly paper: HTMLElement;
  /** Bytes whose command is to be selected, each time that others are given. */
  readonly wanted: ByteRange | null;
}

/** The commands of a print beside its paper: what is pointed at on one side is marked on the other. */
export function CommandsView({ explanation, paper, wanted }: CommandsViewProps) {
  const { commands } = explanation;
  const warned = useWarned(explanation);
  const [filter, setFilter] = useState<CommandFilter>("all");
  const [selectedOffset, selectOffset] = useState<number | null>(null);
  const [hovered, hover] = useState<ExplainedCommand | null>(null);
  /** Bytes of the piece of paper that the pointer is on. */
  const [onPaper, setOnPaper] = useState<ByteRange | null>(null);
  const shown = useMemo(
    () => commands.filter((one) => isShown(one, filter, warned)),
    [commands, filter, warned],
  );
  const selected = selectedOffset === null ? null : commandAt(shown, selectedOffset);
  const select = (command: ExplainedCommand | undefined) => selectOffset(command?.offset ?? null);
  const last = commands.at(-1);
  const choose = ({ from, to }: ByteRange) => {
    const isOf = (command: ExplainedCommand | undefined) => command !== undefined && command.offset < to;
    const found = shown[indexOf(shown, from)];
    const other = commands[indexOf(commands, from)];
    hover(null);
    if (isOf(found)) select(found);
    else if (isOf(other)) {
      // The filter hides it.
      setFilter("all");
      select(other);
    }
  };
  const scroller = useHighlight(
    paper,
    { hovered, selected, onPaper },
    { onHover: setOnPaper, onChoose: choose },
  );
  useEffect(() => {
    if (wanted !== null) choose(wanted);
  }, [wanted]);
  return (
    <div id="commands" class="commands">
      <section class="commands-pane" aria-label={t("print.commandsOf")}>
        <div class="commands-tools">
          <FilterSwitch commands={commands} warned={warned} filter={filter} onFilter={setFilter} />
          <CopyCommands commands={shown} />
        </div>
        <CommandList
          commands={shown}
          bytes={last === undefined ? 0 : last.offset + last.length}
          selected={selected}
          lit={onPaper}
          onSelect={(command) => {
            hover(null);
            select(command);
          }}
          onHover={hover}
        />
        {shown.length > 0 ? null : <p class="commands-nothing">{t("print.noCommands")}</p>}
        <Remarks explanation={explanation} paper={paper} onChoose={choose} />
        <div id="command-details" class="command-details">
          <CommandDetails command={hovered ?? selected} />
        </div>
      </section>
      <div
        id="commands-paper"
        class="commands-paper"
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={t("print.receipt")}
      />
    </div>
  );
}

/** Where the commands begin that the printer does not do as it was meant. */
function useWarned({ warnings }: Explanation): ReadonlySet<number> {
  return useMemo(() => new Set(warnings.map(({ offset }) => offset)), [warnings]);
}

function CopyCommands({ commands }: { readonly commands: readonly ExplainedCommand[] }) {
  return (
    <Button
      id="copy-commands"
      kind="quiet"
      onClick={() =>
        void attempt(async () => {
          await copyText(commandsAsText(commands));
          toast(t("print.commandsCopied"));
        })
      }
    >
      {t("print.copyCommands")}
    </Button>
  );
}

interface FilterSwitchProps {
  readonly commands: readonly ExplainedCommand[];
  readonly warned: ReadonlySet<number>;
  readonly filter: CommandFilter;
  readonly onFilter: (filter: CommandFilter) => void;
}

/** Which commands are listed, and how many of each there are. */
function FilterSwitch({ commands, warned, filter, onFilter }: FilterSwitchProps) {
  const counts = useMemo(
    () => COMMAND_FILTERS.map((name) => commands.filter((command) => isShown(command, name, warned)).length),
    [commands, warned],
  );
  return (
    <Switch
      label={t("print.filterCommands")}
      name="command-filter"
      isSmall
      value={filter}
      onValue={onFilter}
      choices={COMMAND_FILTERS.map((value, index) => ({
        value,
        title: (
          <>
            {t(`print.filter.${value}`)} <span class="filter-count">{formatNumber(counts[index] ?? 0)}</span>
          </>
        ),
      }))}
    />
  );
}

interface RemarksProps {
  readonly explanation: Explanation;
  readonly paper: HTMLElement;
  readonly onChoose: (range: ByteRange) => void;
}

/** What there is to say of a print beside its commands. */
function Remarks({ explanation, paper, onChoose }: RemarksProps) {
  return (
    <div class="commands-notes">
      <Warnings explanation={explanation} onChoose={onChoose} />
      <Notes explanation={explanation} paper={paper} />
    </div>
  );
}

/** What the printer does not print as it was meant. */
function Warnings({
  explanation: { warnings, printer },
  onChoose,
}: {
  readonly explanation: Explanation;
  readonly onChoose: (range: ByteRange) => void;
}) {
  return (
    <details id="warnings" class="warnings" open hidden={warnings.length === 0}>
      <summary id="warnings-title">
        {t("print.warnings", { n: warnings.length, printer: titleOf(printer) })}
      </summary>
      <FaultList faults={warnings} onChoose={onChoose} />
    </details>
  );
}

/** What is to be said of the print that the paper does not say itself. */
function Notes({ explanation, paper }: { readonly explanation: Explanation; readonly paper: HTMLElement }) {
  const onPaper = new Set([...paper.querySelectorAll(".paper-notes li")].map((note) => note.textContent));
  const { charset, recognised = [] } = explanation;
  const notes = [
    ...explanation.notes.filter((note) => !onPaper.has(note)),
    // What is certain needs no words.
    ...(charset === undefined || charset.certainty === "certain" ? [] : [said(charset.sentence)]),
    ...recognised.slice(0, MAXIMUM_PICTURES).map(({ sentence }) => said(sentence)),
  ];
  return notes.length === 0 ? null : (
    <p id="commands-note" class="commands-note">
      {notes.join("; ")}
    </p>
  );
}

/** What is pointed at or selected, in the list and on the paper. */
interface Pointed {
  readonly hovered: ExplainedCommand | null;
  readonly selected: ExplainedCommand | null;
  readonly onPaper: ByteRange | null;
}

interface PaperEvents {
  readonly onHover: (range: ByteRange | null) => void;
  readonly onChoose: (range: ByteRange) => void;
}

/** Lays the paper into an element that scrolls, and marks on it what commands made. @returns the element's reference */
function useHighlight(paper: HTMLElement, { hovered, selected, onPaper }: Pointed, events: PaperEvents) {
  const scroller = useRef<HTMLDivElement>(null);
  const highlight = useRef<PaperHighlight | null>(null);
  const latest = useRef(events);
  latest.current = events;
  const lastSelected = useRef(selected);
  useLayoutEffect(() => {
    const place = scroller.current;
    const drawing = paper.querySelector("svg");
    place?.replaceChildren(paper);
    highlight.current =
      place === null || drawing === null
        ? null
        : new PaperHighlight(place, drawing, {
            onHover: (range) => latest.current.onHover(range),
            onChoose: (range) => latest.current.onChoose(range),
          });
  }, [paper]);
  useLayoutEffect(() => {
    const command = hovered ?? selected;
    const scrolls = hovered !== null || selected !== lastSelected.current;
    lastSelected.current = selected;
    if (onPaper !== null && !scrolls) highlight.current?.show(onPaper, true, null, false);
    else if (command === null) highlight.current?.clear();
    else show(highlight.current, command, scrolls);
  }, [paper, hovered, selected, onPaper]);
  return scroller;
}

/** Marks what a command made. @param scrolls whether that is brought into view */
function show(highlight: PaperHighlight | null, command: ExplainedCommand, scrolls: boolean): void {
  const { offset, length, y, effect, printedBy } = command;
  const isPart = printedBy !== undefined || PRINTING.has(effect) || effect === "truncated";
  const range =
    printedBy === undefined ? { from: offset, to: offset + length } : { from: printedBy, to: printedBy + 1 };
  highlight?.show(range, isPart, y, scrolls);
}
