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

/** Limits on what is kept of what was done to a print. */
export const HISTORY_LIMITS = {
  /** Changes of one print; with one more the oldest goes. */
  changes: 100,
  /** What became of the fields in one change, as JSON, UTF-16 units; of more only the fields' names are kept. */
  detailsCharacters: 16 * KIBIBYTE,
} as const;

/** Limits on a search (contract, sections 4.3 and 8). */
export const SEARCH_LIMITS = {
  pageSizeDefault: 100,
  pageSizeMaximum: 1000,
  tagGroupEntries: 10,
  tagGroupLevels: 3,
  /** Groups and conditions of `where`. */
  whereEntries: 50,
  whereLevels: 6,
  whereConditions: 100,
  /** Parts of the receipt's text that are looked for together. */
  textParts: 10,
  /** Text of one print that is looked through, bytes of UTF-8. */
  textBytes: 64 * KIBIBYTE,
  cursorCharacters: 2000,
  /** Workspaces of a search across them, where they are named. */
  workspaces: 5000,
} as const;

/** Limits on saved searches. */
export const SAVED_SEARCH_LIMITS = {
  /** Saved searches of one workspace. */
  searches: 200,
  nameCharacters: 100,
  queryCharacters: 2000,
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
  /** How long a client may take nothing before its export is ended. */
  stallMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** What is handed to the client together, bytes. */
  chunkBytes: 128 * KIBIBYTE,
  /** What waits for the end of an archive is packed in pieces of this size, bytes. */
  pieceBytes: 256 * KIBIBYTE,
  /** Of a label in the name of a file, bytes of UTF-8: file systems take 255 for the whole name. */
  nameBytes: 120,
  /** Of a search in the audit log. */
  toldCharacters: 2000,
} as const;

/** Limits on what is told of card numbers. */
export const CARD_LIMITS = {
  /** Prints that are counted; of more it is told that there are more. */
  counted: 10_000,
  itemsDefault: 100,
  itemsMaximum: 1000,
  /** The newest prints of which it is told by which devices they came. */
  devicePrints: 1000,
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

/** Limits on what is told of a journal. */
export const JOURNAL_LIMITS = { sealsPage: 200, findings: 200 } as const;

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_LIFETIME_MILLISECONDS = MILLISECONDS_PER_DAY;

/** Prints from before there was a journal are taken up behind everything else. */
export const ADOPTION_LIMITS = {
  /** In one transaction, which new prints share. */
  stepPrints: 100,
  /** Of the time that a step takes, so many times as much is left to others. */
  pauseShare: 3,
  /** How long it waits at the most until the writer has nothing else to do, and how often it looks. */
  idleMilliseconds: 10 * MILLISECONDS_PER_SECOND,
  idleLookMilliseconds: 20,
  /** How long it rests when nothing can be written. */
  retryMilliseconds: MILLISECONDS_PER_MINUTE,
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
  /** Prints that a preview of a rule reads, the newest ones, and how long it may take, milliseconds. */
  previewPrints: 1000,
  previewMilliseconds: 5 * MILLISECONDS_PER_SECOND,
  /** Prints that a preview shows. */
  previewedPrints: 20,
} as const;

/** Limits on references: prints that others are compared with. */
export const REFERENCE_LIMITS = {
  /** References of one workspace. */
  references: 1000,
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
  /** Senders of a printer that are remembered, those that printed or asked to last. */
  senders: 100,
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
