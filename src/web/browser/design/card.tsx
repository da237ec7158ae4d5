import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface CardProps {
  readonly title: ComponentChildren;
  /** At the end of the title's line, such as a badge or a menu. */
  readonly aside?: ComponentChildren;
  /** Buttons, at the card's foot. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Something that stands by itself, with a title. */
export function Card({ title, aside, actions, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-head">
        <h2 class="card-title" id={id}>
          {title}
        </h2>
        {aside}
      </header>
      <div class="card-body">{children}</div>
      {actions === undefined ? null : <footer class="card-actions">{actions}</footer>}
    </section>
  );
}
