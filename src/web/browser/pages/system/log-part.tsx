import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LogEntriesAnswer, LogEntryAnswer } from "../../../../contract/system.ts";
import { addressOf } from "../../base-path.ts";
import { get, withQuery } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Badge } from "../../design/badge.tsx";
import { Field, Select } from "../../design/field.tsx";
import { Failure, Notice } from "../../design/notice.tsx";
import { Skeleton } from "../../design/page.tsx";
import { formatFullTime } from "../../texts/format.ts";
import { locale, t } from "../../texts/texts.ts";

const LEVELS = ["info", "warning", "error"] as const satisfies readonly LogEntryAnswer["level"][];

const LEVEL_KINDS = { info: "plain", warning: "warning", error: "bad" } as const;

/** Lines that are shown; the oldest go first. */
const MOST_LINES = 1000;

/** How near its end a log is read that follows what comes, pixels. */
const NEAR_END = 24;

/** The last lines of the log, and those that come. */
export function LogPart() {
  const [level, setLevel] = useState<(typeof LEVELS)[number]>("info");
  const [words, setWords] = useState("");
  const { entries, error, again, isLoading, isLost } = useLog(level);
  const wanted = words.trim().toLowerCase();
  const shown = entries.filter((entry) => textOf(entry).toLowerCase().includes(wanted));
  return (
    <div class="system-part">
      <form class="system-filter" onSubmit={(event) => event.preventDefault()}>
        <Select
          label={t("system.level")}
          choices={LEVELS.map((value) => ({ value, name: t(`system.level.${value}`) }))}
          value={level}
          onValue={setLevel}
        />
        <Field label={t("system.logFilter")} type="search" value={words} onValue={setWords} />
      </form>
      {error === null ? null : <Failure error={error} onRetry={again} />}
      {isLost && error === null ? <Notice>{t("system.logLost")}</Notice> : null}
      {isLoading && entries.length === 0 ? <Skeleton lines={8} /> : null}
      {!isLoading && error === null && shown.length === 0 ? <p>{t("system.logEmpty")}</p> : null}
      {entries.length === 0 ? null : <Lines entries={shown} />}
    </div>
  );
}

/** The log from a level on: what there is, and then what comes. */
function useLog(level: string) {
  const asked = useAnswer((end) => get<LogEntriesAnswer>(withQuery("/api/log", { level }), end), [level]);
  const [news, setNews] = useState<readonly LogEntryAnswer[]>([]);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stream = new EventSource(addressOf(withQuery("/api/log/stream", { level })));
    let wasLost = false;
    stream.addEventListener("open", () => {
      setLost(false);
      // What was written meanwhile is there; until it comes, what is read stays.
      if (wasLost) asked.again();
      else setNews([]);
    });
    stream.addEventListener("line", (event: MessageEvent<string>) =>
      setNews((before) => [...before, JSON.parse(event.data) as LogEntryAnswer].slice(-MOST_LINES)),
    );
    stream.addEventListener("error", () => {
      wasLost = true;
      setLost(true);
    });
    return () => stream.close();
  }, [level]);
  const known = asked.answer?.items ?? [];
  // The two overlap where a line came between the question and its answer, or the question was asked again.
  const have = new Set(known.map(keyOf));
  const newest = known.at(-1)?.at ?? "";
  const newer = news.filter((entry) => entry.at >= newest && !have.has(keyOf(entry)));
  const entries = [...known, ...newer].slice(-MOST_LINES);
  return { ...asked, entries, isLost };
}

function keyOf(entry: LogEntryAnswer): string {
  return `${entry.at} ${textOf(entry)}`;
}

function textOf({ message, details }: LogEntryAnswer): string {
  return Object.keys(details).length === 0 ? message : `${message} ${JSON.stringify(details)}`;
}

function Lines({ entries }: { readonly entries: readonly LogEntryAnswer[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = entries.at(-1);
  useLayoutEffect(() => {
    // What one reads further up does not move.
    if (follows.current) frame.current?.scrollTo(0, frame.current.scrollHeight);
  }, [entries.length, last === undefined ? "" : keyOf(last)]);
  return (
    <div
      class="system-log"
      ref={frame}
      role="log"
      tabIndex={0}
      aria-label={t("system.log")}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        follows.current = scrollTop + clientHeight >= scrollHeight - NEAR_END;
      }}
    >
      {entries.map((entry, index) => (
        <div key={`${keyOf(entry)} ${index}`} class="system-line">
          <time dateTime={entry.at} title={formatFullTime(entry.at)}>
            {new Date(entry.at).toLocaleTimeString(locale())}
          </time>
          <Badge kind={LEVEL_KINDS[entry.level]}>{entry.level}</Badge>
          <span>{textOf(entry)}</span>
        </div>
      ))}
    </div>
  );
}
