import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/**
 * Does something when a place outside an element is pressed, such as closing it.
 * @param isOpen whether there is something to close; presses mean nothing otherwise
 */
export function usePressOutside(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onPress: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) onPress();
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [isOpen]);
}
