import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../design/icon.tsx";
import { t } from "../../texts/texts.ts";

interface StartStepProps {
  readonly title: string;
  readonly about?: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

/** A step of the first ones: its number (of the style sheet), or a mark when it is done, and what is to be done. */
export function StartStep({ title, about, isDone, children }: StartStepProps) {
  const id = useId();
  return (
    <li class={isDone ? "start-step start-step-done" : "start-step"} aria-labelledby={id}>
      <span class="start-number" aria-hidden="true">
        {isDone ? <Icon name="check" /> : null}
      </span>
      <div class="start-body">
        <h2 class="start-title" id={id}>
          {title}
          {isDone ? <span class="spoken"> ({t("start.done")})</span> : null}
        </h2>
        {about === undefined ? null : <p class="page-about">{about}</p>}
        {children}
      </div>
    </li>
  );
}
