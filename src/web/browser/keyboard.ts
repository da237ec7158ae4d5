import { isForText } from "./element.ts";

const MOVES: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** The keys of the dashboard. Letters typed into a field, and keys with modifiers, stay what they are. @returns ends it */
export function listenToKeys(events: {
  onSearch(): void;
  onMove(by: 1 | -1): void;
  /** @returns whether something was left */
  onEscape(): boolean;
}): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Escape") {
      if (events.onEscape()) event.preventDefault();
      return;
    }
    const { target } = event;
    const isSearch = target instanceof HTMLInputElement && target.type === "search";
    if (isForText(target) && !(isSearch && event.key.startsWith("Arrow"))) return;
    const by = MOVES[event.key];
    // Arrows scroll what is focused elsewhere, such as the receipt.
    const inDetail = target instanceof Element && target.closest("#detail") !== null;
    if (event.key === "/") events.onSearch();
    else if (by !== undefined && !(inDetail && event.key.startsWith("Arrow"))) events.onMove(by);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
