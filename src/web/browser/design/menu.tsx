import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";
import { usePressOutside } from "./use-press-outside.ts";

/** Something that a menu offers. */
export interface MenuItem {
  readonly name: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  /** Marks it as the one that holds. */
  readonly isChecked?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  /** What the menu is of, where the button is a drawing alone. */
  readonly label: string;
  /** In the button; the three dots when it is left out. */
  readonly children?: ComponentChildren;
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of things to do. Arrows move in it, Esc closes it. */
export function Menu({ label, children, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Before it is painted: Esc for a menu that is seen, but has no focus yet, would close what is behind it.
  useLayoutEffect(() => {
    const menu = frame.current?.querySelector<HTMLElement>(".menu");
    if (!isOpen || !menu) return;
    keepOnPage(menu);
    itemsOf(frame.current)[0]?.focus();
  }, [isOpen]);
  usePressOutside(frame, isOpen, () => setOpen(false));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === "Escape") close();
    else if (event.key === "Tab") return setOpen(false);
    else if (!moveFocus(itemsOf(frame.current), event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu-frame" ref={frame} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class={children === undefined ? "icon-button" : "button"}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={children === undefined ? label : undefined}
        title={children === undefined ? label : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon name="more" />}
      </button>
      {isOpen ? (
        <div class="menu" role="menu" id={id} aria-label={label}>
          {items.map(({ name, icon, isDangerous, isChecked, onChoose }) => (
            <button
              key={name}
              type="button"
              role={isChecked === undefined ? "menuitem" : "menuitemradio"}
              aria-checked={isChecked}
              tabIndex={-1}
              class={isDangerous ? "menu-item menu-item-danger" : "menu-item"}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {isChecked ? <Icon name="check" /> : icon === undefined ? null : <Icon name={icon} />}
              {name}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** What stays free beside a menu, CSS pixels. */
const EDGE = 8;

/** A menu ends where its button does; of a button at the left of a phone it would begin beside the page. */
function keepOnPage(menu: HTMLElement): void {
  const { left } = menu.getBoundingClientRect();
  if (left < EDGE) menu.style.right = `${left - EDGE}px`;
}

function itemsOf(frame: Element | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
}

/** Moves the focus among elements by a key. @returns whether the key is one that moves */
export function moveFocus(among: readonly HTMLElement[], key: string): boolean {
  const at = among.findIndex((element) => element === document.activeElement);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: among.length - 1,
  };
  const next = moves[key];
  if (next === undefined) return false;
  among.at(next % among.length)?.focus();
  return true;
}
