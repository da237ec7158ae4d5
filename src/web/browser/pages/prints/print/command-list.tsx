import type { TargetedKeyboardEvent } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ExplainedCommand } from "../../../../../explain/explanation.ts";
import { t } from "../../../texts/texts.ts";
import { CommandRow, ROW_HEIGHT } from "./command-row.tsx";
import type { ByteRange } from "./paper-highlight.ts";

/** Rows kept above and below those in view, so that scrolling shows no gaps. */
const SPARE_ROWS = 12;

interface CommandListProps {
  readonly commands: readonly ExplainedCommand[];
  /** Bytes of the print. */
  readonly bytes: number;
  readonly selected: ExplainedCommand | null;
  /** Bytes of the piece of paper that the pointer is on. */
  readonly lit: ByteRange | null;
  readonly onSelect: (command: ExplainedCommand) => void;
  /** The pointer is on a row, or on none any more. */
  readonly onHover: (command: ExplainedCommand | null) => void;
}

/** A list of any number of commands, of which only the rows in view are elements. */
export function CommandList({ commands, bytes, selected, lit, onSelect, onHover }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  const view = useView(list);
  const selectedIndex = selected === null ? -1 : indexOf(commands, selected.offset);
  const litIndex = lit === null ? -1 : indexOf(commands, lit.from);
  useLayoutEffect(() => reveal(list.current, selectedIndex), [selectedIndex, commands]);
  useLayoutEffect(() => reveal(list.current, litIndex), [litIndex]);
  const hovered = useRef<ExplainedCommand | null>(null);
  const hover = (command: ExplainedCommand | null) => {
    if (command === hovered.current) return;
    hovered.current = command;
    onHover(command);
  };
  const pointedAt = (target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest<HTMLElement>(".command") : null;
    return row === null ? undefined : commands[indexOf(commands, Number(row.dataset["offset"]))];
  };
  const select = (command: ExplainedCommand | undefined) => {
    if (command === undefined) return;
    hovered.current = null;
    onSelect(command);
  };
  const from = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - SPARE_ROWS);
  const to = Math.min(commands.length, Math.ceil((view.top + view.height) / ROW_HEIGHT) + SPARE_ROWS);
  const isSelectedDrawn = selectedIndex >= from && selectedIndex < to;
  return (
    <div
      id="command-list"
      class="command-list"
      role="listbox"
      tabIndex={0}
      aria-label={t("print.commands")}
      aria-activedescendant={isSelectedDrawn ? `command-${selected?.offset}` : undefined}
      ref={list}
      onScroll={view.look}
      onKeyDown={(event) => select(commands[indexAfterKey(event, selectedIndex, commands.length)])}
      onFocus={(event) => {
        if (selectedIndex < 0 && event.currentTarget.matches(":focus-visible")) select(commands[0]);
      }}
    >
      <div
        id="command-rows"
        class="command-rows"
        role="presentation"
        style={{ height: `${commands.length * ROW_HEIGHT}px` }}
        onClick={(event) => select(pointedAt(event.target))}
        // Not "pointerover", which comes as well when keys move the rows under a pointer that rests.
        onPointerMove={(event) => hover(pointedAt(event.target) ?? null)}
        onPointerLeave={() => hover(null)}
      >
        {commands.slice(from, to).map((command, at) => (
          <CommandRow
            key={command.offset}
            command={command}
            end={bytes}
            index={from + at}
            of={commands.length}
            isSelected={from + at === selectedIndex}
            isLit={isIn(command, lit)}
          />
        ))}
      </div>
    </div>
  );
}

/** What of the list is in view: pixels from its top, and how many. Drawn anew when it leaves what is drawn. */
function useView(list: { readonly current: HTMLElement | null }) {
  const [view, setView] = useState({ top: 0, height: 0 });
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    setView((before) => {
      const isNear =
        before.height === clientHeight && Math.abs(before.top - scrollTop) < (SPARE_ROWS / 2) * ROW_HEIGHT;
      return isNear ? before : { top: scrollTop, height: clientHeight };
    });
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (list.current !== null) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return useMemo(() => ({ ...view, look }), [view]);
}

/** Where a key leads; -1 for a key that does not move. */
function indexAfterKey(event: TargetedKeyboardEvent<HTMLElement>, selected: number, length: number): number {
  if (event.ctrlKey || event.metaKey || event.altKey) return -1;
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_HEIGHT) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: length - 1,
  };
  const index = moves[event.key];
  if (index === undefined) return -1;
  event.preventDefault();
  return Math.min(length - 1, Math.max(0, index));
}

/** The command at an offset; `null` where there is none. */
export function commandAt(commands: readonly ExplainedCommand[], offset: number): ExplainedCommand | null {
  const command = commands[indexOf(commands, offset)];
  return command?.offset === offset ? command : null;
}

/** The first command that ends behind an offset; -1 without one. Commands are in the order of their bytes. */
export function indexOf(commands: readonly ExplainedCommand[], offset: number): number {
  let low = 0;
  let high = commands.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const command = commands[middle];
    if (command !== undefined && command.offset + command.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low < commands.length ? low : -1;
}

function isIn({ offset, length }: ExplainedCommand, range: ByteRange | null): boolean {
  return range !== null && offset < range.to && offset + length > range.from;
}

function reveal(list: HTMLElement | null, index: number): void {
  if (list === null || index < 0) return;
  const { scrollTop, clientHeight } = list;
  const top = index * ROW_HEIGHT;
  if (top < scrollTop) list.scrollTop = top;
  else if (top + ROW_HEIGHT > scrollTop + clientHeight) list.scrollTop = top + ROW_HEIGHT - clientHeight;
}
