import type { workspaces as original } from "../en/workspaces.ts";
import type { Translated } from "../text-types.ts";

export const workspaces: Translated<typeof original> = {
  title: "Arbeitsbereiche",
  aboutInArchive: "Je eine Filiale der Kette, dazu die eigenen des Archivs: Bons sieht man nur in ihrem.",
  about:
    "Je ein Geschäft, eine Filiale oder ein Kunde: Bons, Drucker, Regeln und Schlüssel sieht man nur darin.",
  make: "Arbeitsbereich anlegen",
  list: "Arbeitsbereiche",
  slug: "Name in Adressen",
  slugHint: "Buchstaben, Ziffern und „-“. Er bleibt.",
  paper: "Papier",
  columns: { one: "{n} Spalte", other: "{n} Spalten" },
  prints: "Bons",
  indexed: "Im Suchindex",
  building: "Wird gebaut: {percent} %",
  pending: { one: "{n} Bon ist noch zu lesen", other: "{n} Bons sind noch zu lesen" },
  settings: "Einstellungen",
  settingsOf: "Einstellungen von {name}",
  rebuild: "Index neu bauen",
  rebuildOf: "Index neu bauen: {name}",
  rebuildTitle: "Den Suchindex neu bauen?",
  rebuildText:
    "Nichts geht verloren, und gefunden wird inzwischen alles; die Suche ist nur langsamer, bis er fertig ist.",
};
