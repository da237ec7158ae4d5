import type { Sentences } from "../../text-types.ts";

/** The journal, its seals, fiscal codes, gaps and card numbers. */
export const journal: Sentences = {
  'The last verification of the journal found {} faults: what is stored is not what was entered. See the page "Journal".':
    "Die letzte Prüfung des Journals hat {1} Fehler gefunden: Was gespeichert ist, ist nicht, was eingetragen wurde. Siehe die Seite „Journal“.",
  "A seal in {} is none: it was changed there.": "Ein Siegel in {1} ist keines: Es wurde dort verändert.",
  "{} has seals of another installation, {}: the database is not the one that was sealed.":
    "{1} hat Siegel einer anderen Installation, {2}: Die Datenbank ist nicht die, die versiegelt wurde.",
  "Seal {} of {}, which is in {}, is not in the database: what it covers was rewritten or removed since, or an older database was put in its place.":
    "Siegel {1} von {2}, das in {3} liegt, ist nicht in der Datenbank: Was es umfasst, wurde seither umgeschrieben oder entfernt, oder eine ältere Datenbank nahm ihren Platz ein.",
  "What is the workspace {} now was sealed as {}.":
    "Was jetzt der Arbeitsbereich {1} ist, wurde als {2} versiegelt.",
  "The journal will be sealed tonight.": "Das Journal wird heute Nacht versiegelt.",
  "The journal is sealed daily.": "Das Journal wird täglich versiegelt.",
  "The time-stamping authority {} gives none: {}.":
    "Die Zeitstempelstelle {1} gibt keinen Zeitstempel: {=2}.",
  "is neither PEM nor base64 of a certificate or key.":
    "ist weder PEM noch base64 eines Zertifikats oder Schlüssels.",
  "has no key of an elliptic curve that signature units use.":
    "hat keinen Schlüssel einer elliptischen Kurve, wie Signatureinheiten sie verwenden.",
  "is missing: a key says not which codes are its.":
    "fehlt: Ein Schlüssel sagt nicht, welche Codes zu ihm gehören.",
  "The prints before print {} are missing: the numbers of prints were changed.":
    "Die Bons vor Bon {1} fehlen: Die Nummern von Bons wurden geändert.",
  "Print {} is in no entry.": "Bon {1} steht in keinem Eintrag.",
  "Print {} is not in its place among the others.": "Bon {1} steht nicht an seinem Platz unter den anderen.",
  "Of the workspace {} missing, and no tombstone is there.":
    "Im Arbeitsbereich fehlt etwas ({1}), und kein Grabstein ist da.",
  "The changes before change {} are missing.": "Die Änderungen vor Änderung {1} fehlen.",
  "Change {} does not come after the prints that it came after.":
    "Änderung {1} steht nicht hinter den Bons, nach denen sie kam.",
  "Change {} is from before the one before it.": "Änderung {1} ist älter als die davor.",
  "Change {} is not what the service writes.": "Änderung {1} ist nicht, was der Dienst schreibt.",
  "Change {} is about print {}, which was stored after it.":
    "Änderung {1} betrifft Bon {2}, der erst danach gespeichert wurde.",
  "Change {} is about a print that this workspace does not have.":
    "Änderung {1} betrifft einen Bon, den dieser Arbeitsbereich nicht hat.",
  "The workspace has prints, and no journal.": "Der Arbeitsbereich hat Bons und kein Journal.",
  "The journal had {} prints and {} changes; there are {} and {}.":
    "Das Journal hatte {1} Bons und {2} Änderungen; da sind {3} und {4}.",
  "The journal does not say when its last change was.":
    "Das Journal sagt nicht, wann seine letzte Änderung war.",
  "There are bytes of print {}, and there is no such print.":
    "Von Bon {1} sind Bytes da, und den Bon gibt es nicht.",
  "There are rows of {} of workspace {}, and there is no such workspace.":
    "Es gibt Zeilen von {1} des Arbeitsbereichs {2}, und diesen Arbeitsbereich gibt es nicht.",
  "The last print is {}, and numbers up to {} were given.":
    "Der letzte Bon ist {1}, und Nummern bis {2} wurden vergeben.",
  "The journal had {} entries, and {} are missing at its end.":
    "Das Journal hatte {1} Einträge, und am Ende fehlen {2}.",
  "The hashes at the end of the journal are not those of its entries.":
    "Die Hashes am Ende des Journals sind nicht die seiner Einträge.",
  "The hash of entries from {} on is kept, and they are missing.":
    "Der Hash der Einträge ab {1} ist aufgehoben, und sie fehlen.",
  "Seal {} is of {} entries, and there are {}: the others were removed.":
    "Siegel {1} umfasst {2} Einträge, und da sind {3}: Die anderen wurden entfernt.",
  "Seal {} was made, and is missing.": "Siegel {1} wurde erstellt und fehlt.",
  "{} entries {} to {}.": "{=1} Einträge {2} bis {3}.",
  "Entries 0 to {} are not those of seal {}, nor of those after it.":
    "Die Einträge 0 bis {1} sind nicht die von Siegel {2} oder der Siegel danach.",
  "The seal before seal {} is missing.": "Das Siegel vor Siegel {1} fehlt.",
  "The time stamp of seal {}: {}.": "Der Zeitstempel von Siegel {1}: {=2}.",
  "Seal {} is not what the service writes.": "Siegel {1} ist nicht, was der Dienst schreibt.",
  "Seal {} is one of another journal.": "Siegel {1} gehört zu einem anderen Journal.",
  "Seal {} does not go on from the one before it.": "Siegel {1} schließt nicht an das davor an.",
  "Print {} was not entered once as a print from before there was a journal.":
    "Bon {1} wurde nicht genau einmal als Bon aus der Zeit vor dem Journal eingetragen.",
  "The row of print {} does not have its checksum.": "Die Zeile von Bon {1} hat nicht ihre Prüfsumme.",
  "Print {} was changed after it was removed.": "Bon {1} wurde geändert, nachdem er entfernt war.",
  "The bytes of print {} are missing.": "Die Bytes von Bon {1} fehlen.",
  "The bytes of print {} are there, and it was removed.":
    "Die Bytes von Bon {1} sind da, und er wurde entfernt.",
  "The bytes of print {} do not have their hash.": "Die Bytes von Bon {1} haben nicht ihren Hash.",
  "Print {} is not what was entered of it {}.": "Bon {1} ist nicht, was über ihn eingetragen wurde ({2}).",
  "Print {} was removed, and no entry says so.": "Bon {1} wurde entfernt, und kein Eintrag sagt das.",
  "Print {} is there, and its entry says that it was removed.":
    "Bon {1} ist da, und sein Eintrag sagt, dass er entfernt wurde.",
  "Why or by whom print {} was removed is not what was entered.":
    "Warum oder von wem Bon {1} entfernt wurde, ist nicht, was eingetragen wurde.",
  "The salt of print {} is there, and it was removed.": "Das Salz von Bon {1} ist da, und er wurde entfernt.",
  "Who did what to print {} is not what was entered.":
    "Wer was mit Bon {1} getan hat, ist nicht, was eingetragen wurde.",
  "What is known of the print, or its bytes, is not what was entered last.":
    "Was über den Bon bekannt ist, oder seine Bytes, ist nicht, was zuletzt eingetragen wurde.",
  "The bytes of the print are not those that came, or are missing.":
    "Die Bytes des Bons sind nicht die, die kamen, oder fehlen.",
  "The row of the print is not what the service wrote.":
    "Die Zeile des Bons ist nicht, was der Dienst geschrieben hat.",
  "The print is in no entry: it was not stored by the service.":
    "Der Bon steht in keinem Eintrag: Der Dienst hat ihn nicht gespeichert.",
  "The number of the print is missing: it was taken away without a tombstone.":
    "Die Nummer des Bons fehlt: Er wurde ohne Grabstein weggenommen.",
  "Prints are not in the order in which they were stored.":
    "Bons stehen nicht in der Reihenfolge, in der sie gespeichert wurden.",
  "The print, or its bytes, belong to nothing that is there.":
    "Der Bon oder seine Bytes gehören zu nichts, was da ist.",
  "Whether, why or by whom the print was removed is not what was entered.":
    "Ob, warum oder von wem der Bon entfernt wurde, ist nicht, was eingetragen wurde.",
  "Who did what to the print is not what was entered.":
    "Wer was mit dem Bon getan hat, ist nicht, was eingetragen wurde.",
  "An entry is missing.": "Ein Eintrag fehlt.",
  "An entry stands where it cannot: before its print, after its removal, or a second time.":
    "Ein Eintrag steht, wo er nicht stehen kann: vor seinem Bon, nach dessen Entfernung oder ein zweites Mal.",
  "An entry is not what the service writes.": "Ein Eintrag ist nicht, was der Dienst schreibt.",
  "The time of an entry goes back.": "Die Zeit eines Eintrags geht rückwärts.",
  "Entries are not those of which the hashes were kept.":
    "Einträge sind nicht die, deren Hashes aufgehoben wurden.",
  "The journal does not end where it was left.": "Das Journal endet nicht, wo es verlassen wurde.",
  "A seal is not what the service writes, or is missing.":
    "Ein Siegel ist nicht, was der Dienst schreibt, oder fehlt.",
  "The entries are not those that were sealed.": "Die Einträge sind nicht die, die versiegelt wurden.",
  "The time stamp of a seal is not about it.": "Der Zeitstempel eines Siegels gilt nicht ihm.",
  "A seal that was kept apart from the database is not in it.":
    "Ein Siegel, das getrennt von der Datenbank aufgehoben wurde, ist nicht in ihr.",
  "Seals that were kept apart from the database are of another installation.":
    "Siegel, die getrennt von der Datenbank aufgehoben wurden, sind die einer anderen Installation.",
  "A seal was changed where it is kept apart from the database.":
    "Ein Siegel wurde dort verändert, wo es getrennt von der Datenbank aufgehoben wird.",
  "Numbers of prints were given, and the prints are not there.":
    "Nummern von Bons wurden vergeben, und die Bons sind nicht da.",
  "No print of the last days has a full card number.":
    "Kein Bon der letzten Tage hat eine volle Kartennummer.",
  'Prints with full card numbers come in: "tillroll cards" and the page of completeness name them and the devices whose set-up is to be changed, so that these print no more than the last four digits.':
    "Es kommen Bons mit vollen Kartennummern: „tillroll cards“ und die Seite „Vollständigkeit“ nennen sie und die Geräte, die anders einzustellen sind, damit sie höchstens die letzten vier Ziffern drucken.",
  "must be of numbers that are counted up: there are more than {} runs without a gap. Choose another tag, a pattern, or a shorter time with from and to.":
    "muss Nummern haben, die hochgezählt werden: Es gibt mehr als {1} Stücke ohne Lücke. Wählen Sie einen anderen Tag, ein Muster oder mit from und to einen kürzeren Zeitraum.",
  "must be of numbers that are counted up: there are more than {} series, devices and days. Choose another tag, a pattern, or a shorter time with from and to.":
    "muss Nummern haben, die hochgezählt werden: Es gibt mehr als {1} Reihen, Geräte und Tage. Wählen Sie einen anderen Tag, ein Muster oder mit from und to einen kürzeren Zeitraum.",
};
