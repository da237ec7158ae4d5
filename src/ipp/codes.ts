/** The operations that are answered, by their codes (RFC 8011, section 5.4.15; PWG 5100.11 and 5100.13 for the last three). */
export const OPERATION = {
  printJob: 0x0002,
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
  cancelMyJobs: 0x0039,
  closeJob: 0x003b,
  identifyPrinter: 0x003c,
} as const;

/** Status codes (RFC 8011, appendix B; PWG 5100.13 for the account's limit). */
export const STATUS = {
  ok: 0x0000,
  okIgnoredOrSubstituted: 0x0001,
  badRequest: 0x0400,
  forbidden: 0x0401,
  notPossible: 0x0404,
  notFound: 0x0406,
  requestEntityTooLarge: 0x0408,
  documentFormatNotSupported: 0x040a,
  attributesOrValuesNotSupported: 0x040b,
  charsetNotSupported: 0x040d,
  compressionNotSupported: 0x040f,
  compressionError: 0x0410,
  documentFormatError: 0x0411,
  accountLimitReached: 0x041e,
  internalError: 0x0500,
  operationNotSupported: 0x0501,
  serviceUnavailable: 0x0502,
  versionNotSupported: 0x0503,
  busy: 0x0507,
  jobCanceled: 0x0508,
  multipleDocumentJobsNotSupported: 0x0509,
  tooManyJobs: 0x050b,
} as const;

export type IppStatus = (typeof STATUS)[keyof typeof STATUS];

/** States of a printer (RFC 8011, section 5.4.11). */
export const PRINTER_STATE = { idle: 3, processing: 4, stopped: 5 } as const;

/** States of a job (RFC 8011, section 5.3.7). */
export const JOB_STATE = {
  pending: 3,
  pendingHeld: 4,
  processing: 5,
  processingStopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const;

export type JobState = (typeof JOB_STATE)[keyof typeof JOB_STATE];

/** How a document may be packed (RFC 8011, section 5.4.32). */
export const COMPRESSIONS = ["none", "gzip", "deflate"] as const;

export type Compression = (typeof COMPRESSIONS)[number];
