import { t } from "../texts/texts.ts";
import { Icon } from "./icon.tsx";

interface ChipProps {
  /** What the value is of: `orderId`. */
  readonly name: string;
  readonly value: string;
  /** Makes the chip a button. */
  readonly onChoose?: () => void;
  readonly tabIndex?: number;
  /** What choosing it does, for screen readers and the pointer. */
  readonly chooseLabel?: string;
  /** Adds a cross that takes it away. */
  readonly onRemove?: () => void;
}

/** A key and its value, such as a tag. */
export function Chip({ name, value, onChoose, chooseLabel, tabIndex = 0, onRemove }: ChipProps) {
  const words = (
    <>
      <span class="chip-key">{name}</span>
      <span class="chip-value">{value}</span>
    </>
  );
  const title = chooseLabel ?? `${name}=${value}`;
  if (onRemove !== undefined)
    return (
      <span class="chip chip-removable" title={title}>
        {words}
        <button
          type="button"
          class="chip-remove"
          aria-label={t("design.remove", { name: `${name} ${value}` })}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </button>
      </span>
    );
  if (onChoose === undefined)
    return (
      <span class="chip" title={title}>
        {words}
      </span>
    );
  return (
    <button type="button" class="chip chip-button" title={title} tabIndex={tabIndex} onClick={onChoose}>
      {words}
    </button>
  );
}
