import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import { lazy } from "../../../app/lazy.tsx";
import { ALL_SHOPS } from "../../../app/route.ts";
import { query, setQuery } from "../../../app/router.ts";
import { useEvents } from "../../../client/use-events.ts";
import { IconButton } from "../../../design/button.tsx";
import { t } from "../../../texts/texts.ts";
import { facetsShown } from "../facets/facets-shown.ts";
import { ChosenPrints, chosenPrints, toggleChoosing } from "../chosen-prints.tsx";
import type { FeedState } from "../print-feed.ts";
import { wantedOf } from "../wanted.ts";
import { Chips, Faults } from "./conditions.tsx";
import { SavedSearchesMenu } from "./saved-searches-menu.tsx";
import { SearchBox } from "./search-box.tsx";
import { ageSearchContext, learnTags, readSearchContext, renewNow } from "./search-context.ts";

const BuilderDialog = lazy(() => import("./finder-dialogs.ts").then((file) => file.BuilderDialog));
const ExportDialog = lazy(() => import("./finder-dialogs.ts").then((file) => file.ExportDialog));
const WhenDialog = lazy(() => import("./finder-dialogs.ts").then((file) => file.WhenDialog));

/** Time without a key press after which is searched, milliseconds. */
const DEBOUNCE_MILLISECONDS = 200;

interface FinderProps {
  readonly slug: string;
  readonly found: FeedState;
}

type Window = "when" | "builder" | "export" | "chosen";

/** What the reader searches: the box, its conditions, what is wrong with them, and other ways to write them. */
export function Finder({ slug, found }: FinderProps) {
  const { isKnown, isCounted, textPending } = found;
  const total = isKnown && isCounted ? found.total : null;
  const { text, caret, write, search } = useWritten();
  const [open, setOpen] = useState<Window | null>(null);
  const faultsId = useId();
  const { body, faults } = wantedOf(slug, text);
  // What is just being written is not wrong yet.
  const told = faults.filter(({ from, to }) => caret === null || caret <= from || caret > to);
  useEffect(() => {
    void readSearchContext(slug);
    // Those of another workspace are not those that are shown.
    return () => {
      chosenPrints.value = null;
      ageSearchContext();
    };
  }, [slug]);
  useEvents(["print.created", "print.updated"], ({ data }) =>
    learnTags(slug, Object.keys((data as PrintAnswer).tag)),
  );
  const close = () => setOpen(null);
  return (
    <div class="search">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <SearchBox
          slug={slug}
          text={text}
          describedBy={faultsId}
          isWrong={told.some(({ isHint }) => !isHint)}
          onText={(written, at) => write(slug, written, at)}
          onSearch={search}
        />
      </form>
      <Faults id={faultsId} faults={told} onText={search} />
      <Chips text={text} onText={search} />
      <ChosenPrints onExport={() => setOpen("chosen")} />
      <div class="counts">
        <span id="count" class="count">
          {isKnown && !isCounted ? t("prints.counting") : null}
          {total === null ? "" : t("prints.count", { n: total })}
        </span>
        <span id="text-pending" class="text-pending">
          {textPending > 0 ? t("prints.stillReading", { n: textPending }) : ""}
        </span>
        <Tools slug={slug} text={text} onOpen={setOpen} onSearch={search} />
      </div>
      {open === "chosen" && chosenPrints.value !== null ? (
        <ExportDialog
          slug={slug}
          body={{ ids: [...chosenPrints.value] }}
          total={chosenPrints.value.size}
          onClose={close}
        />
      ) : null}
      {open === "when" ? <WhenDialog slug={slug} text={text} onSearch={search} onClose={close} /> : null}
      {open === "builder" ? (
        <BuilderDialog slug={slug} text={text} onSearch={search} onClose={close} />
      ) : null}
      {open === "export" ? <ExportDialog slug={slug} body={body} total={total} onClose={close} /> : null}
    </div>
  );
}

interface ToolsProps {
  readonly slug: string;
  readonly text: string;
  readonly onOpen: (window: Window) => void;
  readonly onSearch: (text: string) => void;
}

function Tools({ slug, text, onOpen, onSearch }: ToolsProps) {
  return (
    <div class="finder-tools" role="group" aria-label={t("finder.tools")}>
      <IconButton
        icon="chart"
        label={t("finder.facets")}
        aria-pressed={facetsShown.value}
        onClick={() => (facetsShown.value = !facetsShown.value)}
      />
      <IconButton icon="clock" label={t("finder.when")} onClick={() => onOpen("when")} />
      <IconButton icon="filter" label={t("finder.builder")} onClick={() => onOpen("builder")} />
      {slug === ALL_SHOPS.slug ? null : (
        <>
          <SavedSearchesMenu slug={slug} text={text} onSearch={onSearch} />
          <IconButton
            icon="check"
            label={t("finder.choose")}
            aria-pressed={chosenPrints.value !== null}
            onClick={toggleChoosing}
          />
        </>
      )}
      <IconButton icon="download" label={t("finder.export")} onClick={() => onOpen("export")} />
    </div>
  );
}

/** What stands in the box, and when it becomes the address. */
function useWritten() {
  const shown = query.value;
  const [text, setText] = useState(shown);
  /** Where something is being written; `null` while nothing is. */
  const [caret, setCaret] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const written = useRef(shown);
  useLayoutEffect(() => {
    // The address was changed by something else than this box.
    if (shown !== written.current) {
      setText(shown);
      setCaret(null);
    }
    written.current = shown;
  }, [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const address = (wanted: string, isTypedOn: boolean) => {
    renewNow();
    written.current = wanted.trim();
    setQuery(written.current, isTypedOn);
  };
  const search = (wanted: string) => {
    clearTimeout(timer.current);
    setText(wanted);
    setCaret(null);
    address(wanted, false);
  };
  const write = (slug: string, wanted: string, at: number) => {
    setText(wanted);
    setCaret(at);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // What is not whole yet searches nothing else meanwhile.
      if (wantedOf(slug, wanted).faults.some(({ isHint }) => !isHint)) return;
      // What is typed on belongs to the same search: back leads to the one before.
      address(wanted, written.current !== "" && wanted !== "");
    }, DEBOUNCE_MILLISECONDS);
  };
  return { text, caret, write, search };
}
