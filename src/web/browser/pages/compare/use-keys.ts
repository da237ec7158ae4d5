import { useLayoutEffect, useRef } from "preact/hooks";

/** Does something when a key is pressed, unless somebody types, or a dialog is open. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const known = useRef(acts);
  known.current = acts;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest("input, select, textarea, dialog") !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = known.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
