import type { workspaceSettings as original } from "../en/workspace-settings.ts";
import type { Translated } from "../text-types.ts";

export const workspaceSettings: Translated<typeof original> = {
  title: "Einstellungen",
  about: "Was in diesem Arbeitsbereich gilt, wo ein Drucker oder Bon nichts anderes sagt.",
  aboutInArchive:
    "Was in diesem Arbeitsbereich gilt, wo ein Bon nichts anderes sagt. Regeln, Fiskalcodes und das Lesen von Bildern werden in jeder Filiale eingestellt: Ihre Bons bringen mit, was dort gefunden wurde.",
  "part.paper": "Papier",
  "part.reading": "Lesen",
  "part.limits": "Grenzen",
  save: "Speichern",
  saved: "Die Einstellungen sind gespeichert.",
  model: "Modell",
  "model.help": "Das Modell der Drucker, die kein eigenes haben. Bons werden wie auf seinem Papier gezeigt.",
  width: "Spalten",
  "width.help": "Zeichen einer Zeile. Leer: die des Modells.",
  charset: "Zeichen",
  "charset.help": "Was die Zeichen der Bons sind, wo sie es nicht selbst sagen. Leer: die des Modells.",
  profile: "Hersteller",
  "profile.help": "Wessen Dialekt die Drucker sprechen. Leer: der des Modells.",
  recognitionLanguages: "Sprachen von Bildern",
  "recognitionLanguages.help":
    "In denen Bilder von Bons gelesen werden, eine je Zeile, etwa eng oder deu; höchstens vier. Leer: die des Rechners und die in den Bons gefundenen.",
  defaultRules: "Mitgelieferte Regeln gelten",
  "defaultRules.help":
    "Sie finden Bestellnummern, Summen, Tische und dergleichen, nach Ihren eigenen Regeln.",
  maskCardNumbers: "Kartennummern unkenntlich machen",
  "maskCardNumbers.help":
    "Von vollen Nummern von Zahlungskarten werden höchstens die ersten sechs und letzten vier Ziffern gezeigt, auch in Exporten. Die Bytes bleiben, wie sie kamen.",
  fiscalCodes: "Fiskalcodes werden gelesen",
  "fiscalCodes.help":
    "Deutsche (TSE) und österreichische (RKSV) Codes werden zu Merkmalen, ihre Signaturen werden geprüft.",
  printQuota: "Höchstens so viele Bons",
  "printQuota.help": "Gelöschte zählen mit. Was darüber hinaus kommt, wird abgelehnt. Leer: keine Grenze.",
  requestRate: "Anfragen je Sekunde",
  "requestRate.help": "So viele werden beantwortet. Leer: keine Grenze.",
  index: "Suchindex",
  indexText: {
    one: "{n} Bon, {sealed} davon in Segmenten.",
    other: "{n} Bons, {sealed} davon in Segmenten.",
  },
  newest: "Der neueste Bon",
  newestAbout:
    "Immer unter diesen Adressen: für einen Bildschirm an der Wand oder für Tests von Kassensoftware. Wer sie öffnet, ist hier angemeldet oder sendet einen API-Schlüssel.",
  newestAboutInArchive:
    "Immer unter diesen Adressen, etwa für einen Bildschirm in der Zentrale. Wer sie öffnet, ist hier angemeldet oder sendet einen API-Schlüssel.",
  newestPage: "Als Seite",
  newestPicture: "Als Bild",
  newestGuide: "Kassensoftware damit testen",
};
