import type { Asked } from "../client/use-answer.ts";
import { Failure } from "./notice.tsx";
import { Skeleton } from "./page.tsx";

interface LoadingProps {
  /** What was asked for. */
  readonly of: Pick<Asked<unknown>, "answer" | "error" | "again">;
  /** How high it will be about. */
  readonly lines?: number;
}

/** Keeps the place of what was asked for until it is there, and says when that failed; nothing once it is there. */
export function Loading({ of: { answer, error, again }, lines }: LoadingProps) {
  if (error !== null) return <Failure error={error} onRetry={again} />;
  return answer === null ? <Skeleton {...(lines !== undefined && { lines })} /> : null;
}
