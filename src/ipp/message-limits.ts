/** Limits on one message of IPP that comes from elsewhere. */
export const MESSAGE_LIMITS = {
  /** Values in one message, those inside collections included. */
  values: 2_000,
  /** Groups of attributes in one message: a request has two or three, an answer about many printers one for each. */
  groups: 100,
  /** Collections inside collections. */
  collectionLevels: 16,
} as const;
