/** Delimiter tags: what a group of attributes is about (RFC 8010, section 3.5.1). */
export const GROUP = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const;

/** Tags from here up are values; those below begin a group. */
export const FIRST_VALUE_TAG = 0x10;

/** Value tags (RFC 8010, section 3.5.2). */
export const TAG = {
  unsupported: 0x10,
  unknown: 0x12,
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  rangeOfInteger: 0x33,
  begCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  textWithoutLanguage: 0x41,
  nameWithoutLanguage: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
  memberAttrName: 0x4a,
} as const;

/** Whether a value of this tag is a character string; 40h to 5Fh are, also those not yet given out. */
export function isTextTag(tag: number): boolean {
  return tag >= 0x40 && tag <= 0x5f && tag !== TAG.memberAttrName;
}
