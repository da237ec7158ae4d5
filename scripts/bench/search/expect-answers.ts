import type { Answer, SearchInstance } from "./search-instance.ts";

/** The answers that were checked against the model. */
export type Expected = ReadonlyMap<SearchInstance, Answer>;

const SHOWN_FAULTS = 10;

/** @throws Error with the first faults when there are any */
export function failOn(who: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  const shown = faults.slice(0, SHOWN_FAULTS).join("\n");
  throw new Error(`${faults.length} answers of ${who} are wrong:\n${shown}`);
}

/** Compares another's answers with those that were checked. @throws Error when any is different */
export async function expectSame(
  who: string,
  instances: readonly SearchInstance[],
  expected: Expected,
  ask: (instance: SearchInstance) => Promise<Answer>,
): Promise<void> {
  const faults: string[] = [];
  for (const instance of instances) {
    const right = expected.get(instance);
    const { total, ids } = await ask(instance);
    if (total === right?.total && ids.join() === right.ids.join()) continue;
    const where = `${instance.kind}, ${JSON.stringify(instance.body)}`;
    faults.push(`${where}: a total of ${total} with ${ids.length} on the page, not ${right?.total}`);
  }
  failOn(who, faults);
}
