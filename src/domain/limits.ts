/** Every limit of the contract and of our own, with its unit. Lengths of text are in Unicode code points. */

export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;
export const GIBIBYTE = 1024 * MEBIBYTE;
export const MILLISECONDS_PER_SECOND = 1000;
export const MILLISECONDS_PER_MINUTE = 60_000;
export const MILLISECONDS_PER_DAY = 86_400_000;

/** Limits on one print and its metadata (contract, section 8). */
export const PRINT_LIMITS = {
  labelCharacters: 200,
  deviceIdCharacters: 200,
  printKeyCharacters: 200,
  tagKeys: 100,
  tagKeyCharacters: 100,
  tagValueCharacters: 100,
  widthColumnsMinimum: 24,
  widthColumnsMaximum: 80,
  /** Default for the decoded print; an operator can set another. */
  rawBytes: 10 * MEBIBYTE,
} as const;

/** Font A on 80 mm paper at 203 dpi: 576 dots / 12 dots a column. */
export const DEFAULT_WIDTH_COLUMNS = 48;

/** Limits on a search (contract, sections 4.3 and 8). */
export const SEARCH_LIMITS = {
  pageSizeDefault: 100,
  pageSizeMaximum: 1000,
  tagGroupEntries: 10,
  tagGroupLevels: 3,
  /** Parts of the receipt's text that are looked for together. */
  textParts: 10,
  /** Text of one print that is looked through, bytes of UTF-8. */
  textBytes: 64 * KIBIBYTE,
  cursorCharacters: 2000,
} as const;

/** Limits on facets. */
export const FACET_LIMITS = {
  /** Values of a facet that are told one by one, the most frequent first. */
  values: 50,
  /** Hours, days or months from the first matching print to the last one. */
  timeBuckets: 10_000,
  timeZoneCharacters: 100,
} as const;

/** Limits on exports. */
export const EXPORT_LIMITS = {
  /** Exports under way in the service at the same time. */
  atOnce: 2,
  /** Prints of a selection. */
  ids: 10_000,
  /** Prints that are looked for together. */
  pagePrints: 1000,
  /** Keys of tags that have a column of their own, the most frequent ones. */
  tagColumns: 20,
  /** Keys that are counted for that; others that come later are not. */
  countedKeys: 10_000,
  /** What is handed to the client together, bytes. */
  chunkBytes: 128 * KIBIBYTE,
  /** What waits for the end of an archive is packed in pieces of this size, bytes. */
  pieceBytes: 256 * KIBIBYTE,
  /** Of a label in the name of a file, bytes of UTF-8: file systems take 255 for the whole name. */
  nameBytes: 120,
  /** Of a search in the audit log. */
  toldCharacters: 2000,
} as const;

/** Limits on a workspace. */
export const WORKSPACE_LIMITS = { slugCharacters: 63, recognitionLanguages: 4 } as const;

/** Limits on HTTP requests that are not prints. */
export const REQUEST_LIMITS = {
  /** Search and update bodies: a 1,000-condition query with the longest values fits several times. */
  jsonBodyBytes: 4 * MEBIBYTE,
  /** What a create body may hold beside its base64 text: metadata, escapes and unknown fields. */
  createMetadataBytes: 1 * MEBIBYTE,
  /** How long a body may take to come, however small it is, and for each so many of its bytes one second more. */
  bodyMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  bodyBytesPerSecond: 64 * KIBIBYTE,
  idempotencyKeyCharacters: 255,
  badTokensPerAddress: 20,
  badTokenWindowMilliseconds: MILLISECONDS_PER_MINUTE,
  /** Addresses remembered for the bad-token limit; the oldest is forgotten first. */
  badTokenAddresses: 10_000,
} as const;

/** Limits on what is listed of the audit log. */
export const AUDIT_LIMITS = { itemsDefault: 100, itemsMaximum: 1000 } as const;

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_LIFETIME_MILLISECONDS = MILLISECONDS_PER_DAY;

/** Limits on removing prints for good. */
export const REMOVAL_LIMITS = {
  reasonCharacters: 500,
  /** Prints removed in one transaction, which new prints share, and bytes of receipts after which it is no more of them. */
  piecePrints: 50,
  pieceBytes: MEBIBYTE,
  /** Of the time that a piece takes, so much again is left to others. */
  pauseShare: 1,
  /** After how long without more to purge the index forgets those that were, though they are few. */
  settleMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How long an answer waits until nothing of an erased print is left in any file, and how often that is looked at. */
  clearMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  clearLookMilliseconds: 100,
  /** How often it is looked at when it takes longer. */
  patientLookMilliseconds: 2 * MILLISECONDS_PER_SECOND,
  /** How long folding the whole log waits for readers, while nothing is written. */
  foldMilliseconds: 200,
  /** Free pages of the file given back in one transaction. */
  pagesGivenBack: 64,
  /** Free pages that new prints may use, which are not given back: so many, or this part of the file. */
  keptPages: 256,
  keptShare: 1 / 32,
  /** A database of an older Tillroll up to this size is compacted at the start, which takes a second or two. */
  compactedAtStartBytes: 64 * MEBIBYTE,
} as const;

