import { useState } from "preact/hooks";
import { RefusedError } from "./errors.ts";

interface Issue {
  readonly path: string;
  readonly message: string;
}

/** What is filled in, and what the service says of it. */
export interface Form<Values extends object> {
  readonly values: Values;
  readonly isBusy: boolean;
  /** Takes over what is filled in for a field. */
  set<Name extends keyof Values>(name: Name): (value: Values[Name]) => void;
  /** What is wrong with a field, by the name that the service has for it; empty for nothing. */
  problem(name: string): string;
  /** What is wrong beside the fields that were asked for; empty for nothing. */
  readonly rest: string;
  /** Sends it. @returns whether it went well; what is wrong is told by {@link problem} and {@link rest} */
  send(act: () => Promise<unknown>): Promise<boolean>;
}

/**
 * A form that is sent to the service, whose words say what is wrong.
 * @param initial what is filled in at first
 * @param fields names that the service has for what is filled in; those of `initial` when not given
 */
export function useForm<Values extends object>(
  initial: Values,
  fields: readonly string[] = Object.keys(initial),
): Form<Values> {
  const [values, setValues] = useState(initial);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = issuesOf(error);
  const [ours, others] = [true, false].map((isOurs) =>
    issues.filter(({ path }) => fields.includes(rootOf(path)) === isOurs),
  );
  return {
    values,
    isBusy,
    set: (name) => (value) => setValues((before) => ({ ...before, [name]: value })),
    problem: (name) =>
      (ours ?? [])
        .filter(({ path }) => rootOf(path) === name)
        .map(({ message }) => message)
        .join(" "),
    rest: issues.length > 0 ? (others ?? []).map(sentenceOf).join(" ") : messageOf(error),
    async send(act) {
      setBusy(true);
      try {
        await act();
        setError(null);
        return true;
      } catch (thrown) {
        setError(thrown);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The faults that a refusal names. */
function issuesOf(error: unknown): readonly Issue[] {
  const issues = error instanceof RefusedError ? error.data["issues"] : null;
  return Array.isArray(issues) ? (issues as Issue[]) : [];
}

/** The field that a fault is in: `tag` of `tag.total`. */
function rootOf(path: string): string {
  return path.split(".")[0] ?? "";
}

function sentenceOf({ path, message }: Issue): string {
  return path === "" ? message : `${path}: ${message}`;
}

function messageOf(error: unknown): string {
  if (error === null) return "";
  return error instanceof Error ? error.message : String(error);
}
