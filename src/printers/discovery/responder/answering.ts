import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsMessage, type DnsQuestion, EMPTY_MESSAGE } from "../dns/dns-message.ts";
import { type DnsRecord, recordKey } from "../dns/dns-record.ts";
import { splitResponse } from "../dns/dns-message.ts";
import type { Claims } from "./claims.ts";
import type { Link, Outgoing, Peer } from "./link.ts";
import type { Multicasts } from "./multicasts.ts";
import type { RecordTable } from "./record-table.ts";
import { removeKnown, type WaitingAnswer, WaitingAnswers } from "./waiting-answers.ts";

/** Answers questions: at once where nobody else can, else after a while, and to all unless one is enough. */
export class Answering {
  private readonly waiting = new WaitingAnswers();

  /** @param random a number from 0 to below 1 */
  constructor(
    private readonly claims: Claims,
    private readonly multicasts: Multicasts,
    private readonly random: () => number,
  ) {}

  /** When the next answer is due; infinity without any. */
  get nextDueAt(): number {
    return this.waiting.nextDueAt;
  }

  /** Takes a question of a program that speaks multicast DNS. */
  ask(message: DnsMessage, link: Link, from: Peer, now: number): void {
    const { shortestTruncatedDelayMilliseconds: shortest, longestTruncatedDelayMilliseconds: longest } =
      MDNS_LIMITS;
    const truncatedDueAt = message.isTruncated ? now + this.between(shortest, longest) : null;
    if (message.questions.length === 0) {
      this.waiting.suppress(link.id, from, message.answers, truncatedDueAt);
      return;
    }
    const table = this.claims.table(link);
    const toAll = new Map<string, DnsRecord>();
    const toAsker = new Map<string, DnsRecord>();
    for (const question of message.questions) {
      for (const record of table.answers(question)) {
        const key = recordKey(record);
        // What was not told to all for long is, though one would do (RFC 6762, section 5.4).
        const isFresh = this.multicasts.isSince(link.id, key, now - (record.ttl * 1000) / 4);
        (question.wantsUnicast && isFresh ? toAsker : toAll).set(key, record);
      }
    }
    const isForProbe = message.authorities.length > 0;
    for (const [records, isUnicast] of [[toAll, false] as const, [toAsker, true] as const]) {
      removeKnown(records, message.answers);
      const dueAt = truncatedDueAt ?? now + this.delay(records);
      this.waiting.add({ link: link.id, asker: from, isUnicast, isForProbe, records, dueAt });
    }
  }

  /** Others may answer too about what they share with us: a chance for them, or we all would speak at once. */
  private delay(records: ReadonlyMap<string, DnsRecord>): number {
    const { shortestDelayMilliseconds, longestDelayMilliseconds } = MDNS_LIMITS;
    const isShared = [...records.values()].some(({ flush }) => !flush);
    return isShared ? this.between(shortestDelayMilliseconds, longestDelayMilliseconds) : 0;
  }

  /** Takes note of what another machine has told all. */
  hear(answers: readonly DnsRecord[], link: Link): void {
    const shared = answers.filter(({ flush }) => !flush);
    if (shared.length > 0) this.waiting.suppressTold(link.id, shared);
  }

  /** The answers that are due. */
  takeDue(now: number): Outgoing[] {
    return this.waiting.takeDue(now).flatMap((answer) => this.send(answer, now));
  }

  private send({ link: id, asker, isUnicast, isForProbe, records }: WaitingAnswer, now: number): Outgoing[] {
    const link = this.claims.links.find((one) => one.id === id);
    if (link === undefined) return [];
    const table = this.claims.table(link);
    const pause = isForProbe ? MDNS_LIMITS.probeRepeatMilliseconds : MDNS_LIMITS.repeatMilliseconds;
    const answers = [...records].filter(
      ([key, record]) =>
        // What was withdrawn while the answer waited must not come back.
        table.has(record) && (isUnicast || !this.multicasts.isSince(id, key, now - pause)),
    );
    if (!isUnicast)
      this.multicasts.note(
        id,
        answers.map(([key]) => key),
        now,
      );
    return responses(
      id,
      isUnicast ? asker : null,
      answers.map(([, record]) => record),
      table,
    );
  }

  /** The answer to a resolver that asks as it would ask any DNS server (RFC 6762, section 6.7). */
  answerLegacy({ id, questions }: DnsMessage, link: Link, to: Peer): Outgoing[] {
    const table = this.claims.table(link);
    const asked: DnsQuestion[] = [];
    const found = new Map<string, DnsRecord>();
    for (const question of questions) {
      const answers = table.answers(question).filter(isPlain);
      if (answers.length > 0) asked.push({ ...question, wantsUnicast: false });
      for (const record of answers) found.set(recordKey(record), record);
    }
    const answers = [...found.values()];
    const additionals = table.additionals(answers).filter(isPlain).map(plain);
    const response = { ...EMPTY_MESSAGE, id, isResponse: true, questions: asked };
    const [first, ...rest] = splitResponse({ ...response, answers: answers.map(plain), additionals });
    if (answers.length === 0 || first === undefined) return [];
    // One question has one message for an answer there; what does not fit is said to be missing.
    return [{ link: link.id, to, message: { ...first, isTruncated: rest.length > 0 } }];
  }

  private between(shortest: number, longest: number): number {
    return shortest + this.random() * (longest - shortest);
  }
}

/** Responses with these records. @param table what is added to them comes from; nothing is without it */
export function responses(
  link: string,
  to: Peer | null,
  answers: readonly DnsRecord[],
  table?: RecordTable,
): Outgoing[] {
  if (answers.length === 0) return [];
  const additionals = table?.additionals(answers) ?? [];
  const response = { ...EMPTY_MESSAGE, isResponse: true, answers, additionals };
  return splitResponse(response).map((message) => ({ link, to, message }));
}

/** Whether a record means to a resolver of ordinary DNS what it means here. */
function isPlain({ type }: DnsRecord): boolean {
  return type !== "NSEC";
}

/** A record as ordinary DNS has it, and not for long, since nobody will say goodbye there. */
function plain(record: DnsRecord): DnsRecord {
  return { ...record, flush: false, ttl: Math.min(record.ttl, MDNS_LIMITS.legacySeconds) };
}
