/** Bounds of reading fiscal codes, and of what is told of them. */
export const FISCAL_LIMITS = {
  /** Longer texts are no code: a symbol holds no more characters. */
  codeCharacters: 4296,
  /** Codes of one print; a receipt has one. */
  codesPerPrint: 20,
  /** Lines that a code in letters may go on over. */
  linesPerCode: 16,
  /** Certificates and keys of a workspace. */
  certificates: 1000,
  /** Bytes of a certificate's file. */
  certificateBytes: 20_000,
  /** Findings in one report; those that are left are counted. */
  findings: 1000,
  /** Ranges of missing numbers that are listed of each device. */
  ranges: 100,
  /** Tills and devices in one report. */
  devices: 1000,
  /** Codes that are read from the table at a time: requests are answered in between. */
  batchCodes: 500,
} as const;
