import { MILLISECONDS_PER_MINUTE } from "../domain/limits.ts";

/** Times of passing prints on, milliseconds. */
export const DELIVERY_TIMES = {
  /** To open a connection to a printer. */
  connect: 5000,
  /** For a printer to answer a request; one that never answered is not waited for again. */
  answer: 1000,
  /** A connection without a job is closed after this, because most printers take only one at a time. */
  idleConnection: 1500,
  /** Between questions to a printer that is offline or out of paper while prints wait. */
  troublePoll: 3000,
  /** Between questions to a printer while a host looks at its status. */
  watchedPoll: 5000,
  /** Between questions to a printer that nobody asks about. */
  idlePoll: 30_000,
  /** How long a host that asked for the status counts as looking at it. */
  watched: 30_000,
  /** Between questions to a printer that has a whole job and has not confirmed it yet. */
  confirmPoll: 1000,
  /** How long a printer that says it is ready may leave a whole job unconfirmed: 64 KiB of text print for half a minute. */
  unconfirmed: 60_000,
  /** The same for a printer that does not say how it is. */
  unconfirmedBlind: 120_000,
  /** A printer that takes nothing and answers nothing for this long is told of as offline. */
  stall: 10_000,
  /** For a printer that answers nothing to close its side after a job, when all has arrived there; only the first time. */
  firstClose: 3000,
  /** The same for one that did not. */
  laterClose: 1000,
  /** How long the answers to a host's last questions may take, once the host has sent all. */
  lastAnswers: 100,
  /**
   * A printer that answers nothing and does not close its side is sent the next job when nothing has been under way to
   * it for this long: how fast it prints it tells by what it takes.
   */
  settle: 25,
  /** The first wait for a printer that cannot be reached; each further one is twice as long, up to the longest. */
  firstBackOff: 1000,
  longestBackOff: 30_000,
  /** A printer that answered nothing is tried again after this: it may be another one by now. */
  relearn: 600_000,
  /** Between attempts to record what became of a delivery while the database cannot be written. */
  recordRetry: 1000,
  /** For an ePOS printer to answer a status poll. */
  eposAsk: 5000,
  /** For an ePOS printer to print a job. */
  eposPrint: 60_000,
  /** For an IPP printer or a print server to answer a question. */
  ippAnswer: 5000,
  /** For one to take a whole job: a printer that prints while it reads answers when its paper is out of the slot. */
  ippPrint: 120_000,
  /** For a print server to acknowledge a step of LPD, or to take more. */
  lpdAnswer: 30_000,
  /** How long a stop waits for the jobs that are being sent. */
  stop: 3000,
} as const;

export type DeliveryTimes = { readonly [Name in keyof typeof DELIVERY_TIMES]: number };

/** Limits on passing prints on. */
export const DELIVERY_LIMITS = {
  /** An interrupted job is sent at most this often by itself, then a person decides. */
  interruptedAttempts: 3,
  /** A job that the printer refuses this often has failed. */
  refusedAttempts: 5,
  /** Printers that are sent a job at the same time; one that stalls does not count. */
  sendsAtOnce: 32,
  /** Printers whose status is asked at the same time, where nothing waits for them. */
  pollsAtOnce: 16,
  /** The longest block of an answer, bytes; section "information B" of GS I allows 80. */
  answerBlockBytes: 256,
  /** What waits for a printer that a host is joined to before the host is made to wait, bytes. */
  passThroughBytes: 64 * 1024,
  /** What is counted of a printer's prints that wait, and of all that are held: more is told as so many. */
  countedDeliveries: 1000,
  /** A print that waits longer than this for its real printer is told of as a trouble, milliseconds. */
  longWaitMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** The most of an IPP answer that is read, bytes: a printer tells of itself in some 30,000. */
  ippAnswerBytes: 1024 * 1024,
  /** The most of an ePOS answer that is read, bytes. */
  eposAnswerBytes: 64 * 1024,
} as const;
