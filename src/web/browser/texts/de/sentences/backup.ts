import type { Sentences } from "../../text-types.ts";

/** Backups, drills, scrubs, retention and removal. */
export const backup: Sentences = {
  "{} names no bucket; write s3://bucket/prefix.":
    "{1} nennt keinen Bucket; schreiben Sie s3://BUCKET/PRÄFIX.",
  "The last try takes long.": "Der letzte Versuch dauert lange.",
  "The last try failed; the service's log says why.":
    "Der letzte Versuch ist gescheitert; das Protokoll des Dienstes sagt, warum.",
  "Backups are on the disk of the data: what takes the one takes the other. Choose a place on another disk.":
    "Die Sicherungen liegen auf der Festplatte der Daten: Was die einen trifft, trifft auch die anderen. Wählen Sie einen Ort auf einer anderen.",
  "The first backup of this run is to come.": "Die erste Sicherung seit dem Start kommt noch.",
  "All that was stored by {} is backed up.": "Alles, was bis {1} gespeichert wurde, ist gesichert.",
  "A backup is under way already.": "Es wird schon gesichert.",
  'The place of the backups has none of those that were made there: its disk is not there, or is another one. Connect it; or, if it is to be used from now on, run "tillroll backup" once.':
    "Am Ort der Sicherungen liegt keine von denen, die dort erstellt wurden: Seine Festplatte fehlt, oder es ist eine andere. Verbinden Sie sie; oder führen Sie einmal „tillroll backup“ aus, wenn diese von jetzt an gelten soll.",
  "There is no place for backups.": "Für Sicherungen ist kein Ort festgelegt.",
  "Say where the backup is to go: no place is set up for regular ones.":
    "Sagen Sie, wohin gesichert werden soll: Für regelmäßige Sicherungen ist kein Ort festgelegt.",
  "The data can only be read; no backup is made of it now.":
    "Die Daten lassen sich zurzeit nur lesen; jetzt wird nicht gesichert.",
  "{} cannot be used: {}.": "{1} ist nicht zu verwenden: {=2}.",
  "Backups that were made before it was erased still have it until they are removed; remove them yourself where that is not to wait.":
    "Sicherungen von davor haben ihn noch, bis sie entfernt werden; entfernen Sie sie selbst, wenn das nicht warten soll.",
  "The regular backups have it until about {}, when the last of those is removed that were made before it was erased. Backups that were made by hand, or copied elsewhere, have it until you remove them.":
    "Die regelmäßigen Sicherungen haben ihn etwa bis {1}, wenn die letzte von davor entfernt wird. Sicherungen, die von Hand erstellt oder anderswohin kopiert wurden, haben ihn, bis Sie sie entfernen.",
  "{} in the data folder was kept when another database or version came, and may still have it; delete it when you do not need it.":
    "{1} im Datenordner wurde aufgehoben, als eine andere Datenbank oder Version kam, und hat ihn vielleicht noch; löschen Sie es, wenn Sie es nicht brauchen.",
  'Print {} is under the legal hold "{}" and cannot be erased until that is released.':
    "Bon {1} steht unter der Löschsperre „{2}“ und lässt sich nicht löschen, bis sie aufgehoben ist.",
  "The backup of {} is not what is stored: {}.":
    "Die Sicherung von {1} ist nicht, was gespeichert ist: {=2}.",
  "{} has no room for the database: {} MiB would have to be free. Name another folder with --scratch.":
    "{1} hat keinen Platz für die Datenbank: {2} MiB müssten frei sein. Nennen Sie mit --scratch einen anderen Ordner.",
  "No disk has room to try the backup: {} MiB would have to be free, on the disk of the data or of the backups.":
    "Keine Festplatte hat Platz, um die Sicherung zu erproben: {1} MiB müssten frei sein, auf der der Daten oder der der Sicherungen.",
  "A backup is being tried already; wait for its end.":
    "Es wird schon eine Sicherung erprobt; warten Sie, bis das zu Ende ist.",
  "No backup has been restored for a trial yet; that is done after the next.":
    "Noch wurde keine Sicherung zur Probe wiederhergestellt; das geschieht nach der nächsten.",
  "No backup could be restored so far.": "Bisher ließ sich keine Sicherung wiederherstellen.",
  "Before, it was {}.": "Davor: {=1}.",
  "{}: {} prints were restored for a trial and compared.":
    "{=1}: {2} Bons wurden zur Probe wiederhergestellt und verglichen.",
  "{} No backup has been tried since.": "{=1} Seitdem wurde keine Sicherung erprobt.",
  "It waited when the backup of {} was made that was restored, and may have been printed since: a person decides.":
    "Er wartete, als die wiederhergestellte Sicherung von {1} erstellt wurde, und kann seither gedruckt worden sein: Ein Mensch entscheidet.",
  "Nothing is deleted while the machine's clock is not believed; see the clock.":
    "Nichts wird gelöscht, solange der Uhr des Rechners nicht geglaubt wird; siehe Uhr.",
  'The clock has made a leap, or no service ran for long: nothing is deleted before {}. If the date is right, "tillroll retention confirm" goes on at once.':
    "Die Uhr ist gesprungen, oder lange lief kein Dienst: Vor {1} wird nichts gelöscht. Wenn das Datum stimmt, geht es mit „tillroll retention confirm“ sofort weiter.",
  'The rule of retention {} deletes {} from {} on. If that is meant, "tillroll retention confirm {}" does it at once; otherwise change or remove it.':
    "Die Aufbewahrungsregel {1} löscht {=2} ab {=3}. Wenn das so gemeint ist, geschieht es mit „tillroll retention confirm {4}“ sofort; sonst ändern oder entfernen Sie sie.",
  "The rule of retention {} never applies: rule {} before it is for all prints.":
    "Die Aufbewahrungsregel {1} gilt nie: Regel {2} davor ist für alle Bons.",
  "Prints are kept as the rules say.": "Bons werden aufbewahrt, wie die Regeln es sagen.",
  "All prints are kept.": "Alle Bons werden aufbewahrt.",
  "since the start": "seit dem Start",
  "since {}": "seit {1}",
  "Not backed up {}. {}": "Nicht gesichert {=1}. {=2}",
  "it is no manifest of a {}": "es ist kein Verzeichnis: {=1}",
  "it was made by a newer Tillroll, with which it can be restored":
    "eine neuere Version hat sie erstellt; mit ihr lässt sie sich wiederherstellen",
  "its manifest is damaged": "ihr Verzeichnis ist beschädigt",
  "1 print": "1 Bon",
  "{} prints": "{1} Bons",
  '--{} {} deletes {} from {} on. If that is meant, "tillroll retention confirm" does it at once; otherwise start the service with another limit.':
    "--{1} {2} löscht {=3} ab {=4}. Wenn das so gemeint ist, geschieht es mit „tillroll retention confirm“ sofort; sonst starten Sie den Dienst mit einer anderen Grenze.",
  "restorable as of {}": "wiederherstellbar mit Stand {1}",
  "Restorable as of {}": "Wiederherstellbar mit Stand {1}",
  "The last backup could not be restored for a trial: {} No backup could be restored so far.":
    "Die letzte Sicherung ließ sich nicht zur Probe wiederherstellen: {=1} Bisher ließ sich keine wiederherstellen.",
  "The last backup could not be restored for a trial: {} Before, it was {}.":
    "Die letzte Sicherung ließ sich nicht zur Probe wiederherstellen: {=1} Davor: {=2}.",
  "{} cannot be in the data folder {}: they would be lost with it. Choose a folder on another disk.":
    "{=1} können nicht im Datenordner {2} liegen: Mit ihm gingen auch sie verloren. Wählen Sie einen Ordner auf einer anderen Festplatte.",
  Backups: "Sicherungen",
  "A part of the search index was damaged, and is built anew.":
    "Ein Teil des Suchindexes war beschädigt und wird neu gebaut.",
  "Nothing damaged was met; all that is stored has not been checked yet.":
    "Bisher ist nichts Beschädigtes aufgefallen; alles Gespeicherte ist noch nicht geprüft.",
  "All {} prints were checked: each is what was stored.":
    "Alle {1} Bons wurden geprüft: Jeder ist, wie er gespeichert wurde.",
  'Damaged on the disk, and not served: {}. "tillroll scrub" lists it; stop the service and run "tillroll repair", which saves all else and takes it from a backup.':
    "Auf der Festplatte beschädigt, und nicht ausgegeben: {1}. „tillroll scrub“ führt es auf; beenden Sie den Dienst und führen Sie „tillroll repair“ aus, das alles andere rettet und dies aus einer Sicherung holt.",
  'The log of the database was damaged, and is kept as {}. Prints that were acknowledged may be missing: stop the service and run "tillroll repair", which takes them from there; delete the file when nothing is missing.':
    "Das Protokoll der Datenbank war beschädigt und ist als {1} aufgehoben. Bestätigte Bons können fehlen: Beenden Sie den Dienst und führen Sie „tillroll repair“ aus, das sie von dort holt; löschen Sie die Datei, wenn nichts fehlt.",
  "What is stored cannot be checked now: {}": "Was gespeichert ist, lässt sich zurzeit nicht prüfen: {1}",
  "It was damaged when it was read.": "Er war beschädigt, als er gelesen wurde.",
  "The index of the prints' ordinals cannot be read.":
    "Das Verzeichnis der Ordnungszahlen der Bons lässt sich nicht lesen.",
  "Its row is missing.": "Seine Zeile fehlt.",
  "Segment {} of the search index is damaged; it is built anew from the prints.":
    "Segment {1} des Suchindexes ist beschädigt; es wird aus den Bons neu gebaut.",
  "The index of prints lacks ordinals {} to {} of workspace {}.":
    "Im Verzeichnis der Bons fehlen die Ordnungszahlen {1} bis {2} von Arbeitsbereich {3}.",
  "Its row is missing, and its bytes are there.": "Seine Zeile fehlt, und seine Bytes sind da.",
  "The page of the file with its bytes cannot be read.":
    "Die Seite der Datei mit seinen Bytes lässt sich nicht lesen.",
  "The page of the file with its row cannot be read.":
    "Die Seite der Datei mit seiner Zeile lässt sich nicht lesen.",
  "Its row is not what was written.": "Seine Zeile ist nicht, was geschrieben wurde.",
  "Its bytes are missing.": "Seine Bytes fehlen.",
  "Its bytes are not those that came.": "Seine Bytes sind nicht die, die kamen.",
  "It is not what the journal says that it is.": "Er ist nicht, was er nach dem Journal ist.",
  "The database's index of prints does not have it.":
    "Das Verzeichnis der Bons in der Datenbank hat ihn nicht.",
  "Its bytes were damaged on the disk, and were not to be had from a backup (tillroll repair, {}).":
    "Seine Bytes waren auf dem Datenträger beschädigt und aus keiner Sicherung zu haben (tillroll repair, {1}).",
  "It was erased; the decision is lost.": "Er wurde gelöscht; die Entscheidung ist verloren.",
  "The decision by which it was removed is lost.":
    "Die Entscheidung, mit der er entfernt wurde, ist verloren.",
  'Stop the service and run "tillroll repair", which saves all else and takes it from a backup.':
    "Halten Sie den Dienst an und führen Sie „tillroll repair“ aus, das alles andere rettet und ihn aus einer Sicherung nimmt.",
};
