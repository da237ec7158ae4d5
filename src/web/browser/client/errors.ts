import { allSentences, said } from "../texts/sentences.ts";
import { t } from "../texts/texts.ts";

/** The code of a refusal that came without one, such as a proxy's own page. */
const NO_CODE = "";

/** What the service refused, in its words. */
export class RefusedError extends Error {
  constructor(
    message: string,
    /** HTTP's status. */
    readonly status = 0,
    /** What was wrong, for programs. */
    readonly code: string = NO_CODE,
    /** The particulars; each code has its own. */
    readonly data: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** The service did not answer. */
export class UnreachableError extends Error {}

/** Whether a call ended because its answer is no longer wanted. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** A fault that a refusal names. */
interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The refusal that an answer tells of, in the reader's language. */
export async function refusalOf(response: Response): Promise<RefusedError> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === "object" && answer !== null && "code" in answer && "message" in answer) {
    await allSentences().catch(() => {});
    const data = "data" in answer && typeof answer.data === "object" ? { ...answer.data } : {};
    const issues: readonly Issue[] =
      "issues" in data && Array.isArray(data.issues) ? (data.issues as Issue[]) : [];
    return new RefusedError(wordsOf(String(answer.message), issues), response.status, String(answer.code), {
      ...data,
      ...(issues.length > 0 && {
        issues: issues.map(({ path, message }) => ({ path, message: said(message) })),
      }),
    });
  }
  return new RefusedError(t("shell.refused", { status: String(response.status) }), response.status);
}

/** What is wrong with a request is told with the field of the first fault before it, and how many more there are behind it. */
function wordsOf(message: string, [first]: readonly Issue[]): string {
  if (first === undefined || !message.includes(first.message)) return said(message);
  const [before = "", behind = ""] = message.split(first.message, 2);
  return `${before}${said(first.message)}${said(behind)}`;
}
