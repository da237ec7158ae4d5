import type { start as original } from "../en/start.ts";
import type { Translated } from "../text-types.ts";

export const start: Translated<typeof original> = {
  title: "Erste Schritte",
  about: "In wenigen Minuten zum ersten Bon. Alles lässt sich später ändern.",
  done: "Erledigt",

  tillTitle: "Sagen Sie Ihrer Kasse, wohin sie druckt",
  tillAbout:
    "Legen Sie in der Kasse einen Bondrucker im Netz an (Epson, ESC/POS), mit dieser Adresse und diesem Port.",
  tillAddress: "Für Ihre Kasse: {host}, Port {port}",
  otherMachine: "Läuft die Kasse auf diesem Rechner? Dann ist die Adresse 127.0.0.1.",
  noPrinter: "Noch gibt es keinen Drucker, auf den eine Kasse drucken könnte.",
  makePrinter: "Einen anlegen",
  portTaken: "Dorthin können Kassen noch nicht drucken: {reason}.",

  printTitle: "Der erste Bon",
  printWaiting: "Warten auf den ersten Bon. Er erscheint hier, sobald er kommt …",
  printTest: "Probebon drucken",
  printCame: "Er kam um {time}.",
  printLabel: "Papier des neuesten Bons",
  printOpen: "Öffnen",

  targetTitle: "Der echte Drucker",
  targetAbout: "Bons gehen an ihn weiter und warten, solange er kein Papier hat oder ausgeschaltet ist.",
  targetIs: "{printer} druckt auf {target}.",
  targetLook: "Drucker suchen",
  targetType: "Adresse eingeben",
  targetNone: "Ohne echten Drucker werden Bons nur gespeichert und gezeigt.",

  passwordTitle: "Ein Passwort",
  passwordAbout:
    "Damit Sie sich von jedem Gerät im Laden anmelden können, ohne Link. Es kann auch wegbleiben.",
  passwordSet: "Ihr Passwort ist gesetzt.",

  bootTitle: "Mit dem Rechner starten",
  bootAbout: "Damit Kassen auch nach jedem Neustart drucken können.",
  bootInstalled: "Tillroll startet mit diesem Rechner.",
  bootOther: "Tillroll startet schon mit diesem Rechner, aber mit anderen Daten als diesen.",
  bootUnknown:
    "Was auf diesem Rechner Dienste startet, ist hier nicht bekannt; wie es geht, steht in der Anleitung: Install.",
  bootCommand: "Geben Sie dies auf diesem Rechner in ein Terminal ein, als sein Verwalter:",
  bootCopy: "Befehl kopieren",
  bootMoves: "Das beendet das Tillroll dieses Fensters und übernimmt seine Daten.",

  doneTitle: "Bereit",
  doneAbout:
    "Bons erscheinen in der Liste, sobald sie kommen; die Seite der Drucker sagt, wie es jedem geht.",
  toPrints: "Zu den Bons",
  toPrinters: "Zu den Druckern",
  guide: "Anleitung",

  emptyLink: "Erste Schritte",
};
