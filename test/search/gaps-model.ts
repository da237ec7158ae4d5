/** A print as the model of the gap report sees it. */
export interface ModelPrint {
  readonly id: number;
  readonly number: number;
  readonly deviceId: string;
  readonly bytes: string;
  readonly isRemoved: boolean;
}

interface ModelFinding {
  readonly kind: string;
  readonly deviceId: string | null;
  readonly from: string;
  readonly to: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly removed: number;
  readonly prints: readonly { readonly id: number; readonly sameBytes: boolean }[];
}

/** What is missing, doubled and out of order, found in the plainest way: number by number. */
export function modelFindings(prints: readonly ModelPrint[], byDevice: boolean): ModelFinding[] {
  const groups = new Map<string | null, ModelPrint[]>();
  for (const print of prints) {
    if (print.isRemoved) continue;
    const key = byDevice ? print.deviceId : null;
    groups.set(key, [...(groups.get(key) ?? []), print]);
  }
  const devices = [...groups.keys()].toSorted((one, other) => ((one ?? "") < (other ?? "") ? -1 : 1));
  return devices.flatMap((deviceId) => findingsOf(deviceId, groups.get(deviceId) ?? [], prints));
}

function findingsOf(
  deviceId: string | null,
  own: readonly ModelPrint[],
  all: readonly ModelPrint[],
): ModelFinding[] {
  const having = new Map<number, ModelPrint[]>();
  for (const print of own) having.set(print.number, [...(having.get(print.number) ?? []), print]);
  const firstOf = (number: number) => having.get(number)?.[0] as ModelPrint;
  const numbers = [...having.keys()].toSorted((one, other) => one - other);
  const nothing = { deviceId, before: null, after: null, removed: 0, prints: [] };
  const missing = numbers.slice(1).flatMap((number, index) => {
    const previous = numbers[index] as number;
    if (number === previous + 1) return [];
    const [before, after] = [firstOf(previous), firstOf(number)];
    const [low, high] = [Math.min(before.id, after.id), Math.max(before.id, after.id)];
    const removed = all.filter(({ id, isRemoved }) => isRemoved && id > low && id < high).length;
    const ends = { from: String(previous + 1), to: String(number - 1), before: before.id, after: after.id };
    return [{ ...nothing, kind: "missing", ...ends, removed }];
  });
  const doubled = numbers.flatMap((number) => {
    const same = having.get(number) ?? [];
    if (same.length < 2) return [];
    const named = same.map(({ id, bytes }) => ({ id, sameBytes: bytes === same[0]?.bytes }));
    return [{ ...nothing, kind: "doubled", from: String(number), to: String(number), prints: named }];
  });
  const firsts = own.filter((print) => firstOf(print.number) === print);
  const late = firsts.slice(1).flatMap((print, index) => {
    const previous = firsts[index] as ModelPrint;
    if (print.number > previous.number) return [];
    const number = String(print.number);
    return [
      { ...nothing, kind: "outOfOrder", from: number, to: number, before: previous.id, after: print.id },
    ];
  });
  return [...missing, ...doubled, ...late];
}
