import { useEffect, useRef, useState } from "preact/hooks";
import type { VerdictAnswer } from "../../../../contract/comparison.ts";
import type { ReferenceAnswer } from "../../../../contract/reference.ts";
import { isAbort } from "../../client/errors.ts";
import { get, workspacePath } from "../../client/request.ts";
import { useEvents } from "../../client/use-events.ts";

/** What is known of the newest print of a reference. */
export type Judged =
  | { readonly kind: "judged"; readonly verdict: VerdictAnswer }
  | { readonly kind: "failed"; readonly reason: string };

/** Events after which the newest print of a label may be another one. */
const EVENTS = ["print.created", "print.updated", "print.deleted"] as const;

/** How long prints that come are gathered before they are compared, milliseconds: each comparison draws two prints. */
const GATHER_MILLISECONDS = 500;

/** Compares the newest print of each reference, one after the other, and those whose label comes anew. */
export function useVerdicts(
  slug: string,
  references: readonly ReferenceAnswer[] | null,
): ReadonlyMap<string, Judged> {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Judged>>(new Map());
  const waiting = useRef(new Set<string>());
  const [round, setRound] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    setVerdicts(new Map());
    waiting.current = new Set(references?.map(({ name }) => name));
    setRound((value) => value + 1);
  }, [slug, references]);
  useEffect(() => {
    const asking = new AbortController();
    void judgeAll(slug, waiting.current, asking.signal, (name, judged) =>
      setVerdicts((before) => new Map(before).set(name, judged)),
    );
    return () => asking.abort();
  }, [round]);
  useEvents(EVENTS, ({ data }) => {
    const label = labelOf(data);
    if (label === null || references?.some(({ name }) => name === label) !== true) return;
    waiting.current.add(label);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setRound((value) => value + 1), GATHER_MILLISECONDS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return verdicts;
}

function labelOf(data: unknown): string | null {
  const label = (data as { readonly label?: unknown } | null)?.label;
  return typeof label === "string" ? label : null;
}

/** Takes names out of those that wait, until none is left. */
async function judgeAll(
  slug: string,
  waiting: Set<string>,
  end: AbortSignal,
  tell: (name: string, judged: Judged) => void,
): Promise<void> {
  for (const name of waiting) {
    try {
      const verdict = await get<VerdictAnswer>(workspacePath(slug, "references", name, "verdict"), end);
      if (end.aborted) return;
      tell(name, { kind: "judged", verdict });
    } catch (error) {
      if (end.aborted || isAbort(error)) return;
      tell(name, { kind: "failed", reason: error instanceof Error ? error.message : String(error) });
    }
    waiting.delete(name);
  }
}
