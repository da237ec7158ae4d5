export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORED = "tillroll.theme";

/** The colours that the reader has chosen in this browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED);
  return THEMES.find((name) => name === stored) ?? "system";
}

/** Remembers the reader's choice. */
export function storeTheme(theme: Theme): void {
  localStorage.setItem(STORED, theme);
}

/** Shows the page in these colours. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
