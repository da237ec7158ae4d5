import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";
import { NOTIFICATION_LIMITS } from "../domain/listener-limits.ts";
import type { NewNotice, NotificationLanguage } from "../domain/notification.ts";
import type { SituationParameters, SituationState } from "../domain/printer-situation.ts";
import { firstCodePoints } from "../domain/text.ts";
import { DE } from "./words/de.ts";
import { EN } from "./words/en.ts";
import type { NotificationWords } from "./words/words.ts";

const WORDS: Readonly<Record<NotificationLanguage, NotificationWords>> = { en: EN, de: DE };

/** A subject of mail, or a title, is read on one line. */
const SUBJECT_CHARACTERS = 120;

/** How urgent a message is. */
export type Urgency = "trouble" | "usual";

/** What somebody is told. */
export interface NotificationMessage {
  readonly subject: string;
  /** Lines. */
  readonly text: string;
  readonly urgency: Urgency;
  readonly notices: readonly NewNotice[];
}

/** Says what has happened. @param machine the name of the machine of the service @param notices at least one, the oldest first */
export function messageOf(
  notices: readonly NewNotice[],
  language: NotificationLanguage,
  machine: string,
): NotificationMessage {
  const words = WORDS[language];
  const time = timeWriter(language);
  const said = notices.map((notice) => sentenceOf(notice, words, time));
  const [first = ""] = said;
  const abouts = [...new Set(notices.map((notice) => aboutOf(notice, words)))];
  const subject = said.length === 1 ? first : words.messages(said.length, abouts.join(", "));
  const shown = said.slice(0, NOTIFICATION_LIMITS.lines);
  const lines = shown.map((sentence, index) => `${time(notices[index]?.at ?? 0)}  ${sentence}`);
  const left = said.length - shown.length;
  const all = [...lines, ...(left > 0 ? [words.more(left)] : []), "", words.footer(machine)];
  const urgency = notices.some(isTrouble) ? "trouble" : "usual";
  return {
    subject: firstCodePoints(oneLine(subject), SUBJECT_CHARACTERS),
    text: all.join("\n"),
    urgency,
    notices,
  };
}

/** A message that shows that messages arrive. */
export function testMessage(language: NotificationLanguage, machine: string): NotificationMessage {
  const words = WORDS[language];
  const lines = [words.test, "", words.footer(machine)];
  return { subject: words.test, text: lines.join("\n"), urgency: "usual", notices: [] };
}

/** What a notice says, in one sentence or two, with what it is about. */
function sentenceOf(notice: NewNotice, words: NotificationWords, time: (at: number) => string): string {
  return oneLine(`${aboutOf(notice, words)}: ${contentOf(notice, words, time)}`.trim());
}

function aboutOf({ kind, data }: NewNotice, { parts }: NotificationWords): string {
  if (kind === "health") return parts[text(data["component"])] ?? text(data["component"]);
  return text(data["printer"]) || "Tillroll";
}

function contentOf({ kind, data, at }: NewNotice, words: NotificationWords, time: (at: number) => string) {
  const print = Number(data["printId"]);
  const reason = text(data["reason"]);
  switch (kind) {
    case "printer.state":
      return stateOf(data, at, words, time);
    case "printer.diverted":
      return words.diverted(reason);
    case "printer.restored":
      return words.restored;
    case "delivery.waiting":
      return words.waiting(print, reason);
    case "delivery.failed":
      return words.failed(print, reason);
    case "delivery.done":
      return words.done(print);
    case "health": {
      const state = data["state"] as keyof NotificationWords["partStates"];
      return `${words.partStates[state] ?? text(state)}. ${text(data["message"])}`;
    }
    case "data.restored":
      return words.dataRestored(time(Date.parse(text(data["asOf"])) || at));
  }
}

function stateOf(
  data: NewNotice["data"],
  at: number,
  words: NotificationWords,
  time: (at: number) => string,
): string {
  const state = data["state"] as SituationState;
  if (state === "ready") return words.well;
  const parameters = (data["parameters"] ?? {}) as SituationParameters;
  const said = words.states[state](parameters);
  const place = parameters.backup === undefined ? "" : ` ${words.inItsPlace(parameters.backup)}`;
  const since = Date.parse(text(data["since"]));
  // What began a moment before it is told of needs no time of its own.
  const isLater = Number.isFinite(since) && at - since >= MILLISECONDS_PER_MINUTE;
  return `${said}${place}${isLater ? ` ${words.since(time(since))}` : ""}`;
}

function isTrouble({ kind, data }: NewNotice): boolean {
  if (kind === "printer.state") return data["isTrouble"] === true;
  if (kind === "health") return data["state"] !== "ok";
  return kind === "delivery.failed" || kind === "delivery.waiting";
}

/** Writes times for the machine's time zone: that is where the shop is. */
function timeWriter(language: NotificationLanguage): (at: number) => string {
  const format = new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", {
    dateStyle: "short",
    timeStyle: "short",
  });
  return (at) => format.format(at);
}

/** What printers are called and answer may hold anything. */
function oneLine(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
