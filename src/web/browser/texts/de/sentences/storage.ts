import type { Sentences } from "../../text-types.ts";

/** The database, the disk, the index and what is done in the background. */
export const storage: Sentences = {
  "New prints are indexed for searches.": "Neue Bons werden für die Suche indiziert.",
  "Rules are applied to new prints.": "Regeln werden auf neue Bons angewandt.",
  "Port {} cannot be opened: {}.": "Port {1} lässt sich nicht öffnen: {=2}.",
  "Something unexpected went wrong: {}.": "Etwas Unerwartetes ist schiefgegangen: {=1}.",
  "Run this as administrator, or name another folder with --data.":
    "Führen Sie das als Administrator aus, oder nennen Sie mit --data einen anderen Ordner.",
  'Run this with "sudo", as the user that the service runs as, or name another folder with --data.':
    "Führen Sie das mit „sudo“ als der Benutzer aus, unter dem der Dienst läuft, oder nennen Sie mit --data einen anderen Ordner.",
  "The picture took longer than {} s: below row {} it was not read.":
    "Das Bild hat länger als {1} s gedauert: Unter Zeile {2} wurde es nicht gelesen.",
  "Part of the picture is a photograph or noise and was not read.":
    "Ein Teil des Bildes ist ein Foto oder Rauschen und wurde nicht gelesen.",
  "The picture is wider than {} dots and was not read.":
    "Das Bild ist breiter als {1} Punkte und wurde nicht gelesen.",
  "There was no time left for this picture.": "Für dieses Bild war keine Zeit mehr.",
  "This picture could not be read.": "Dieses Bild war nicht zu lesen.",
  "Reading this picture was given up.": "Das Lesen dieses Bildes wurde aufgegeben.",
  "Only the first {} dots of this picture were read.":
    "Nur die ersten {1} Punkte dieses Bildes wurden gelesen.",
  "Pictures of prints are read.": "Bilder auf Bons werden gelesen.",
  "Something unexpected went wrong and nothing was stored; see the service's log.":
    "Etwas Unerwartetes ist schiefgegangen, und nichts wurde gespeichert; siehe das Protokoll des Dienstes.",
  "Delivery {} is {}: {}.": "Der Druck {1} ist {=2}: {=3}.",
  "Cancelled while it was being sent; a part may be on paper.":
    "Verworfen, während gesendet wurde; ein Teil kann auf Papier sein.",
  "The workspace has {} legal holds, which is as many as there may be; release one first.":
    "Der Arbeitsbereich hat {1} Löschsperren, mehr gehen nicht; heben Sie zuerst eine auf.",
  "Hold {} is released already.": "Die Löschsperre {1} ist schon aufgehoben.",
  "More prints are waiting for the disk than it can take; try again in a moment.":
    "Mehr Bons warten auf die Festplatte, als sie aufnehmen kann; versuchen Sie es gleich noch einmal.",
  "A service tells {} targets at most; remove one first.":
    "Ein Dienst benachrichtigt höchstens {1} Ziele; entfernen Sie zuerst eines.",
  "There are {} people already; remove some first.":
    "Es gibt schon {1} Personen; entfernen Sie zuerst einige.",
  'There is a person "{}" already.': "Es gibt schon eine Person „{1}“.",
  "This is the last administrator of all workspaces; make another one first.":
    "Das ist der letzte Administrator aller Arbeitsbereiche; machen Sie zuerst jemand anderen dazu.",
  "Print {} is being sent to a printer; erase it when that has ended, or cancel its delivery first.":
    "Bon {1} wird gerade gedruckt; löschen Sie ihn, wenn das zu Ende ist, oder verwerfen Sie zuerst den Druck.",
  "This Idempotency-Key was used with another payload; use a new key for a new print.":
    "Dieser Idempotency-Key wurde mit anderem Inhalt benutzt; nehmen Sie für einen neuen Bon einen neuen.",
  "The workspace holds {} prints and may hold {}; ask its operator to raise the quota.":
    "Der Arbeitsbereich hat {1} Bons und darf {2} haben; bitten Sie den Betreiber, die Grenze anzuheben.",
  'There is a printer "{}" already; choose another name.':
    "Es gibt schon einen Drucker „{1}“; wählen Sie einen anderen Namen.",
  'Add another with "{}", or forget them with "--allow-origin none" and pair it again.':
    "Fügen Sie mit „{1}“ eine hinzu, oder vergessen Sie alle mit „--allow-origin none“ und verbinden Sie neu.",
  'There is no printer "{}"; see "tillroll printer list".':
    "Einen Drucker „{1}“ gibt es nicht; siehe „tillroll printer list“.",
  "The stored bytes of print {} are damaged on the disk; restore them from a backup.":
    "Die gespeicherten Bytes von Bon {1} sind auf der Festplatte beschädigt; stellen Sie sie aus einer Sicherung wieder her.",
  'There is no reference "{}" in this workspace.':
    "Eine Vorlage „{1}“ gibt es in diesem Arbeitsbereich nicht.",
  "The workspace has {} references, which is as many as there may be; remove one first.":
    "Der Arbeitsbereich hat {1} Vorlagen, mehr gehen nicht; entfernen Sie zuerst eine.",
  "The workspace has {} rules of retention, which is as many as there may be; remove one first.":
    "Der Arbeitsbereich hat {1} Aufbewahrungsregeln, mehr gehen nicht; entfernen Sie zuerst eine.",
  "The rules are being applied to old prints already; wait until that has ended.":
    "Die Regeln werden schon auf alte Bons angewandt; warten Sie, bis das zu Ende ist.",
  "The workspace has {} rules, which is as many as there may be; remove one first.":
    "Der Arbeitsbereich hat {1} Regeln, mehr gehen nicht; entfernen Sie zuerst eine.",
  "The workspace has {} saved searches, which is as many as there may be; remove one first.":
    "Der Arbeitsbereich hat {1} gespeicherte Suchen, mehr gehen nicht; entfernen Sie zuerst eine.",
  'There is a saved search "{}" already; choose another name.':
    "Es gibt schon eine gespeicherte Suche „{1}“; wählen Sie einen anderen Namen.",
  'There is no such session; see "tillroll session list".':
    "Diese Sitzung gibt es nicht; siehe „tillroll session list“.",
  "The disk is nearly full, nothing was stored: {} are free, and {} must be. Free some space and try again.":
    "Die Festplatte ist fast voll, es wurde nichts gespeichert: {1} sind frei, und {2} müssen es sein. Schaffen Sie Platz und versuchen Sie es noch einmal.",
  "The disk is full, nothing was stored; free some space and try again.":
    "Die Festplatte ist voll, nichts wurde gespeichert; machen Sie Platz und versuchen Sie es noch einmal.",
  "The database cannot be written, nothing was stored: its disk or folder is read-only or belongs to another user. Make it writable for the user that Tillroll runs as.":
    "In die Datenbank lässt sich nicht schreiben, nichts wurde gespeichert: Ihre Festplatte oder ihr Ordner ist schreibgeschützt oder gehört einem anderen Benutzer. Der Benutzer, unter dem Tillroll läuft, muss darin schreiben dürfen.",
  "A program has been reading the database for so long that nothing more can be stored; end it and try again.":
    "Ein Programm liest die Datenbank so lange, dass nichts mehr gespeichert werden kann; beenden Sie es und versuchen Sie es noch einmal.",
  "The database file was replaced, changed or deleted while the service runs, nothing was stored. Put the file back, or restart the service to go on with what is there now.":
    "Die Datei der Datenbank wurde ersetzt, geändert oder gelöscht, während der Dienst läuft; nichts wurde gespeichert. Legen Sie die Datei zurück, oder starten Sie den Dienst neu, um mit dem weiterzumachen, was jetzt da ist.",
  'The database is damaged, nothing was stored. Stop the service and run "tillroll repair", which saves what can be read and takes the rest from a backup; the damaged one is kept.':
    "Die Datenbank ist beschädigt, nichts wurde gespeichert. Halten Sie den Dienst an und rufen Sie „tillroll repair“ auf: Es rettet, was sich lesen lässt, und holt den Rest aus einer Sicherung; die beschädigte wird aufgehoben.",
  "The disk does not answer, nothing more is stored until it does; look at the disk.":
    "Die Festplatte antwortet nicht, bis dahin wird nichts gespeichert; sehen Sie nach der Festplatte.",
  "The disk fails to read or write, nothing was stored; look at the disk and at the service's log.":
    "Die Festplatte liest oder schreibt nicht richtig, nichts wurde gespeichert; sehen Sie nach der Festplatte und ins Protokoll des Dienstes.",
  "The database cannot be used now, nothing was stored; try again, and see the service's log.":
    "Die Datenbank ist gerade nicht zu benutzen, nichts wurde gespeichert; versuchen Sie es noch einmal, und sehen Sie ins Protokoll des Dienstes.",
  "The writer has stopped, nothing can be stored; restart the service.":
    "Das Schreiben hat aufgehört, nichts kann gespeichert werden; starten Sie den Dienst neu.",
  "The write-ahead log has {}, because a program reads the database without a pause; when it is full, nothing more is stored. End that program.":
    "Das Schreibprotokoll hat {=1}, weil ein Programm die Datenbank ohne Pause liest; wenn es voll ist, wird nichts mehr gespeichert. Beenden Sie dieses Programm.",
  "Prints are stored durably.": "Bons werden dauerhaft gespeichert.",
  'There is no token "{}"; see "tillroll token list".':
    "Einen API-Schlüssel „{1}“ gibt es nicht; siehe „tillroll token list“.",
  "A workspace has at most {} webhooks; remove one first.":
    "Ein Arbeitsbereich hat höchstens {1} Webhooks; entfernen Sie zuerst einen.",
  'There is no workspace "{}"; see "tillroll workspace list".':
    "Einen Arbeitsbereich „{1}“ gibt es nicht; siehe „tillroll workspace list“.",
  'There is a workspace "{}" already; choose another slug.':
    "Es gibt schon einen Arbeitsbereich „{1}“; wählen Sie ein anderes Kürzel.",
  "The write-ahead log could not be folded into the database: {} Nothing that was acknowledged is lost; keep tillroll.sqlite and tillroll.sqlite-wal together, the next start goes on with both.":
    "Das Schreibprotokoll ließ sich nicht in die Datenbank übernehmen: {=1} Nichts Bestätigtes ist verloren; lassen Sie tillroll.sqlite und tillroll.sqlite-wal beisammen, der nächste Start macht mit beiden weiter.",
  "this user has no right to it": "der Benutzer, unter dem Tillroll läuft, darf das nicht",
  "there is no such file or folder": "es gibt weder Datei noch Ordner dieses Namens",
  "a part of that path is a file and no folder": "ein Teil des Pfads ist eine Datei und kein Ordner",
  "there is a file of that name": "es gibt eine Datei dieses Namens",
  "it is a folder": "es ist ein Ordner",
  "the disk can only be read": "die Festplatte lässt sich nur lesen",
  "the disk is full": "die Festplatte ist voll",
  "the name is too long": "der Name ist zu lang",
  "its links lead in a circle": "seine Verknüpfungen führen im Kreis",
  "something uses it, such as a disk that is mounted there":
    "etwas benutzt es, etwa eine dort eingehängte Festplatte",
  "too many files are open": "zu viele Dateien sind offen",
  "the disk does not work": "die Festplatte funktioniert nicht",
  "it is in use by another program": "ein anderes Programm benutzt ihn",
  "{} of at most {} MiB": "{1} von höchstens {2} MiB",
  "it is too late to cancel it": "zum Abbrechen ist es zu spät",
  "only a held or kept one can be released":
    "nur was angehalten oder nicht gedruckt ist, lässt sich freigeben",
  "only a failed one can be retried": "nur was gescheitert ist, lässt sich noch einmal versuchen",
  "New prints are indexed for searches": "Neue Bons werden für die Suche indiziert",
  "New prints are not indexed for searches": "Neue Bons werden nicht für die Suche indiziert",
  "Rules are not applied to new prints": "Regeln werden nicht auf neue Bons angewandt",
  "Pictures of prints are not read": "Bilder auf Bons werden nicht gelesen",
  "{} dots": "{1} Punkte",
  'What is stored of print {} is damaged on the disk; "tillroll repair" takes it from a backup.':
    "Was von Bon {1} gespeichert ist, ist auf der Festplatte beschädigt; „tillroll repair“ nimmt es aus einer Sicherung.",
  'There is no certificate "{}" in this workspace.':
    "In diesem Arbeitsbereich gibt es kein Zertifikat „{1}“.",
  "The workspace has {} certificates, which is as many as there may be; remove one first.":
    "Der Arbeitsbereich hat {1} Zertifikate, mehr dürfen es nicht sein; entfernen Sie erst eines.",
  'The database is damaged somewhere: new prints are stored, and what is damaged is not served. "tillroll scrub --now" finds which prints it is about, "tillroll repair" saves all others, and takes these from a backup.':
    "Die Datenbank ist irgendwo beschädigt: Neue Bons werden gespeichert, und Beschädigtes wird nicht gezeigt. „tillroll scrub --now“ findet, um welche Bons es geht, „tillroll repair“ rettet alle anderen und nimmt diese aus einer Sicherung.",
  "The prints are being looked through already; wait until that has ended.":
    "Die Bons werden schon durchsucht; warten Sie, bis das zu Ende ist.",
  "{} prints are": "{1} Bons",
};
