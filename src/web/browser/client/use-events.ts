import { useEffect, useRef } from "preact/hooks";
import { slug } from "../app/router.ts";
import { listenTo, type StreamEvent } from "./event-stream.ts";

/**
 * Hears of what happens in the workspace that is shown, while the component is there.
 * @param kinds of the events, such as `printer.state`; `STREAM_BEGUN` for the moment from which on nothing is missed
 */
export function useEvents(kinds: readonly string[], onEvent: (event: StreamEvent) => void): void {
  const shown = slug.value;
  const listener = useRef(onEvent);
  listener.current = onEvent;
  useEffect(
    () =>
      listenTo(shown, (event) => {
        if (kinds.includes(event.kind)) listener.current(event);
      }),
    [shown, kinds.join(" ")],
  );
}
