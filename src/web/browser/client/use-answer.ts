import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isAbort } from "./errors.ts";

/** An answer on its way, there, or failed. While another is on its way the last one stays. */
export interface Asked<Answer> {
  readonly answer: Answer | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Asks again; what is shown stays until the answer comes. */
  again(): void;
  /** Shows an answer that came otherwise, such as that of a change. */
  set(answer: Answer): void;
}

interface State<Answer> {
  readonly answer: Answer | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/**
 * Asks the service for what a component shows.
 * @param ask asks it; ended when the component goes or asks anew
 * @param inputs asked anew when one of these changes, and what was shown then goes
 */
export function useAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
): Asked<Answer> {
  const [state, setState] = useState<State<Answer>>({ answer: null, error: null, isLoading: true });
  const [round, setRound] = useState(0);
  const lastInputs = useRef(inputs);
  useEffect(() => {
    const asking = new AbortController();
    const isOther = lastInputs.current.some((input, index) => !Object.is(input, inputs[index]));
    lastInputs.current = inputs;
    setState(({ answer }) => ({ answer: isOther ? null : answer, error: null, isLoading: true }));
    ask(asking.signal).then(
      (answer) => {
        if (!asking.signal.aborted) setState({ answer, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (asking.signal.aborted || isAbort(error)) return;
        setState(({ answer }) => ({ answer, error, isLoading: false }));
      },
    );
    return () => asking.abort();
  }, [...inputs, round]);
  const again = useCallback(() => setRound((value) => value + 1), []);
  const set = useCallback((answer: Answer) => setState({ answer, error: null, isLoading: false }), []);
  return { ...state, again, set };
}

/** How often it is looked how far something is, while it is under way, milliseconds. */
const PROGRESS_MILLISECONDS = 1000;

/** Asks again and again while the answer tells of something under way, of which no event tells. */
export function useProgress<Answer>(
  { answer, again }: Asked<Answer>,
  isUnderWay: (answer: Answer) => boolean,
): void {
  useEffect(() => {
    if (answer === null || !isUnderWay(answer)) return;
    const timer = setTimeout(again, PROGRESS_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [answer]);
}
