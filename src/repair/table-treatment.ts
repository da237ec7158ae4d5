/*
 * Which tables are not taken as they are, and why. All others are, whichever the migrations make: a table that comes later is not
 * forgotten.
 */

/** Tables that are made again from the prints, by the first start. */
const DERIVED: Readonly<Record<string, string>> = {
  index_segment: "the search index is built anew",
  index_chunk: "the search index is built anew",
  index_change: "the search index is built anew",
  index_removal: "the search index is built anew",
  print_text: "the lines of prints are decoded anew",
  scrub_finding: "it is about the damaged database",
  scrub_state: "it is about the damaged database",
  recognition_text: "it is written from what was recognised, for the index that is built anew",
};

/** Tables of what is under way: an old state of it would be done a second time, or let somebody in whose session has ended. */
const UNDER_WAY: Readonly<Record<string, string>> = {
  delivery: "it would be printed again",
  polled_job: "the address would be told a second time",
  spooled_job: "it would be stored a second time",
  spooled_part: "it would be stored a second time",
  idempotency_key: "its print may be another one by now",
  event: "it would be told a second time",
  notice: "it would be told a second time",
  sign_in_link: "it may have been used",
  person_link: "it may have been used",
  session: "it may have ended",
  person_session: "it may have ended",
  recognition_queue: "it may be done",
  printer_condition: "it was told",
  health_condition: "it was told",
  clock: "it is of another time",
};

/** Tables of counts and places, which an old state has wrong; they are made right in the end. */
const COUNTED: Readonly<Record<string, string>> = {
  journal_head: "an older end of the journal has other entries after it",
  removal_count: "removed prints are counted anew",
  rule_progress: "rules go on after the last print",
  charset_progress: "prints are read as they were",
  rule_application: "rules are applied again by a person",
  retention_version: "what was found out before counts no more",
  retention_run: "the next run tells anew",
};

/** Whether a table counts, or says how far something has got. */
export function isCounted(table: string): boolean {
  return table in COUNTED;
}

/** Whether a table can be made from others. */
export function isDerived(table: string): boolean {
  return table in DERIVED;
}

/** Whether only its present rows count: old ones, such as a backup's, do harm. */
export function isUnderWay(table: string): boolean {
  return table in UNDER_WAY;
}
