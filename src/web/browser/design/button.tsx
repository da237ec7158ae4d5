import type { ComponentChildren, JSX, TargetedMouseEvent } from "preact";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

const CLASSES = {
  plain: "button",
  main: "button-main",
  quiet: "button-quiet",
  danger: "button button-danger",
} as const;

interface ButtonProps extends Omit<JSX.IntrinsicElements["button"], "icon" | "class" | "onClick"> {
  /** `main` for the one thing that is done most, `danger` for what takes something away. */
  readonly kind?: keyof typeof CLASSES;
  readonly icon?: IconName;
  /** What it does is under way: presses are ignored. It keeps the focus, which a disabled button loses. */
  readonly isBusy?: boolean;
  /** Where it gives a promise, the button is busy until that ends, so that nothing is done twice. */
  readonly onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown;
  readonly children: ComponentChildren;
}

/** A button with words. */
export function Button(props: ButtonProps) {
  const { kind = "plain", icon, isBusy, onClick, children, type = "button", ...others } = props;
  const [isWaiting, setWaiting] = useState(false);
  const press = async (event: TargetedMouseEvent<HTMLButtonElement>) => {
    // A busy one sends no form either, by itself or by Enter.
    if (isBusy || isWaiting) return event.preventDefault();
    setWaiting(true);
    try {
      await onClick?.(event);
    } finally {
      setWaiting(false);
    }
  };
  return (
    <button
      {...others}
      type={type}
      class={CLASSES[kind]}
      aria-disabled={isBusy || isWaiting || undefined}
      onClick={press}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<JSX.IntrinsicElements["button"], "icon" | "class" | "children"> {
  readonly icon: IconName;
  /** What it does: screen readers say it, and the pointer shows it. */
  readonly label: string;
}

/** A button that is a drawing alone. */
export function IconButton({ icon, label, type = "button", ...others }: IconButtonProps) {
  return (
    <button {...others} type={type} class="icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  /** Saves what is there under this name, in place of going there. */
  readonly download?: string;
  readonly id?: string;
  readonly target?: "_blank";
  readonly onClick?: (event: TargetedMouseEvent<HTMLAnchorElement>) => void;
  readonly kind?: keyof typeof CLASSES;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A link that looks as a button does: it leads somewhere, or downloads. */
export function LinkButton({ kind = "plain", icon, children, ...others }: LinkButtonProps) {
  return (
    <a {...others} class={CLASSES[kind]}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  );
}
