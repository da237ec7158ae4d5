import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
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

/** A question with certain inputs, asked once or more often. */
interface Question {
  isUnderWay: boolean;
  /** When it was asked last, milliseconds as `performance.now` has them. */
  askedAt: number;
  /** Something changed since it was asked, which its answer may not know. */
  isAskedAgain: boolean;
  /** A newer answer came otherwise: that which is under way is not shown. */
  isOutdated: boolean;
}

interface State<Answer> {
  /** What the answer belongs to. */
  readonly question: Question;
  readonly answer: Answer | null;
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** Time after which an answer under way is no longer waited for where it is asked again: its connection may be gone. Milliseconds. */
const PATIENCE_MILLISECONDS = 20_000;

const begun = (): Question => ({
  isUnderWay: true,
  askedAt: performance.now(),
  isAskedAgain: false,
  isOutdated: false,
});

/**
 * Asks the service for what a component shows.
 * @param ask asks it; ended when the component goes or its inputs change
 * @param inputs asked anew when one of these changes, and what was shown then goes. What `set` is given for others is not shown.
 */
export function useAnswer<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
): Asked<Answer> {
  const question = useMemo(begun, inputs);
  const latest = useRef(question);
  latest.current = question;
  const nothing = { question, answer: null, error: null, isLoading: true };
  const [state, setState] = useState<State<Answer>>(nothing);
  const [round, setRound] = useState(0);
  const shown = state.question === question ? state : nothing;
  const askAgain = () => {
    Object.assign(latest.current, begun());
    setRound((value) => value + 1);
  };
  useEffect(() => {
    const asking = new AbortController();
    Object.assign(question, begun());
    setState((last) => ({ ...(last.question === question ? last : nothing), error: null, isLoading: true }));
    const end = (told: Partial<State<Answer>>) => {
      if (asking.signal.aborted || latest.current !== question) return;
      question.isUnderWay = false;
      if (!question.isOutdated) setState((last) => ({ ...last, ...told, isLoading: false }));
      if (question.isAskedAgain) askAgain();
    };
    ask(asking.signal).then(
      (answer) => end({ answer }),
      (error: unknown) => isAbort(error) || end({ error }),
    );
    return () => asking.abort();
  }, [question, round]);
  const again = useCallback(() => {
    const { isUnderWay, askedAt } = latest.current;
    // Where what changes is faster than the network, no answer would ever come if each change ended the one under way.
    if (isUnderWay && performance.now() - askedAt < PATIENCE_MILLISECONDS) latest.current.isAskedAgain = true;
    else askAgain();
  }, []);
  const set = useCallback(
    (answer: Answer) => {
      if (latest.current !== question) return;
      const isLoading = question.isUnderWay;
      question.isAskedAgain ||= isLoading;
      question.isOutdated = isLoading;
      setState({ question, answer, error: null, isLoading });
    },
    [question],
  );
  const { answer, error, isLoading } = shown;
  return { answer, error, isLoading, again, set };
}

/** How often it is looked how far something is, while it is under way, milliseconds. */
const PROGRESS_MILLISECONDS = 1000;

/** Asks again and again while the answer tells of something under way, of which no event tells; after a failure, too. */
export function useProgress<Answer>(
  { answer, isLoading, again }: Asked<Answer>,
  isUnderWay: (answer: Answer) => boolean,
): void {
  useEffect(() => {
    if (isLoading || answer === null || !isUnderWay(answer)) return;
    const timer = setTimeout(again, PROGRESS_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [answer, isLoading]);
}
