import { TillrollError } from "../../domain/errors.ts";
import type { WriteKind } from "./write-handlers.ts";

const PRINTERS = "An archive has no printers; they are those of the shops.";
const OWN_WORK = "The archive does this by itself.";
const AT_SHOP = "This is done where the prints come in, not in an archive.";

/** Why an archive does not do operations of a kind. */
const ABSENT: Partial<Readonly<Record<WriteKind, string>>> = {
  printer: PRINTERS,
  delivery: PRINTERS,
  polledJob: PRINTERS,
  condition: PRINTERS,
  spool: AT_SHOP,
  unspool: AT_SHOP,
  recognition: AT_SHOP,
  card: "An archive does not look for card numbers; the shops do.",
  fiscal: "An archive does not check fiscal codes; the shops do.",
  rule: "An archive has no rules; those of a shop have done their work before its prints come here.",
  retention: "An archive keeps what it has until it is erased; there is no retention to set.",
  reference: "An archive has no references; a print is approved in its shop.",
  webhook: "An archive has no webhooks; those of the shops are told of their prints.",
  notification: "An archive tells nobody by mail or posts; the shops do.",
  seal: "An archive has no journal; each shop has its own.",
  journal: "An archive has no journal; each shop has its own.",
  clock: "An archive takes times as the shops have them.",
  scrub: "The database of an archive is checked with its own tools.",
  background: OWN_WORK,
  forgetPurged: OWN_WORK,
  giveBack: OWN_WORK,
};

/** What is told of an operation that an archive does not do. */
export function absentInArchive(kind: WriteKind): TillrollError {
  return new TillrollError("CONFLICT", ABSENT[kind] ?? "An archive does not do this.", { kind });
}
