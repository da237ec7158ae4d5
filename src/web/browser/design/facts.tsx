import type { ComponentChildren } from "preact";

/** What something is, name by name; a value that is `null` is left out. */
export function Facts({
  of: facts,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[];
}) {
  return (
    <dl class="fact-list">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} class="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
