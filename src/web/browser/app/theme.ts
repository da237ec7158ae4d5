import { effect, signal } from "@preact/signals";
import { showTheme, storedTheme, storeTheme, type Theme } from "./stored-theme.ts";

/** The colours that the reader has chosen. */
export const theme = signal<Theme>(storedTheme());

/** Has the page follow the choice, and the browser remember it. */
export function followTheme(): void {
  effect(() => {
    showTheme(theme.value);
    if (theme.value !== storedTheme()) storeTheme(theme.value);
  });
}
