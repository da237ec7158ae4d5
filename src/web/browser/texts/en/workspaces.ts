import type { Texts } from "../text-types.ts";

export const workspaces = {
  title: "Workspaces",
  aboutInArchive:
    "A shop of the chain each, and those of the archive’s own: prints are seen in theirs alone.",
  about: "A shop, a branch or a customer each: its prints, printers, rules and tokens are seen in it alone.",
  make: "Make a workspace",
  list: "Workspaces",
  slug: "Name in addresses",
  slugHint: "Letters, digits and “-”. It stays.",
  paper: "Paper",
  columns: { one: "{n} column", other: "{n} columns" },
  prints: "Prints",
  indexed: "In the search index",
  building: "Being built: {percent} %",
  pending: { one: "{n} print is still to be read", other: "{n} prints are still to be read" },
  settings: "Settings",
  settingsOf: "Settings of {name}",
  rebuild: "Build the index anew",
  rebuildOf: "Build the index anew: {name}",
  rebuildTitle: "Build the search index anew?",
  rebuildText: "Nothing is lost, and everything is found meanwhile; searches are slower until it is done.",
} as const satisfies Texts;
