import type { journal as en } from "../en/journal.ts";
import type { Translated } from "../text-types.ts";

/** Das Journal, seine Siegel und ihre Prüfung. */
export const journal: Translated<typeof en> = {
  title: "Journal",
  about: "Was gespeichert und was damit getan wurde, so eingetragen, dass niemand es unbemerkt ändert.",
  limits:
    "Es ist ein Archiv von Kopien und kein Fiskalsystem. Wer die Dateien dieses Rechners hat, kann sie alle neu schreiben: Das zeigt nur ein Siegel, das anderswo liegt.",
  guide: "Was es zeigt und wie Dritte es prüfen",
  state: "Das Journal",
  whole: "Bei der letzten Prüfung war alles so, wie es eingetragen wurde.",
  unknown: "Es wurde noch nicht geprüft.",
  wrong: {
    one: "Die letzte Prüfung fand {n} Fehler: Was gespeichert ist, ist nicht, was eingetragen wurde.",
    other: "Die letzte Prüfung fand {n} Fehler: Was gespeichert ist, ist nicht, was eingetragen wurde.",
  },
  verify: "Jetzt prüfen",
  verifying: "Wird geprüft: {percent} %",
  verifiedAt: "Geprüft",
  comparedPrints: { one: "{n} Druck verglichen", other: "{n} Drucke verglichen" },
  comparedSeals: { one: "{n} Siegel verglichen", other: "{n} Siegel verglichen" },
  fault: "Die Siegel anderswo konnten nicht verglichen werden: {reason}",
  entries: "Einträge",
  unsealed: { one: "{n} seit dem letzten Siegel", other: "{n} seit dem letzten Siegel" },
  toAdopt: "Noch nicht eingetragen",
  toAdoptPrints: {
    one: "{n} Druck aus der Zeit vor dem Journal",
    other: "{n} Drucke aus der Zeit vor dem Journal",
  },
  findings: "Was gefunden wurde",
  print: "Druck {id}",
  more: { one: "und {n} weiterer", other: "und {n} weitere" },
  restores: "Wiederhergestellte Sicherungen",
  restored: {
    one: "{time}: {n} Siegel dessen, was dabei verloren ging, wird nicht vermisst. Vergewissern Sie sich, dass das stimmt.",
    other:
      "{time}: {n} Siegel dessen, was dabei verloren ging, werden nicht vermisst. Vergewissern Sie sich, dass das stimmt.",
  },
  seals: "Siegel",
  newestSeals: "Die neuesten Siegel",
  seal: "Jetzt versiegeln",
  sealed: "Versiegelt.",
  noSeals: "Das erste Siegel entsteht heute Nacht.",
  lastSeal: "Letztes Siegel",
  place: "Anderswo verwahrt",
  noPlace: "Nirgends: Den Dienst mit --journal-seals starten.",
  authority: "Zeitstempel von",
  noAuthority: "Niemandem: Den Dienst mit --time-stamp starten.",
  number: "Siegel",
  sealedAt: "Versiegelt",
  timeStamp: "Zeitstempel",
  hash: "Hash",
  export: "Journal exportieren",
};
