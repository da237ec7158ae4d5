import { type ComponentType, createElement } from "preact";
import { useEffect, useState } from "preact/hooks";
import { attempt } from "./notices.tsx";

/** A component whose script is loaded when it is first shown: what few open is not waited for by all. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [, setReady] = useState(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      void attempt(async () => {
        loaded = await load();
        setReady(true);
      });
    }, []);
    return loaded === null ? null : createElement(loaded, props);
  };
}
