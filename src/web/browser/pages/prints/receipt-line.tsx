import { useEffect, useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../contract/print.ts";
import { send, withQuery, workspacePath } from "../../client/request.ts";
import { matchIn, type Marked } from "./match-line.ts";

/** How long a row is in sight before its receipt is read, milliseconds: rows that fly by are not. */
const REST_MILLISECONDS = 120;

/** Receipts that are kept as text. */
const MOST_KEPT = 400;

/** Receipts that are read at a time: the service has other things to do. */
const AT_A_TIME = 3;

const kept = new Map<string, string>();
const waiting: (() => void)[] = [];
let underWay = 0;

interface ReceiptLineProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly words: readonly string[];
}

/** The line of a receipt that has a word that is looked for, with the word marked. */
export function ReceiptLine({ slug, print, words }: ReceiptLineProps) {
  const [text, setText] = useState<string | null>(kept.get(keyOf(slug, print.id)) ?? null);
  useEffect(() => {
    const known = kept.get(keyOf(slug, print.id));
    setText(known ?? null);
    if (known !== undefined) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      void readText(slug, print.id, end.signal).then((read) => {
        if (!end.signal.aborted && read !== null) setText(read);
      });
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [slug, print.id]);
  const line = text === null ? null : matchIn(text, words);
  return <span class="row-line">{line === null ? null : <Line line={line} />}</span>;
}

function Line({ line }: { readonly line: readonly Marked[] }) {
  return (
    <>
      {line.map(({ text, isMatch }, index) =>
        isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  );
}

function keyOf(slug: string, printId: number): string {
  return `${slug} ${printId}`;
}

/** The text of a receipt; `null` when it cannot be had: the row does without. */
async function readText(slug: string, printId: number, end: AbortSignal): Promise<string | null> {
  if (underWay >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  if (end.aborted) {
    waiting.shift()?.();
    return null;
  }
  underWay++;
  try {
    const path = withQuery(workspacePath(slug, "prints", printId, "preview"), { format: "text" });
    const text = await (await send("GET", path, { end })).text();
    kept.set(keyOf(slug, printId), text);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return text;
  } catch {
    return null;
  } finally {
    underWay--;
    waiting.shift()?.();
  }
}
