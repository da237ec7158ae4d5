/**
 * Every limit of the contract and of our own, in one place, with its unit. Lengths of text are in Unicode
 * code points (api-decisions: "Characters are Unicode code points everywhere a length is limited").
 */

export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;
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
  cursorCharacters: 2000,
} as const;

/** Limits on a workspace. */
export const WORKSPACE_LIMITS = {
  slugCharacters: 63,
} as const;

/** Limits on HTTP requests that are not prints. */
export const REQUEST_LIMITS = {
  /** Search and update bodies: a 1,000-condition query with the longest values fits several times. */
  jsonBodyBytes: 4 * MEBIBYTE,
  /** What a create body may hold beside its base64 text: metadata, escapes and unknown fields. */
  createMetadataBytes: 1 * MEBIBYTE,
  idempotencyKeyCharacters: 255,
  badTokensPerAddress: 20,
  badTokenWindowMilliseconds: MILLISECONDS_PER_MINUTE,
  /** Addresses remembered for the bad-token limit; the oldest is forgotten first. */
  badTokenAddresses: 10_000,
} as const;

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_LIFETIME_MILLISECONDS = MILLISECONDS_PER_DAY;

/** Limits on what waits for the writer: beyond it 503 with Retry-After, never unbounded memory. */
export const WRITER_LIMITS = {
  waitingOperations: 20_000,
  /** Operations that go to the writer's Worker in one message. */
  messageOperations: 16,
  waitingBytes: 128 * MEBIBYTE,
  transactionOperations: 1_000,
  transactionBytes: 32 * MEBIBYTE,
} as const;

/** Refuse new prints below this much free disk: on a full disk SQLite can do nothing, DELETE included. */
export const MINIMUM_FREE_DISK_BYTES = 64 * MEBIBYTE;

/** Sign-in links and sessions of the dashboard. */
export const SESSION_LIMITS = {
  signInLinkMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  sessionMilliseconds: 30 * MILLISECONDS_PER_DAY,
} as const;
