import type { Texts } from "../text-types.ts";

/** The page in place of another one while the storage is away. The service writes it itself: it is there without scripts. */
export const unavailable = {
  title: "Not available now",
  archive: "The database of this archive does not answer, or cannot be written.",
  archiveSafe:
    "Nothing is lost: shops go on printing, keep their prints, and send them once the database is back.",
  archiveHelp:
    "Whoever looks after the archive: see that PostgreSQL runs and that this machine reaches it. The log of the archive says what is wrong.",
  shop: "What Tillroll has stored cannot be read or written now.",
  full: "The disk is full: nothing can be written now.",
  shopHelp: "On the PC where Tillroll runs, {command} says what is wrong and what to do.",
  back: "This page comes back by itself.",
} as const satisfies Texts;