/** How long what happened to prints is kept for those who listen. */
export const EVENT_LIFETIME_MILLISECONDS = 7 * MILLISECONDS_PER_DAY;

/** Limits on clients that wait for events. */
export const EVENT_LIMITS = {
  /** Streams and waiting requests at the same time. */
  listeners: 500,
  waitDefaultMilliseconds: 30 * MILLISECONDS_PER_SECOND,
  waitMostMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
} as const;

/** Limits on webhooks. */
export const WEBHOOK_LIMITS = {
  webhooksPerWorkspace: 20,
  urlCharacters: 2000,
  secretBytesMinimum: 24,
  secretBytesMaximum: 64,
  answerMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  firstRetryMilliseconds: MILLISECONDS_PER_SECOND,
  waitMostMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** An address that has failed for this long is paused, and told of nothing until a person says so. */
  pauseAfterMilliseconds: 3 * MILLISECONDS_PER_DAY,
} as const;

/** Limits on rules. Lengths of what a person writes are in code points. */
export const RULE_LIMITS = {
  /** Rules of one workspace. */
  rules: 100,
  nameCharacters: 100,
  patternCharacters: 1000,
  templateCharacters: 400,
  /** Tags that one rule gives. */
  tagKeys: 20,
  /** Size of a compiled pattern. RE2 never goes back: time and memory of a search grow with it times the text's length. */
  patternInstructions: 1000,
  /** The patterns of a workspace together. */
  workspaceInstructions: 5000,
  /** What rules read of a print's text, UTF-16 units; lines beyond it are left out. */
  textCharacters: 64 * KIBIBYTE,
} as const;

/** Limits on how long prints stay. Lengths of what a person writes are in code points. */
export const RETENTION_LIMITS = {
  /** Rules of one workspace, and holds that are not released. */
  rules: 50,
  holds: 100,
  nameCharacters: 100,
  reasonCharacters: 500,
  /** A condition as JSON, UTF-16 units: all of a workspace are in one SQL statement, with its 32,766 values. */
  conditionCharacters: 2000,
  /** How long what would delete prints at once waits, so that somebody can see it and change it. */
  waitMilliseconds: MILLISECONDS_PER_DAY,
  /** After a leap of the clock, or an absence, of more than this nothing is deleted for that long. */
  leapMilliseconds: 7 * MILLISECONDS_PER_DAY,
  /** The least that the database may be limited to: without a print it takes a part of it. */
  leastSizeBytes: 10_000_000,
  /** Ages below this are looked at every hour, others at night. */
  shortAgeMilliseconds: 7 * MILLISECONDS_PER_DAY,
  /** Prints that are looked at in one piece. */
  scannedPrints: 500,
  /** Prints that go in one operation of the writer: a millisecond or two. */
  deletedPrints: 50,
  /** After each operation the run rests so many times as long as it took, and at least this, milliseconds. */
  restTimes: 3,
  leastRestMilliseconds: 5,
  /** Prints that a preview shows. */
  sample: 10,
  /** What a print takes in the file beside its packed bytes, roughly: its row, its events, its text and its index. */
  overheadBytes: KIBIBYTE,
} as const;

/** Limits on printers. */
export const PRINTER_LIMITS = {
  /** The longest duration that can be set, seconds. */
  longestSeconds: 30 * (MILLISECONDS_PER_DAY / MILLISECONDS_PER_SECOND),
  /** Printers that print a copy of what is sent to one. */
  copies: 10,
  nameCharacters: 63,
  modelCharacters: 80,
  allowedBlocks: 100,
  allowedOrigins: 20,
  /** The longest name of a host has 253. */
  originCharacters: 300,
  /** How long a printer takes the first public origin that prints, after it was made and when it is told to. */
  pairingMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** Refused origins that are remembered and counted by name, of all printers. */
  refusedOrigins: 20,
  targetCharacters: 500,
  largestPort: 65_535,
  /** Printers of one service. */
  printers: 1000,
} as const;

/** Limits on printers of ours that ask an address for jobs. */
export const POLL_LIMITS = {
  addressCharacters: 2000,
  credentialCharacters: 2000,
  fileCharacters: 1000,
  leastSeconds: 1,
  defaultSeconds: 5,
  mostSeconds: 3600,
} as const;

/** Limits on what one client address may do, so that others are served beside it. */
export const CLIENT_LIMITS = {
  /** What it may bring in for long, about ten times what a thermal printer can print; an operator can set another. */
  bytesPerSecond: 2_000_000,
  /** What it may bring in at once before that. */
  burstBytes: 32 * MEBIBYTE,
  /** Addresses whose rate is remembered; the one not heard of for longest is forgotten first. */
  addresses: 10_000,
  /**
   * Connections at a time to a raw port, and to LPD. Tills behind one address (a print server, a router) have one each;
   * a shop with more of them has more printers.
   */
  connections: 32,
} as const;

