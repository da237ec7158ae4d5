import type { Sentences } from "../../text-types.ts";

/** Commands of receipts. */
export const commands: Sentences = {
  // Marks beside the paper.
  "✂ cut": "✂ Schnitt",
  "✂ partial cut": "✂ Teilschnitt",
  "drawer kick": "Schublade auf",
  "drawer kick, pin {}": "Schublade auf, Pin {1}",
  "drawer kick, device {}": "Schublade auf, Gerät {1}",
  beep: "Piepton",
  "feed {}": "Vorschub {=1}",
  "to the peeling position": "zum Abziehen",
  "to the cutting position": "zum Schneiden",
  "to the start of the next label": "zum nächsten Etikett",
  "customer display: {}": "Kundenanzeige: {1}",
  "{} ×{}": "{=1} ×{2}",
  "not recognised": "nicht erkannt",
  recognised: "erkannt",
  "{} % sure": "zu {1} % sicher",
  "Star's": "die von Star",
  "The {} prints no text: its driver sends pictures (Star raster)":
    "{1} druckt keinen Text: Der Treiber sendet Bilder (Star-Raster)",
  "The {} prints no bar codes: print the number as text, or a picture of the bars":
    "{1} druckt keine Strichcodes: Drucken Sie die Nummer als Text oder die Striche als Bild",
  "The {} prints no two-dimensional symbols: send a picture of it":
    "{1} druckt keine zweidimensionalen Codes: Senden Sie ein Bild davon",
  "The {} prints no raster images: send columns (ESC *)":
    "{1} druckt keine Rasterbilder: Senden Sie Spalten (ESC *)",
  "The {} prints no columns of dots: send a raster image (GS v 0)":
    "{1} druckt keine Punktspalten: Senden Sie ein Rasterbild (GS v 0)",
  "The {} has pins for columns of 8 dots only: send modes 0 and 1":
    "{1} hat nur Nadeln für Spalten von 8 Punkten: Senden Sie die Modi 0 und 1",
  "The {} keeps and prints no graphics: send the picture as columns (ESC *)":
    "{1} speichert und druckt keine Grafiken: Senden Sie das Bild als Spalten (ESC *)",
  "The {} has no page mode: print line by line": "{1} hat keinen Seitenmodus: Drucken Sie Zeile für Zeile",
  "The {} prints no double-byte characters: send a picture of the text":
    "{1} druckt keine Doppelbyte-Zeichen: Senden Sie den Text als Bild",
  "The {} has no cutter: feed the paper to its edge to be torn off":
    "{1} hat keinen Abschneider: Schieben Sie das Papier bis zur Abreißkante vor",
  "The {} prints in one colour: what is meant to be red is black":
    "{1} druckt einfarbig: Was rot sein soll, ist schwarz",
  "No printer has this command: its bytes are dropped, and what follows may be printed":
    "Kein Drucker hat diesen Befehl: Seine Bytes fallen weg, und was folgt, wird vielleicht gedruckt",
  "The print ends inside this command": "Der Bon endet mitten in diesem Befehl",
  "It is {} wide, and the print area {}: send it at most as wide as the print area":
    "Breite: {=1}, der Druckbereich hat {2}: Senden Sie es höchstens so breit wie den Druckbereich",
  "1 dot": "1 Punkt",
  "send ESC 0 before them, for lines of 24 dots": "senden Sie davor ESC 0, für Zeilen von 24 Punkten",
  "send ESC 3 {} before them": "senden Sie davor ESC 3 {1}",
  "send GS P 0 0 and ESC 3 {} before them, in the printer's own motion units":
    "senden Sie davor GS P 0 0 und ESC 3 {1}, in den eigenen Einheiten des Druckers",
  "These commands are {}, and the {} speaks {}: it prints something else":
    "Diese Befehle sind {=1}, und {2} spricht {=3}: Er druckt etwas anderes",
  "{} has no character {}: choose a code page that has it before this text":
    "{1} hat das Zeichen {2} nicht: Wählen Sie vor diesem Text eine Codepage, die es hat",
  "This text is UTF-8, which nothing told the printer: it prints several characters of {} for one. Send it in a code page that the printer has":
    "Dieser Text ist UTF-8, was dem Drucker nichts gesagt hat: Er druckt für ein Zeichen mehrere von {1}. Senden Sie ihn in einer Codepage, die der Drucker hat",
  "CODE128 begins without a code set, so that nothing is printed: put {B (or {A, {C) before the data":
    "CODE128 beginnt ohne Zeichensatz, deshalb wird nichts gedruckt: Setzen Sie {B (oder {A, {C) vor die Daten",
  "Code page {} is not known on {} printers: choose one that they have":
    "Die Codepage {1} ist auf Druckern von {2} nicht bekannt: Wählen Sie eine, die sie haben",
  "Its characters are read as “{}” {}{}": "Seine Zeichen werden als „{1}“ gelesen, {=2}{=3}",
  "as its settings say": "wie die Einstellungen es sagen",
  "as a command of the print says": "wie ein Befehl des Bons es sagt",
  "by its text": "nach seinem Text",
  "as the earlier prints of its device, since its text alone is too little to tell":
    "wie frühere Bons seines Geräts, weil sein Text allein zu wenig sagt",
  ", which is {}": ", was {=1} ist",
  doubtful: "zweifelhaft",
  certain: "sicher",
  "Nothing was recognised in a picture{}": "In einem Bild wurde nichts erkannt{=1}",
  "Recognised in a picture, not printed as text: {}{}{}":
    "In einem Bild erkannt, nicht als Text gedruckt: {=1}{=2}{=3}",
  likely: "wahrscheinlich",
  "{} % sure on average": "im Mittel zu {1} % sicher",
  "the least sure word {} %": "das unsicherste Wort zu {1} %",
};
