import { useRef } from "preact/hooks";

/**
 * An answer, or the last one about the same while another is on its way: what is read does not vanish for a moment.
 * @param about what it is about, such as a print; the last one about something else is not kept
 */
export function useKept<Answer>(answer: Answer | null, about: string): Answer | null {
  const last = useRef<{ readonly about: string; readonly answer: Answer } | null>(null);
  if (answer !== null) last.current = { about, answer };
  return answer ?? (last.current?.about === about ? last.current.answer : null);
}
