import type { ComponentChildren } from "preact";

interface BadgeProps {
  /** How it stands: `good`, `warning`, `bad`, or neither. */
  readonly kind?: "plain" | "good" | "warning" | "bad";
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** One word that is to be seen at a glance. Its colour says nothing that the word does not. */
export function Badge({ kind = "plain", title, children }: BadgeProps) {
  return (
    <span class={`badge badge-${kind}`} title={title}>
      {children}
    </span>
  );
}
