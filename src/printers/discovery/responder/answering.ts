import { MDNS_LIMITS } from "../discovery-limits.ts";
import { type DnsMessage, type DnsQuestion, EMPTY_MESSAGE, splitResponse } from "../dns/dns-message.ts";
import { type DnsRecord, recordKey } from "../dns/dns-record.ts";
import type { Registrations } from "./registrations.ts";
import type { Link, Outgoing, Peer } from "./link.ts";
import type { RecordTable } from "./record-table.ts";

/** An answer that is to go out. */
interface PendingAnswer {
  readonly link: string;
  /** Who asked. */
  readonly asker: Peer;
  /** To the asker alone, rather than to all. */
  readonly isUnicast: boolean;
  /** Whether the asker is about to take one of our names, and has little patience. */
  readonly isForProbe: boolean;
  /** By their keys. */
  readonly records: Map<string, DnsRecord>;
  dueAt: number;
}

/** Answers queries: unique records at once, shared ones after a random delay; by multicast unless unicast will do. */
export class Answering {
  /** Answers that wait until others may have given them, or until the asker has told all that it knows. */
  private waiting: PendingAnswer[] = [];

  /** @param random a number from 0 to below 1 */
  constructor(
    private readonly registrations: Registrations,
    private readonly multicastHistory: MulticastHistory,
    private readonly random: () => number,
  ) {}

  /** When the next answer is due; infinity without any. */
  get nextDueAt(): number {
    return this.waiting.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity);
  }

  /** Takes a query of a program that speaks multicast DNS. */
  receiveQuery(message: DnsMessage, link: Link, from: Peer, now: number): void {
    const { shortestTruncatedDelayMilliseconds: shortest, longestTruncatedDelayMilliseconds: longest } =
      MDNS_LIMITS;
    const truncatedDueAt = message.isTruncated ? now + this.between(shortest, longest) : null;
    if (message.questions.length === 0) return this.suppress(link.id, from, message.answers, truncatedDueAt);
    const table = this.registrations.table(link);
    const toAll = new Map<string, DnsRecord>();
    const toAsker = new Map<string, DnsRecord>();
    for (const question of message.questions) {
      for (const record of table.answers(question)) {
        const key = recordKey(record);
        // Records that were not multicast for long are, though unicast is asked for (RFC 6762, section 5.4).
        const isFresh = this.multicastHistory.isSince(link.id, key, now - (record.ttl * 1000) / 4);
        (question.wantsUnicast && isFresh ? toAsker : toAll).set(key, record);
      }
    }
    const isForProbe = message.authorities.length > 0;
    for (const [records, isUnicast] of [[toAll, false] as const, [toAsker, true] as const]) {
      removeKnown(records, message.answers);
      const dueAt = truncatedDueAt ?? now + this.delay(records);
      if (records.size > 0 && this.waiting.length < MDNS_LIMITS.pendingAnswers)
        this.waiting.push({ link: link.id, asker: from, isUnicast, isForProbe, records, dueAt });
    }
  }

  /**
   * Leaves out what an asker has told in a further message that it knows already (RFC 6762, section 7.2).
   * @param dueAt the new time when still more is to follow, else `null`
   */
  private suppress(link: string, asker: Peer, known: readonly DnsRecord[], dueAt: number | null): void {
    for (const answer of this.waiting) {
      const { address, port } = answer.asker;
      if (answer.link !== link || address !== asker.address || port !== asker.port) continue;
      removeKnown(answer.records, known);
      if (dueAt !== null) answer.dueAt = dueAt;
    }
  }

  /** Other machines may answer with shared records too: a random delay keeps all of them from answering at once. */
  private delay(records: ReadonlyMap<string, DnsRecord>): number {
    const { shortestDelayMilliseconds, longestDelayMilliseconds } = MDNS_LIMITS;
    const isShared = [...records.values()].some(({ flush }) => !flush);
    return isShared ? this.between(shortestDelayMilliseconds, longestDelayMilliseconds) : 0;
  }

  /** Leaves out what another machine has just multicast (RFC 6762, section 7.4). */
  noteResponse(answers: readonly DnsRecord[], link: Link): void {
    const shared = answers.filter(({ flush }) => !flush);
    for (const { records } of this.waiting.filter((one) => one.link === link.id && !one.isUnicast)) {
      for (const record of shared) {
        const key = recordKey(record);
        if (record.ttl >= (records.get(key)?.ttl ?? Infinity)) records.delete(key);
      }
    }
  }

  /** The answers that are due. */
  takeDue(now: number): Outgoing[] {
    const { due = [], later = [] } = Object.groupBy(this.waiting, ({ dueAt }) =>
      dueAt <= now ? "due" : "later",
    );
    this.waiting = later;
    return due.flatMap((answer) => this.send(answer, now));
  }

  private send({ link: id, asker, isUnicast, isForProbe, records }: PendingAnswer, now: number): Outgoing[] {
    const link = this.registrations.links.find((one) => one.id === id);
    if (link === undefined) return [];
    const table = this.registrations.table(link);
    const pause = isForProbe ? MDNS_LIMITS.probeRepeatMilliseconds : MDNS_LIMITS.repeatMilliseconds;
    const answers = [...records].filter(
      ([key, record]) =>
        // What was withdrawn while the answer waited must not come back.
        table.has(record) && (isUnicast || !this.multicastHistory.isSince(id, key, now - pause)),
    );
    const keys = answers.map(([key]) => key);
    if (!isUnicast) this.multicastHistory.note(id, keys, now);
    const due = answers.map(([, record]) => record);
    return responses(id, isUnicast ? asker : null, due, table);
  }

  /** The answer to a resolver that asks as it would ask any DNS server (RFC 6762, section 6.7). */
  answerLegacy({ id, questions }: DnsMessage, link: Link, to: Peer): Outgoing[] {
    const table = this.registrations.table(link);
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

/** Responses with these records. @param table where the additional records come from; without it there are none */
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

/** Leaves out what the asker knows, and will know for at least half of its life (RFC 6762, section 7.1). */
function removeKnown(records: Map<string, DnsRecord>, known: readonly DnsRecord[]): void {
  for (const record of known) {
    const key = recordKey(record);
    const ours = records.get(key);
    if (ours !== undefined && record.ttl * 2 >= ours.ttl) records.delete(key);
  }
}

/** How long a time is kept, milliseconds: nobody asks for one older than a quarter of the longest life. */
const KEPT_MILLISECONDS = (MDNS_LIMITS.otherSeconds * 1000) / 4;

/** When each record was last multicast on a link. */
export class MulticastHistory {
  private readonly times = new Map<string, number>();
  private prunedAt = -Infinity;

  /** Notes records, by their keys, that are sent now. */
  note(link: string, keys: Iterable<string>, now: number): void {
    for (const key of keys) this.times.set(`${link} ${key}`, now);
    if (now - this.prunedAt < KEPT_MILLISECONDS) return;
    this.prunedAt = now;
    for (const [key, at] of this.times) if (now - at > KEPT_MILLISECONDS) this.times.delete(key);
  }

  /** Whether a record was told after a time. */
  isSince(link: string, key: string, after: number): boolean {
    return (this.times.get(`${link} ${key}`) ?? -Infinity) > after;
  }
}
