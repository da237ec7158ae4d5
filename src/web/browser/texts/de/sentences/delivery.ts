import type { Sentences } from "../../text-types.ts";

/** Printers, what waits for them, and how they are asked. */
export const delivery: Sentences = {
  '"tillroll printer list" says why.': "„tillroll printer list“ sagt, warum.",
  "{}: release or cancel what is held.": "{=1}: Geben Sie frei oder verwerfen Sie, was angehalten ist.",
  "No print waits for a real printer.": "Kein Bon wartet auf einen echten Drucker.",
  'Prints wait for the real printer of "{}".': "Bons warten auf den echten Drucker von „{1}“.",
  "The printer told later that it is printed.": "Der Drucker hat später gemeldet, dass er gedruckt ist.",
  "has no real printer behind it; give it a target first.":
    "hat keinen echten Drucker hinter sich; geben Sie ihm zuerst einen.",
  "The connection was closed.": "Die Verbindung wurde geschlossen.",
  "The printer's ePOS-Print service answered HTTP {}.":
    "Der ePOS-Print-Dienst des Druckers antwortet mit HTTP {1}.",
  "The printer cannot be reached: {}.": "Der Drucker ist nicht zu erreichen: {=1}.",
  "The printer refuses to print: {}.": "Der Drucker weigert sich zu drucken: {=1}.",
  "The printer did not answer whether it printed: {}.":
    "Der Drucker hat nicht geantwortet, ob er gedruckt hat: {=1}.",
  "The printer's ePOS-Print service answered the print with HTTP {}.":
    "Der ePOS-Print-Dienst des Druckers hat auf den Bon mit HTTP {1} geantwortet.",
  "The printer answered the print with {}.": "Der Drucker hat auf den Bon mit {=1} geantwortet.",
  "The folder {} cannot be written: {}.": "In den Ordner {1} lässt sich nicht schreiben: {=2}.",
  "The queue takes no jobs now.": "Die Warteschlange nimmt gerade keine Aufträge.",
  "The queue did not say which job it took.":
    "Die Warteschlange hat nicht gesagt, welchen Auftrag sie genommen hat.",
  "The queue does not know the job any more.": "Die Warteschlange kennt den Auftrag nicht mehr.",
  "The job was cancelled in the queue.": "Der Auftrag wurde in der Warteschlange abgebrochen.",
  "The queue gave up the job{}.": "Die Warteschlange hat den Auftrag aufgegeben{=1}.",
  "The job is held in the queue.": "Der Auftrag ist in der Warteschlange angehalten.",
  "The print server cannot be reached: {}.": "Der Druckserver ist nicht zu erreichen: {=1}.",
  "The print server gave no answer of IPP: {}.": "Der Druckserver hat nicht mit IPP geantwortet: {=1}.",
  "The print server has no such queue.": "Der Druckserver hat keine solche Warteschlange.",
  "The print server refuses: {}.": "Der Druckserver weigert sich: {=1}.",
  "The print server closed the connection{}.": "Der Druckserver hat die Verbindung geschlossen{=1}.",
  "The print server did not answer in time.": "Der Druckserver hat nicht rechtzeitig geantwortet.",
  "The print server took all of it; LPD does not tell whether it was printed.":
    "Der Druckserver hat alles genommen; LPD sagt nicht, ob es gedruckt wurde.",
  "The print server does not take the job for its queue {} (it answered {}).":
    "Der Druckserver nimmt den Auftrag für seine Warteschlange {1} nicht an (er antwortet {2}).",
  "It went straight through to the printer as it came.": "Er ging so, wie er kam, geradewegs an den Drucker.",
  "It went straight through, and the connection to the printer broke.":
    "Er ging geradewegs hindurch, und die Verbindung zum Drucker brach ab.",
  "The printer has all of it, and has not printed it yet: it may be out of paper or open.":
    "Der Drucker hat alles und hat es noch nicht gedruckt: Vielleicht fehlt Papier, oder er ist offen.",
  "The printer has not closed its side of the connection.":
    "Der Drucker hat seine Seite der Verbindung nicht geschlossen.",
  "The printer takes no more data.": "Der Drucker nimmt keine Daten mehr.",
  "All has gone through.": "Alles ist durchgegangen.",
  "The connection to the printer has ended: {}.": "Die Verbindung zum Drucker ist zu Ende: {=1}.",
  "The printer had an error while it printed: {}.": "Der Drucker hatte beim Drucken einen Fehler: {=1}.",
  "A printer that asks by Server Direct Print takes ESC/POS only.":
    "Ein Drucker, der über Server Direct Print fragt, nimmt nur ESC/POS.",
  "It goes when the printer asks for its prints the next time.":
    "Er geht, sobald der Drucker das nächste Mal nach seinen Bons fragt.",
  "The printer has not asked for its prints yet; give it the address that it is to ask.":
    "Der Drucker hat noch nicht nach seinen Bons gefragt; geben Sie ihm die Adresse, bei der er fragen soll.",
  "The printer has not told yet whether it is printed.":
    "Der Drucker hat noch nicht gemeldet, ob er gedruckt ist.",
  "The printer has stopped asking for its prints.": "Der Drucker fragt nicht mehr nach seinen Bons.",
  "The printer did not fetch it.": "Der Drucker hat ihn nicht abgeholt.",
  "The printer fetched it and did not tell whether it was printed.":
    "Der Drucker hat ihn abgeholt und nicht gemeldet, ob er gedruckt wurde.",
  "The printer asked for the next job without telling whether this one was printed.":
    "Der Drucker hat nach dem nächsten Auftrag gefragt, ohne zu melden, ob dieser gedruckt wurde.",
  'It begins with the line "{}".': "Er beginnt mit der Zeile „{1}“.",
  "A drawer kick was left out: {}.": "Ein Öffnen der Schublade wurde weggelassen: {=1}.",
  "No real printer was to print it: it is stored.":
    "Kein echter Drucker sollte ihn drucken: Er ist gespeichert.",
  "It waits for its turn on {}.": "Er wartet, bis er bei {1} dran ist.",
  "It was printed on {}.": "Er wurde auf {1} gedruckt.",
  "The printer's target was changed before the print was sent.":
    "Das Ziel des Druckers wurde geändert, bevor der Bon gesendet war.",
  "The printer's target was changed while it was being sent.":
    "Das Ziel des Druckers wurde geändert, während gesendet wurde.",
  "It was cancelled.": "Er wurde verworfen.",
  "The printer was removed.": "Der Drucker wurde entfernt.",
  "The printer has no real printer behind it any more.": "Hinter dem Drucker steht kein echter mehr.",
  "The printer takes no more data: it may be out of paper, open or switched off.":
    "Der Drucker nimmt keine Daten mehr: Vielleicht fehlt Papier, oder er ist offen oder ausgeschaltet.",
  "The printer is held; release it to go on.": "Der Drucker ist angehalten; lassen Sie ihn weitermachen.",
  "The service ended while it was being sent; a part, or all of it, may be on paper.":
    "Der Dienst endete, während gesendet wurde; ein Teil oder alles kann auf Papier sein.",
  "What answers at its address is {}, and no printer. Give the printer's own address.":
    "Unter seiner Adresse antwortet {=1} und kein Drucker. Geben Sie die Adresse des Druckers selbst an.",
  "The printer took all of it, but did not confirm that it was printed.":
    "Der Drucker hat alles genommen, aber nicht bestätigt, dass er gedruckt hat.",
  "The connection to the printer broke: {}.": "Die Verbindung zum Drucker brach ab: {=1}.",
  "The printer closed the connection.": "Der Drucker hat die Verbindung geschlossen.",
  "The printer takes no more data: {}.": "Der Drucker nimmt keine Daten mehr: {=1}.",
  "The printer has all of it, but does not answer.": "Der Drucker hat alles, antwortet aber nicht.",
  "The printer has not taken all of it: {}.": "Der Drucker hat nicht alles genommen: {=1}.",
  "The printer closed the connection before the print.":
    "Der Drucker hat die Verbindung vor dem Bon geschlossen.",
  "The printer does not answer when asked for its status.":
    "Der Drucker antwortet nicht auf die Frage nach seinem Zustand.",
  "The connection is not used again.": "Die Verbindung wird nicht wieder benutzt.",
  "It waited for {}: after {} it is not printed any more.":
    "Er hat {1} gewartet: Nach {2} wird er nicht mehr gedruckt.",
  "It waited for {}: a person decides whether it is still printed.":
    "Er hat {1} gewartet: Ein Mensch entscheidet, ob er noch gedruckt wird.",
  "Windows has no printer {}, or cannot reach it.": "Windows hat keinen Drucker {1} oder erreicht ihn nicht.",
  "The Windows spooler did not take the job.": "Windows hat den Auftrag nicht genommen.",
  "Windows cannot reach the printer {}.": "Windows erreicht den Drucker {1} nicht.",
  "The Windows spooler cannot be asked: {}.":
    "Die Druckwarteschlange von Windows lässt sich nicht fragen: {=1}.",
  "The Windows spooler does not have it any more: it was printed, or somebody has deleted it.":
    "Windows hat ihn nicht mehr: Er wurde gedruckt, oder jemand hat ihn gelöscht.",
  "The queue is paused in Windows.": "Die Warteschlange ist in Windows angehalten.",
  "Windows says that the printer is offline.": "Windows sagt, dass der Drucker offline ist.",
  "The job was deleted in Windows.": "Der Auftrag wurde in Windows gelöscht.",
  "The job is paused in Windows.": "Der Auftrag ist in Windows angehalten.",
  "Windows says that the printer needs a person.": "Windows sagt, dass jemand nach dem Drucker sehen muss.",
  "Windows says: {}.": "Windows sagt: {1}.",
  "Its job is of no type that is printed: {}.": "Sein Auftrag ist von keiner Art, die gedruckt wird: {1}.",
  "Its answer is not one of CloudPRNT.": "Die Antwort ist nicht die von CloudPRNT.",
  "Its job has too long a name.": "Der Auftrag hat einen zu langen Namen.",
  "It answered {} to what became of a job.": "Antwort auf die Meldung, was aus einem Auftrag wurde: {1}.",
  "Its delivery is {}.": "Die Zustellung ist {1}.",
  "It answered {}, and redirects are not followed.": "Antwort: {1}; Weiterleitungen wird nicht gefolgt.",
  "Its answer is compressed, which was not asked for.": "Die Antwort ist gepackt, was nicht verlangt war.",
  "It cannot be asked: {}.": "Nicht zu fragen: {=1}.",
  "The file of its certificates (pollAuthority) cannot be read; give a PEM file.":
    "Die Datei der Zertifikate dieser Adresse lässt sich nicht lesen; geben Sie eine PEM-Datei an.",
  "Its answer has more than {} bytes.": "Die Antwort hat mehr als {1} Bytes.",
  "It leads to a link-local address, which is not asked.":
    "Sie führt zu einer verbindungslokalen Adresse, die nicht gefragt wird.",
  "There is no host of its name, or it cannot be looked up now.":
    "Diesen Rechner gibt es nicht, oder sein Name lässt sich gerade nicht auflösen.",
  "No address that is asked for jobs is in trouble.":
    "Keine Adresse, bei der Aufträge geholt werden, macht Schwierigkeiten.",
  "A document of {} is not printed.": "Ein Dokument der Art {1} wird nicht gedruckt.",
  "The document prints nothing.": "Das Dokument druckt nichts.",
  "Text in {} is not printed.": "Text in {1} wird nicht gedruckt.",
  "The ports of the printers are being opened.": "Die Ports der Drucker werden geöffnet.",
  "No printer has a port of its own.": "Kein Drucker hat einen eigenen Port.",
  "All ports are open.": "Alle Ports sind offen.",
  "A part before it could not be kept.": "Ein Teil davor ließ sich nicht behalten.",
  "Its host had sent the same a moment before: a person decides whether it is printed once more.":
    "Kurz zuvor kam dasselbe: Ein Mensch entscheidet, ob es noch einmal gedruckt wird.",
  "Its host was told that it failed, and sends it again; a person may release it.":
    "Der Kasse wurde gesagt, dass es gescheitert ist, und sie sendet es noch einmal; ein Mensch kann es freigeben.",
  "What is printed over and over is left out.": "Was sich ständig wiederholt, ist weggelassen.",
  "What is in a printer only is left out: {}.": "Was nur im Drucker liegt, ist weggelassen: {1}.",
  "Not all of it is drawn: {}.": "Nicht alles ist gezeichnet: {=1}.",
  "Drawer kicks are left out.": "Das Öffnen der Schublade ist weggelassen.",
  "The real printer prints pages.": "Der echte Drucker druckt Seiten.",
  "All prints of this printer are drawn.": "Alle Bons dieses Druckers werden gezeichnet.",
  "Its commands are {}, and the {} speaks {}.": "Seine Befehle sind {=1}, und {2} spricht {=3}.",
  "It was made for other paper or other characters than the {} has.":
    "Er wurde für anderes Papier oder andere Zeichen gemacht, als {1} hat.",
  "it refused the connection": "er lehnt die Verbindung ab",
  "there is no host of that name": "es gibt keinen Rechner dieses Namens",
  "its name cannot be looked up now": "sein Name lässt sich gerade nicht auflösen",
  "it did not answer in time": "er hat nicht rechtzeitig geantwortet",
  "there is no way to it": "es gibt keinen Weg zu ihm",
  "there is no way to its network": "es gibt keinen Weg in sein Netz",
  "it reset the connection": "er hat die Verbindung abgebrochen",
  "it closed the connection": "er hat die Verbindung geschlossen",
  "it does not answer by TLS there": "er antwortet dort nicht über TLS",
  "the connection failed": "die Verbindung kam nicht zustande",
  "the connection failed ({})": "die Verbindung kam nicht zustande ({1})",
  "it is not plugged in": "er ist nicht eingesteckt",
  "it was unplugged": "er wurde ausgesteckt",
  "another program uses it": "ein anderes Programm benutzt ihn",
  "this user may not use it": "der Benutzer, unter dem Tillroll läuft, darf ihn nicht benutzen",
  "it is no serial line": "es ist keine serielle Leitung",
  "it cannot be set so": "so lässt er sich nicht einstellen",
  "it does not work": "er funktioniert nicht",
  "it does not work ({})": "er funktioniert nicht ({1})",
  "its line cannot be set ({})": "die Leitung lässt sich nicht einstellen ({1})",
  "there are {} of the {} {}": "es gibt {1} mit {2} {3}",
  'Prints have waited {} minutes for the real printer of "{}"; {}':
    "Bons warten seit {1} Minuten auf den echten Drucker von „{2}“; {=3}",
  "A delivery waits for a person": "Ein Bon wartet auf eine Entscheidung",
  "{} deliveries wait for a person": "{1} Bons warten auf eine Entscheidung",
  "this machine is on no network": "dieser Rechner ist in keinem Netz",
  "it does not say why": "ohne Angabe von Gründen",
  "its answer is not one of ePOS-Print": "die Antwort ist nicht die von ePOS-Print",
  "a failure": "einem Fehler",
  "a web server": "ein Webserver",
  "a server that wants TLS": "ein Server, der TLS verlangt",
  "an SSH server": "ein SSH-Server",
  "a mail or FTP server": "ein Mail- oder FTP-Server",
  "a remote desktop (VNC)": "eine Fernsteuerung (VNC)",
  "it answered {}.": "die Antwort war {1}.",
  "it answered {}, and redirects are not followed.":
    "die Antwort war {1}; Weiterleitungen wird nicht gefolgt.",
  "it did not answer within {} s.": "innerhalb von {1} s kam keine Antwort.",
  "it cannot be reached: {}.": "sie ist nicht zu erreichen: {=1}.",
  "it answered HTTP {}": "er antwortet mit HTTP {1}",
  "The queue is stopped{}": "Die Warteschlange ist angehalten{=1}",
  "The print could not be made ready for its printer: {}":
    "Der Bon ließ sich nicht für seinen Drucker vorbereiten: {=1}",
  "this is a copy, and the drawer hangs on the other printer":
    "dies ist eine Kopie, und die Schublade hängt am anderen Drucker",
  "the drawer hangs on {}": "die Schublade hängt an {=1}",
  "another printer": "einem anderen Drucker",
  "it was {} old": "er war {1} alt",
  "it may be out of paper, open or switched off":
    "vielleicht fehlt Papier, oder er ist offen oder ausgeschaltet",
  "it has never answered, so that there may be no printer at its address":
    "er hat noch nie geantwortet; vielleicht ist unter der Adresse kein Drucker",
  "it closed it": "er hat sie geschlossen",
  "Port {} {} ({}) is not open: {}": "Port {1} {=2} ({=3}) ist nicht offen: {=4}",
  "Port {} {} ({}) is open.": "Port {1} {=2} ({=3}) ist offen.",
  "Other ports that are not open: {}.": "Weitere Ports, die nicht offen sind: {1}.",
  "The other {} ports of printers are open.": "Die anderen {1} Ports von Druckern sind offen.",
  "port {} is in use by {}.": "Port {1} wird von {=2} benutzt.",
  "port {} needs a right that this user does not have; the guide tells how to give it (Operating, Ports).":
    "Port {1} braucht ein Recht, das dieser Benutzer nicht hat; die Anleitung sagt, wie er es bekommt (Operating, Ports).",
  "of all printers": "aller Drucker",
  'of printer "{}"': "des Druckers „{1}“",
  "it is being opened.": "er wird geöffnet.",
  'The address for jobs of printer "{}"{} cannot be asked: {}':
    "Die Adresse, bei der „{1}“{=2} Aufträge holt, lässt sich nicht fragen: {=3}",
  " (and of {} more)": " (und {1} weitere)",
  boolean: "ein Wahrheitswert",
  "Drawn as PDF: {}": "Als PDF gezeichnet: {=1}",
  "Drawn for the {}: {}": "Für {1} gezeichnet: {=2}",
  "the real printer prints pages.": "Der echte Drucker druckt Seiten.",
  "all prints of this printer are drawn.": "Alle Bons dieses Druckers werden gezeichnet.",
  "its commands are {}, and the {} speaks {}.": "Seine Befehle sind {=1}, und {2} spricht {=3}.",
  "it was made for other paper or other characters than the {} has.":
    "Er wurde für anderes Papier oder andere Zeichen gemacht, als {1} hat.",
  "another program": "einem anderen Programm",
};
