import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { moveFocus } from "./menu.tsx";

interface TabsProps<Name extends string> {
  /** What they are parts of, for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** The part that is chosen. */
  readonly children: ComponentChildren;
}

/** Parts of a page of which one is shown. Arrows change between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones there are more than fit beside each other.
    row.current
      ?.querySelector("[aria-selected=true]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  return (
    <div class="tabs-frame">
      <div
        class="tabs"
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
          if (!moveFocus(all, event.key)) return;
          event.preventDefault();
          const focused = tabs[all.findIndex((tab) => tab === document.activeElement)];
          if (focused !== undefined) onChoose(focused.name);
        }}
      >
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            class="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