/** Limits on what waits for the writer: beyond it 503 with Retry-After, never unbounded memory. */
export const WRITER_LIMITS = {
  waitingOperations: 20_000,
  /** Bodies of writing requests, from before they are read until they are answered. */
  waitingBytes: 64 * MEBIBYTE,
  /** How long a request that goes on beyond the room may bring nothing before another may instead, milliseconds. */
  graceMilliseconds: MILLISECONDS_PER_SECOND,
  /** What a request takes beside its body's bytes, roughly. */
  requestBytes: KIBIBYTE,
  /** Operations that go to the writer's Worker in one message. */
  messageOperations: 16,
  /** What has gone to the Worker and is not answered: two transactions, one being committed and the next. */
  sentOperations: 512,
  sentBytes: 8 * MEBIBYTE,
  transactionOperations: 256,
  transactionBytes: 4 * MEBIBYTE,
  /** A print from here on is encoded before its turn, and goes to the Worker alone: copying it would hold others up. */
  largePrintBytes: 256 * KIBIBYTE,
  /** What a client may write before it is the next one's turn: some forty small prints. */
  turnBytes: 64 * KIBIBYTE,
} as const;

/** Limits on the write-ahead log. */
export const WAL_LIMITS = {
  /** From here on it is folded into the database file when the writer has nothing else to do, bytes. */
  idleCheckpointBytes: 8 * MEBIBYTE,
  /** From here on also when it has, bytes. */
  busyCheckpointBytes: 16 * MEBIBYTE,
  /** From here on no transaction begins before readers have left room for it, bytes. */
  fullBytes: 192 * MEBIBYTE,
  /** What the file never exceeds, bytes: one more transaction, with all the pages it may touch, fits. */
  mostBytes: 256 * MEBIBYTE,
  /** What the file is cut to when the log begins anew, bytes. */
  keptBytes: 64 * MEBIBYTE,
  /** How long a transaction then waits for readers before it is refused, milliseconds. */
  readerWaitMilliseconds: 1000,
} as const;

/** Refuse new prints below this much free disk: on a full disk SQLite can do nothing, DELETE included. */
export const MINIMUM_FREE_DISK_BYTES = 64 * MEBIBYTE;

/** Kept of the disk in a file of its own, and given up on a full one for what its owner does to make room. */
export const RESERVE_BYTES = 16 * MEBIBYTE;

/** How the place where prints are stored is watched. */
export const STORAGE_LIMITS = {
  /** How often it is looked at: whether the file is still the same, and what is free. */
  lookMilliseconds: MILLISECONDS_PER_SECOND,
  /** How often free space is looked at where it is nearly gone. */
  diskLookMilliseconds: 20,
  /** After how long without a transaction a tiny one tries whether there could be one. */
  probeMilliseconds: 12 * MILLISECONDS_PER_SECOND,
  /** After how long without a word from the writer the disk is taken to have stalled. */
  stalledMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  /** How long a stop waits for the disk, and how long altogether. */
  closeMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  stopMilliseconds: 8 * MILLISECONDS_PER_SECOND,
} as const;

/** What is believed of the machine's clock; see `TrustedClock`. */
export const CLOCK_LIMITS = {
  /** It is followed when it is set by no more than this against the time that has passed. */
  believedStepMilliseconds: MILLISECONDS_PER_DAY,
  /** How long the service may have been away, at a start, before what the clock says has to be accepted. */
  believedAbsenceMilliseconds: 180 * MILLISECONDS_PER_DAY,
  /**
   * After so long without another jump, one to a time within that absence is believed too. Longer than the hours after which
   * machines usually set their clocks right by the network (Windows, outside a domain: nine).
   */
  steadyMilliseconds: 12 * 60 * MILLISECONDS_PER_MINUTE,
  /** How far the clock may drift from the time that has passed, meanwhile. */
  steadyDriftMilliseconds: MILLISECONDS_PER_MINUTE,
  /** How far it may move from one look to the next before it is asked whether the machine was asleep. */
  adjustmentMilliseconds: MILLISECONDS_PER_SECOND,
  /** How often it is looked at while nothing is stored. */
  lookMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** How often the trusted time is stored. */
  storeMilliseconds: 10 * MILLISECONDS_PER_MINUTE,
} as const;

/** Sign-in links and sessions of the dashboard. */
export const SESSION_LIMITS = {
  signInLinkMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  sessionMilliseconds: 30 * MILLISECONDS_PER_DAY,
  /** Sessions at a time; with one more, that ends which was used longest ago. */
  sessions: 1000,
  /** How exactly it is known when a session was used last: not more often is it stored. */
  lastUseMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  userAgentCharacters: 200,
} as const;
