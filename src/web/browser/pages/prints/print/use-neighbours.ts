import { useLayoutEffect } from "preact/hooks";
import type { NeighboursAnswer } from "../../../../../contract/about-print.ts";
import type { SearchBody } from "../../../../../contract/search.ts";
import { printsAddress } from "../../../app/route.ts";
import { goTo } from "../../../app/router.ts";
import { post, workspacePath } from "../../../client/request.ts";
import { useAnswer } from "../../../client/use-answer.ts";
import { useEvents } from "../../../client/use-events.ts";
import { isForText } from "../../../element.ts";

/** Addresses of the prints beside a print; `null` for none. */
export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
}

interface NeighboursProps {
  readonly slug: string;
  readonly printId: number;
  readonly q: string;
  /** What the list shows. */
  readonly search: SearchBody;
}

/** The prints beside a print in a search. */
export function useNeighbours({ slug, printId, q, search }: NeighboursProps): Neighbours {
  const path = workspacePath(slug, "prints", printId, "neighbours");
  const asked = useAnswer((end) => post<NeighboursAnswer>(path, search, end), [path, JSON.stringify(search)]);
  const { previous = null, next = null } = asked.answer ?? {};
  useEvents(["print.created"], () => {
    // Others come beside the newest print alone.
    if (previous === null || next === null) asked.again();
  });
  const address = (print: NeighboursAnswer["next"]) =>
    print === null ? null : printsAddress(slug, print.id, q);
  return { previous: address(previous), next: address(next) };
}

/** Has the arrow keys go to the prints beside the one that is shown, where they do not move anything else. */
export function useNeighbourKeys({ previous, next }: Neighbours): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (isMoving(event.target) || document.querySelector("dialog[open]") !== null) return;
      const address = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : null;
      if (address === null) return;
      event.preventDefault();
      goTo(address);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [previous, next]);
}

/** Whether arrows do something in an element already. */
function isMoving(target: EventTarget | null): boolean {
  if (isForText(target)) return true;
  return (
    target instanceof Element &&
    target.closest("input, select, [role=listbox], [role=menu], [role=tablist], .desk-sized") !== null
  );
}
