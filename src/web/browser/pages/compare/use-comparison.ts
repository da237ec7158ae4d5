import type { Comparison } from "../../../../compare/comparison.ts";
import type { ReferenceAnswer, ReferencesAnswer } from "../../../../contract/reference.ts";
import type { PrintAnswer } from "../../../../contract/print.ts";
import type { PageAnswer } from "../../../../contract/search.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { useKept } from "../../client/use-kept.ts";
import { get, post, workspacePath } from "../../client/request.ts";
import type { Compared } from "./compare-address.ts";
import { mirrored } from "./mirrored.ts";

/** What is compared, and how it differs. */
export interface Loaded {
  /** The print that the address names first. */
  readonly print: PrintAnswer;
  /** Whether it is on the right: what was approved, or was there before, is on the left. */
  readonly isSecond: boolean;
  readonly other: PrintAnswer | null;
  readonly reference: ReferenceAnswer | null;
  /** `null` while there is nothing to compare with. */
  readonly comparison: Comparison | null;
}

/** The references of a workspace. */
export function useReferences(slug: string) {
  return useAnswer(
    async (end) => (await get<ReferencesAnswer>(workspacePath(slug, "references"), end)).items,
    [slug],
  );
}

/**
 * Compares what an address says. Where it says a print alone, it is compared with the reference of its label, or else with the
 * print of that label before it.
 */
export function useComparison(slug: string, wanted: Compared) {
  const { a, b, reference, ignore, tolerance } = wanted;
  const { answer, ...asked } = useAnswer(
    async (end) => (a === null ? null : load(slug, { ...wanted, a }, end)),
    [slug, a, b, reference, ignore.join("\n"), tolerance],
  );
  // While the same prints are compared otherwise, what was shown stays.
  return { ...asked, loaded: useKept(answer, JSON.stringify([slug, a, b, reference])) };
}

async function load(
  slug: string,
  { a, b, reference: name, ignore, tolerance }: Compared & { readonly a: number },
  end: AbortSignal,
): Promise<Loaded> {
  const print = await get<PrintAnswer>(workspacePath(slug, "prints", a), end);
  const { items } = await get<ReferencesAnswer>(workspacePath(slug, "references"), end);
  const wantedName = name ?? (b === null ? print.label : null);
  const reference = items.find((one) => one.name === wantedName) ?? null;
  const otherId = reference === null && name === null ? (b ?? (await printBefore(slug, print, end))) : null;
  const other = otherId === null ? null : await get<PrintAnswer>(workspacePath(slug, "prints", otherId), end);
  // A reference that there is not is the service's to say.
  const withReference = name ?? reference?.name ?? null;
  const isSecond = withReference !== null || b === null;
  const loaded = { print, isSecond, other, reference };
  if (withReference === null && other === null) return { ...loaded, comparison: null };
  const body = {
    with: withReference === null ? { printId: otherId } : { reference: withReference },
    ...(ignore.length > 0 && { ignore }),
    ...(tolerance !== null && { tolerance }),
    commands: true,
  };
  const told = await post<Comparison>(workspacePath(slug, "prints", a, "compare"), body, end);
  return { ...loaded, comparison: isSecond ? mirrored(told) : told };
}

/** The id of the print of the same label before a print; `null` where there is none. */
async function printBefore(
  slug: string,
  { id, label }: PrintAnswer,
  end: AbortSignal,
): Promise<number | null> {
  if (label === null || label === "") return null;
  const body = { label, pageSize: 2, orderBy: "id.desc" };
  const { items } = await post<PageAnswer>(workspacePath(slug, "prints", "search"), body, end);
  return items.find((print) => print.id < id)?.id ?? items.find((print) => print.id !== id)?.id ?? null;
}
