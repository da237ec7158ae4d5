import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { complete, type CompletionPoint } from "../../../../../search-language/completion.ts";
import { searchKey } from "../../../../../search-language/keys.ts";
import { tokensOf } from "../../../../../search-language/tokens.ts";
import { Icon } from "../../../design/icon.tsx";
import { formatNumber } from "../../../texts/format.ts";
import { type PlainTextKey, t } from "../../../texts/texts.ts";
import { type Offer, type Offers, useCompletion } from "./use-completion.ts";

interface SearchBoxProps {
  readonly slug: string;
  readonly text: string;
  /** The ids of what describes it: what is wrong with what is written. */
  readonly describedBy: string;
  readonly isWrong: boolean;
  /** With each change; the caret is where it is being written. */
  onText(text: string, caret: number): void;
  /** The text is meant as it is. */
  onSearch(text: string): void;
}

/** The box in which a search is written, with what may come next below it. */
export function SearchBox({ describedBy, isWrong, ...props }: SearchBoxProps) {
  const { slug, text } = props;
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const [caret, setCaret] = useState(text.length);
  // What is typed is completed; all that there is is shown to who asks.
  const [isOpen, setOpen] = useState<"typed" | "asked" | false>(false);
  // An offer is marked among those of one text: of the next text none is.
  const [marked, setMarked] = useState({ index: -1, among: "" });
  const among = `${isOpen} ${text}`;
  const active = marked.among === among ? marked.index : -1;
  const setActive = (index: number) => setMarked({ index, among });
  const offers = useCompletion(slug, text, caret, isOpen !== false);
  const { all, point } = offers;
  const isBegun = point?.kind === "value" || point?.prefix !== "";
  const isShown = isOpen !== false && all.length > 0 && (isOpen === "asked" || isBegun);
  const activeId = isShown && active >= 0 && active < all.length ? `${list}-${active}` : undefined;
  const { choose, onKeyDown } = useChoosing({
    ...props,
    input,
    offers,
    isShown,
    active,
    setActive,
    setOpen,
    setCaret,
  });
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div class="search-field">
      <Icon name="search" />
      <input
        ref={input}
        id="search"
        type="search"
        role="combobox"
        list={undefined}
        aria-label={t("finder.search")}
        placeholder={t("finder.example")}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-activedescendant={activeId}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="search"
        value={text}
        onInput={({ currentTarget: { value, selectionStart } }) => {
          setOpen("typed");
          setCaret(selectionStart ?? value.length);
          props.onText(value, selectionStart ?? value.length);
        }}
        onClick={({ currentTarget: { value, selectionStart } }) => {
          setCaret(selectionStart ?? value.length);
          setOpen(value === "" ? "asked" : "typed");
        }}
        onKeyUp={({ currentTarget: { value, selectionStart } }) => setCaret(selectionStart ?? value.length)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <kbd aria-hidden="true">/</kbd>
      {isShown ? <OfferList id={list} text={text} offers={offers} active={active} onChoose={choose} /> : null}
    </div>
  );
}

interface Choosing extends Pick<SearchBoxProps, "text" | "onText" | "onSearch"> {
  readonly input: { readonly current: HTMLInputElement | null };
  readonly offers: Offers;
  readonly isShown: boolean;
  readonly active: number;
  setActive(index: number): void;
  setOpen(isOpen: "typed" | "asked" | false): void;
  setCaret(caret: number): void;
}

/** What choosing an offer does, and the keys: arrows move, Enter and Tab choose, Esc closes, then empties, then leaves the box. */
function useChoosing(box: Choosing) {
  const { text, input, offers, isShown, active, setActive, setOpen, setCaret, onText, onSearch } = box;
  const { point, all } = offers;
  const moved = useRef<number | null>(null);
  // Before it is painted: what is typed at once goes behind what was completed.
  useLayoutEffect(() => {
    if (moved.current !== null) input.current?.setSelectionRange(moved.current, moved.current);
    moved.current = null;
  });
  const choose = (offer: Offer) => {
    input.current?.focus();
    setOpen(offer.kind === "completion" && offer.completion.kind !== "value" ? "asked" : false);
    if (offer.kind === "saved") return onSearch(offer.search.query);
    if (point === null) return;
    const done = complete(text, point, offer.completion);
    moved.current = done.caret;
    setCaret(done.caret);
    onText(done.text, done.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyped = point !== null && point.prefix !== "";
    const chosen = all[active] ?? (event.key === "Tab" && isTyped ? all[0] : undefined);
    const isChoice = isShown && /^(?:Enter|Tab)$/.test(event.key) && !event.shiftKey;
    if (event.key === "ArrowDown" && !isShown) setOpen("asked");
    else if (isShown && event.key === "ArrowDown") setActive((active + 1) % all.length);
    else if (isShown && event.key === "ArrowUp") setActive((active <= 0 ? all.length : active) - 1);
    else if (isChoice && chosen !== undefined) choose(chosen);
    else if (event.key === "Escape" && isShown) setOpen(false);
    else if (event.key === "Escape" && text !== "") onSearch("");
    else {
      if (event.key === "Enter") setOpen(false);
      if (event.key === "Escape") input.current?.blur();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { choose, onKeyDown };
}

interface OfferListProps {
  readonly id: string;
  readonly text: string;
  readonly offers: Offers;
  readonly active: number;
  onChoose(offer: Offer): void;
}

function OfferList({ id, text, offers: { point, all }, active, onChoose }: OfferListProps) {
  return (
    <ul class="finder-offers" role="listbox" id={id} aria-label={t("finder.suggestions")}>
      {all.map((offer, index) => (
        <li
          key={keyOf(offer)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          class="finder-offer"
          // The box keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(offer)}
        >
          <OfferWords offer={offer} text={text} point={point} />
        </li>
      ))}
    </ul>
  );
}

function keyOf(offer: Offer): string {
  return offer.kind === "saved"
    ? `saved ${offer.search.id}`
    : `${offer.completion.kind} ${offer.completion.text}`;
}

interface OfferWordsProps {
  readonly offer: Offer;
  readonly text: string;
  readonly point: CompletionPoint | null;
}

function OfferWords({ offer, text, point }: OfferWordsProps) {
  if (offer.kind === "saved")
    return (
      <>
        <span class="finder-offer-name">{offer.search.name}</span>
        <span class="finder-offer-about">{t("finder.saved")}</span>
      </>
    );
  const { name, kind, count } = offer.completion;
  return (
    <>
      <span class="finder-offer-name">{kind === "value" ? name : `${name}:`}</span>
      <span class="finder-offer-about">
        {kind === "tag" ? t("finder.tag") : kind === "key" ? aboutKey(name) : aboutValue(text, point, name)}
        {count === null ? "" : formatNumber(count)}
      </span>
    </>
  );
}

const aboutKey = (name: string) => t(`finder.key.${name}` as PlainTextKey);

/** What a word of the language means; nothing for values of prints. */
function aboutValue(text: string, point: CompletionPoint | null, name: string): string {
  const token = tokensOf(text).find(({ from, to }) => point !== null && from < point.from && point.to <= to);
  const row = token?.kind === "term" && token.term.kind === "key" ? searchKey(token.term.key) : undefined;
  const kind = row?.meaning.kind;
  return kind === "state" || kind === "presence" || kind === "deleted"
    ? t(`finder.value.${row?.key ?? ""}.${name}` as PlainTextKey)
    : "";
}
