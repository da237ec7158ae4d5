import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import { fail } from "../../../app/notices.tsx";
import { isAbort } from "../../../client/errors.ts";
import { reachable } from "../../../client/request.ts";
import { Icon } from "../../../design/icon.tsx";
import { Switch } from "../../../design/switch.tsx";
import { t } from "../../../texts/texts.ts";
import { CommandsView } from "./commands-view.tsx";
import { draw, type Drawing, format, FORMATS, type PaperWish } from "./drawing.ts";
import type { ByteRange } from "./paper-highlight.ts";
import { columnsOfModel, ModelWish, PaperSettings } from "./printer-wish.tsx";
import { pixelsPerDot, zoom } from "./zoom.ts";
import { ZoomTools } from "./zoom-tools.tsx";

/** While the width is being dragged, only its last value in this time is asked for, milliseconds. */
const WIDTH_DEBOUNCE_MILLISECONDS = 60;

interface ReceiptDeskProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly wish: PaperWish;
  readonly onWish: (wish: PaperWish) => void;
  /** Bytes whose command is to be shown, each time that others are given. */
  readonly wanted: ByteRange | null;
}

/** The paper, with its width and printer, shown as paper, as text or beside its commands. */
export function ReceiptDesk({ slug, print, wish, onWish, wanted }: ReceiptDeskProps) {
  const [isOpen, setOpen] = useState(false);
  const { drawn, isDrawing, ownColumns, ownPrinter } = useDrawing(slug, print, wish);
  const dot = pixelsPerDot(zoom.value);
  const size = dot !== null ? "desk-sized" : zoom.value === "width" ? "desk-wide" : "";
  return (
    <div class="desk-frame">
      <div class={isOpen ? "desk-tools desk-tools-open" : "desk-tools"}>
        <Switch
          label={t("print.chooseFormat")}
          name="format"
          value={format.value}
          onValue={(value) => (format.value = value)}
          choices={FORMATS.map((value) => ({ value, title: t(`print.format.${value}`) }))}
        />
        <ZoomTools />
        <ModelWish wish={wish} onWish={onWish} ownPrinter={ownPrinter} />
        <button
          id="paper-settings"
          type="button"
          class="button-quiet desk-settings-button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="settings" />
          <span class="desk-settings-words">{t("print.settings")}</span>
        </button>
        <div class="desk-settings">
          <PaperSettings wish={wish} onWish={onWish} ownColumns={ownColumns} />
        </div>
      </div>
      <div
        id="desk"
        class={`desk ${size}`}
        aria-busy={isDrawing}
        // What is larger than its place is moved by keys too.
        {...(dot === null ? {} : { style: { "--dot": String(dot) }, tabIndex: 0, ...REGION })}
      >
        {drawn === null ? null : drawn.drawing.explanation === null ? (
          <Laid paper={drawn.drawing.paper} />
        ) : (
          <CommandsView
            key={drawn.printId}
            explanation={drawn.drawing.explanation}
            paper={drawn.drawing.paper}
            wanted={wanted}
          />
        )}
      </div>
    </div>
  );
}

const REGION = { role: "region", "aria-labelledby": "name" } as const;

/** Paper that was drawn, on the page. */
function Laid({ paper }: { readonly paper: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(paper), [paper]);
  return <div class="desk-paper" ref={place} />;
}

/** A drawing, and of which print it is. */
interface Drawn {
  readonly printId: number;
  readonly drawing: Drawing;
}

/** Draws a print as is chosen. The paper before it stays until then, so that nothing flickers. */
function useDrawing(slug: string, print: PrintAnswer, wish: PaperWish) {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [isDrawing, setDrawing] = useState(true);
  const hasFailed = useRef(false);
  const [retries, setRetries] = useState(0);
  /** What the paper is where the reader has chosen nothing; `null` until it was drawn so. */
  const [own, setOwn] = useState<{ columns: number | null; printer: string | null }>(NOT_KNOWN);
  const { id, width, recognised } = print;
  const { model, charset, profile, width: wishedWidth } = wish;
  const chosen = format.value;
  const ownColumns = own.columns ?? columnsOfModel(model) ?? width;
  const isReachable = reachable.value;
  const lastWidth = useRef(wishedWidth);
  useLayoutEffect(() => setOwn(NOT_KNOWN), [slug, id]);
  // What could not be drawn while the service was away is drawn when it is back.
  useEffect(() => {
    if (isReachable && hasFailed.current) setRetries((count) => count + 1);
  }, [isReachable]);
  // What was told of another model's paper does not hold.
  useLayoutEffect(() => setOwn(({ printer }) => ({ columns: null, printer })), [model, charset, profile]);
  useEffect(() => {
    const asking = new AbortController();
    const isDragged = lastWidth.current !== wishedWidth && drawn?.printId === id;
    lastWidth.current = wishedWidth;
    setDrawing(true);
    const begin = async () => {
      try {
        const wanted = { format: chosen, wish, columns: ownColumns };
        const drawing = await draw(slug, print, wanted, asking.signal);
        if (asking.signal.aborted) return;
        setDrawn({ printId: id, drawing });
        hasFailed.current = false;
        setOwn((before) => ({
          // What the printer of a print is set to may have changed since the print came.
          columns: wishedWidth === undefined ? (drawing.columns ?? before.columns) : before.columns,
          printer: model === undefined ? (drawing.printer ?? before.printer) : before.printer,
        }));
      } catch (error) {
        if (asking.signal.aborted || isAbort(error)) return;
        setDrawn(null);
        hasFailed.current = true;
        fail(error);
      }
      setDrawing(false);
    };
    const timer = setTimeout(() => void begin(), isDragged ? WIDTH_DEBOUNCE_MILLISECONDS : 0);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [slug, id, width, recognised?.at, chosen, model, charset, profile, wishedWidth, retries]);
  return { drawn, isDrawing, ownColumns, ownPrinter: own.printer };
}

const NOT_KNOWN = { columns: null, printer: null };
