import { useState } from "preact/hooks";
import { type View, VIEWS } from "./print-row.tsx";

const STORED = "tillroll.view";

/** How the list shows prints, which the browser remembers. */
export function useView(): [view: View, choose: (view: View) => void] {
  const [view, setView] = useState<View>(() => {
    const stored = localStorage.getItem(STORED);
    return VIEWS.find((name) => name === stored) ?? "rows";
  });
  return [
    view,
    (chosen) => {
      localStorage.setItem(STORED, chosen);
      setView(chosen);
    },
  ];
}
