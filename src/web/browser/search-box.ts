import { find } from "./element.ts";
import type { Wanted } from "./word-search.ts";
import { readSearch } from "./search-syntax.ts";

/** Time without a key press after which is searched, milliseconds. */
const DEBOUNCE_MILLISECONDS = 200;

/** The search box and the filter for deleted prints. */
export class SearchBox {
  private readonly input = find("#search", HTMLInputElement);
  private readonly deleted = find("#deleted", HTMLSelectElement);
  private readonly problem = find("#search-problem", HTMLElement);
  private readonly hint = find("#search-hint", HTMLElement);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private searched = "{}";

  constructor(private readonly onSearch: (wanted: Wanted) => void) {
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), DEBOUNCE_MILLISECONDS);
    });
    this.input.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    this.deleted.addEventListener("change", () => this.search());
  }

  wanted(): Wanted {
    const { wanted } = readSearch(this.input.value);
    const deleted = this.deleted.value;
    if (deleted === "only") return { ...wanted, deleted: true };
    return deleted === "any" ? { ...wanted, deleted: "any" } : wanted;
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  /** Empties the box. @returns whether there was something in it */
  clear(): boolean {
    if (this.input.value === "") return false;
    this.input.value = "";
    this.search();
    return true;
  }

  hasFocus(): boolean {
    return document.activeElement === this.input;
  }

  private search(): void {
    clearTimeout(this.timer);
    const { problem } = readSearch(this.input.value);
    this.problem.textContent = problem;
    this.hint.hidden = problem !== "";
    const wanted = this.wanted();
    // A space more or less asks for the same thing.
    const searched = JSON.stringify(wanted);
    if (searched === this.searched) return;
    this.searched = searched;
    this.onSearch(wanted);
  }
}
