import type { Sentences } from "../../text-types.ts";

/** Words and phrases that are put into sentences. */
export const words: Sentences = {
  "a boolean": "ein Wahrheitswert",
  "White rows, {}, between this strip of a picture and the next: {}":
    "Weiße Zeilen ({=1}) zwischen diesem Bildstreifen und dem nächsten: {=2}",
  "Order number": "Bestellnummer",
  "Receipt number": "Belegnummer",
  Total: "Summe",
  "Amount due": "Zu zahlen",
  Date: "Datum",
  "1 word": "1 Wort",
  "{} words": "{1} Wörter",
  "1 code": "1 Code",
  "{} codes": "{1} Codes",
  "Configuration file; by default tillroll.toml in the data folder, else in /etc/tillroll (Windows: %ProgramData%\\Tillroll). none: no file.":
    "Konfigurationsdatei; sonst tillroll.toml im Datenordner oder in /etc/tillroll (Windows: %ProgramData%\\Tillroll). none: keine Datei.",
  "Address to listen on; 0.0.0.0 is all of them.": "Adresse, an der gehorcht wird; 0.0.0.0 sind alle.",
  "Port for web pages that print by HTTPS, beside the others, opened where it is free; one that is given must be. 0: none; repeatable.":
    "Port für Webseiten, die über HTTPS drucken, neben den anderen; er wird geöffnet, wenn er frei ist, ein angegebener muss es sein. 0: keiner; mehrmals möglich.",
  "Port for web pages that print by HTTP, beside the others, opened where it is free; one that is given must be. 0: none; repeatable.":
    "Port für Webseiten, die über HTTP drucken, neben den anderen; er wird geöffnet, wenn er frei ist, ein angegebener muss es sein. 0: keiner; mehrmals möglich.",
  "Port for Star webPRNT beside --port. 0: none.": "Port für Star webPRNT neben --port. 0: keiner.",
  "Port for LPD. 0: none.": "Port für LPD. 0: keiner.",
  "Port for IPP beside --port. 0: none.": "Port für IPP neben --port. 0: keiner.",
  "The seals of the journal cannot be written into the data folder: {}":
    "Die Siegel des Journals lassen sich nicht in den Datenordner schreiben: {=1}",
  "The seals of the journal do not get to where they are kept elsewhere: {}":
    "Die Siegel des Journals kommen nicht dorthin, wo sie anderswo aufgehoben werden: {=1}",
  "The seals of the journal get no time stamp: {}":
    "Die Siegel des Journals bekommen keinen Zeitstempel: {=1}",
  "{} damaged on the disk: {}{}.": "Auf der Festplatte beschädigt: {=1} ({2}{3}).",
};
