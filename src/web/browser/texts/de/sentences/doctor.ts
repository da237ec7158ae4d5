import type { Sentences } from "../../text-types.ts";

/** What the doctor finds, what it means, and what to do. */
export const doctor: Sentences = {
  "{} are free on the disk of the data folder.": "{1} sind auf dem Datenträger des Datenordners frei.",
  "Only {} are free on the disk of the data folder.":
    "Nur {1} sind auf dem Datenträger des Datenordners frei.",
  "Prints are refused before the disk is full.": "Bons werden abgelehnt, bevor der Datenträger voll ist.",
  "Make room, or have deleted prints purged sooner; the page Retention says how.":
    "Schaffen Sie Platz, oder lassen Sie gelöschte Bons früher endgültig entfernen; die Seite Aufbewahrung sagt, wie.",
  "No print can be stored.": "Es kann kein Bon gespeichert werden.",
  "Make room now: delete what is not needed, or move the data to a larger disk.":
    "Schaffen Sie jetzt Platz: Löschen Sie, was nicht gebraucht wird, oder ziehen Sie mit den Daten auf einen größeren Datenträger um.",
  "The data folder is on a local file system ({}).":
    "Der Datenordner liegt auf einem lokalen Dateisystem ({1}).",
  "The data folder is on a network drive ({}).": "Der Datenordner liegt auf einem Netzlaufwerk ({1}).",
  "Locks and what was acknowledged are not safe there: the database can be damaged.":
    "Sperren und was bestätigt wurde sind dort nicht sicher: Die Datenbank kann beschädigt werden.",
  "Move the data folder to a disk of this machine, and have backups go to the network drive.":
    "Legen Sie den Datenordner auf einen Datenträger dieses Rechners, und lassen Sie die Sicherungen auf das Netzlaufwerk gehen.",
  "The data folder is in memory ({}).": "Der Datenordner liegt im Arbeitsspeicher ({1}).",
  "All prints are gone when the machine starts anew.": "Alle Bons sind weg, wenn der Rechner neu startet.",
  "Choose a folder on a disk with --data.": "Wählen Sie mit --data einen Ordner auf einem Datenträger.",
  "The data folder is in the layer of a container ({}).":
    "Der Datenordner liegt in der Schicht eines Containers ({1}).",
  "All prints are gone when the container is made anew.":
    "Alle Bons sind weg, wenn der Container neu gemacht wird.",
  "Mount a volume, and keep the data there.": "Binden Sie ein Volume ein, und halten Sie die Daten dort.",
  "Which file system the data folder is on is not known: {}.":
    "Auf welchem Dateisystem der Datenordner liegt, ist nicht bekannt: {=1}.",
  "A file in the data folder is on the disk within {} ms.":
    "Eine Datei im Datenordner ist innerhalb von {1} ms auf dem Datenträger.",
  "A file in the data folder is on the disk only after {} ms.":
    "Eine Datei im Datenordner ist erst nach {1} ms auf dem Datenträger.",
  "Each print waits for that before it is acknowledged.": "Jeder Bon wartet darauf, bevor er bestätigt wird.",
  "Look at what else writes to the disk; an SD card or an old USB stick is too slow for many tills.":
    "Sehen Sie nach, was sonst auf den Datenträger schreibt; eine SD-Karte oder ein alter USB-Stick ist für viele Kassen zu langsam.",
  "No file can be written in the data folder: {}.":
    "Im Datenordner kann keine Datei geschrieben werden: {=1}.",
  "Make the folder writable for the user of the service, and look whether the disk is read-only or full.":
    "Machen Sie den Ordner für den Benutzer des Dienstes beschreibbar, und sehen Sie nach, ob der Datenträger schreibgeschützt oder voll ist.",
  "There is no database in the data folder.": "Im Datenordner ist keine Datenbank.",
  "The service has never run with it, or the folder is another one.":
    "Der Dienst lief noch nie damit, oder es ist ein anderer Ordner.",
  "Start the service, or name the folder with --data.":
    "Starten Sie den Dienst, oder nennen Sie den Ordner mit --data.",
  "The database opens; it has {}.": "Die Datenbank lässt sich öffnen; sie hat {1}.",
  "The database does not begin as one of SQLite does.": "Die Datenbank beginnt nicht wie eine von SQLite.",
  "No program can open it.": "Kein Programm kann sie öffnen.",
  "Stop the service and run tillroll repair, with your backup.":
    "Halten Sie den Dienst an, und rufen Sie tillroll repair mit Ihrer Sicherung auf.",
  "The database cannot be read: {}.": "Die Datenbank kann nicht gelesen werden: {=1}.",
  "The service cannot start with it.": "Der Dienst kann damit nicht starten.",
  "Look at the disk and at the rights of the file; what is damaged tillroll repair saves.":
    "Sehen Sie sich den Datenträger und die Rechte der Datei an; was beschädigt ist, rettet tillroll repair.",
  "Its tables are those of this version ({}).": "Ihre Tabellen sind die dieser Version ({1}).",
  "Its tables are of an older version ({} of {}): the next start brings them up to date.":
    "Ihre Tabellen sind von einer älteren Version ({1} von {2}): Der nächste Start bringt sie auf den Stand.",
  "Its tables are of a newer version ({}; this Tillroll knows {}).":
    "Ihre Tabellen sind von einer neueren Version ({1}; dieses Tillroll kennt {2}).",
  "This Tillroll does not start with it.": "Dieses Tillroll startet nicht damit.",
  "Start the Tillroll that made it, or a newer one.":
    "Starten Sie das Tillroll, das sie gemacht hat, oder ein neueres.",
  "Its pages are sound, as far as a quick look tells.":
    "Ihre Seiten sind in Ordnung, soweit ein schneller Blick das sagt.",
  "Pages of it are damaged: {}.": "Seiten von ihr sind beschädigt: {1}.",
  "What is on them is lost or wrong.": "Was darauf steht, ist verloren oder falsch.",
  "Stop the service and run tillroll repair, with your backup; then look at the disk.":
    "Halten Sie den Dienst an, und rufen Sie tillroll repair mit Ihrer Sicherung auf; sehen Sie sich dann den Datenträger an.",
  "Its pages were not looked at: {}.": "Ihre Seiten wurden nicht angesehen: {=1}.",
  "the service runs": "der Dienst läuft",
  "the database is large": "die Datenbank ist groß",
  "While the service runs it looks through all of them by itself, slowly.":
    "Solange der Dienst läuft, sieht er sie alle von selbst durch, langsam.",
  "Its log has {}.": "Ihr Log hat {1}.",
  "Its log has grown to {}.": "Ihr Log ist auf {1} gewachsen.",
  "Some program has been reading the database for long.": "Ein Programm liest die Datenbank schon lange.",
  "End other programs that have the database open.":
    "Beenden Sie andere Programme, die die Datenbank geöffnet haben.",
  "A log lies beside the database that belongs to another file.":
    "Neben der Datenbank liegt ein Log, das zu einer anderen Datei gehört.",
  "The file was replaced, such as by a copy. The next start moves the log aside.":
    "Die Datei wurde ersetzt, etwa durch eine Kopie. Der nächste Start legt das Log beiseite.",
  "When prints are missing, tillroll repair looks at what the log has.":
    "Wenn Bons fehlen, sieht tillroll repair nach, was das Log hat.",
  "No other program has the database open.": "Kein anderes Programm hat die Datenbank geöffnet.",
  "Other programs have the database open: {}.": "Andere Programme haben die Datenbank geöffnet: {1}.",
  "They can hold up the service; one that writes can damage it.":
    "Sie können den Dienst aufhalten; eines, das schreibt, kann sie beschädigen.",
  "End them. To read prints, use the API or an export; to copy them, tillroll backup.":
    "Beenden Sie sie. Zum Lesen von Bons gibt es die API und den Export, zum Kopieren tillroll backup.",
  "Which programs have the database open cannot be told here.":
    "Welche Programme die Datenbank geöffnet haben, lässt sich hier nicht sagen.",
  "The time zone is {}; it is {}.": "Die Zeitzone ist {1}; die Uhr zeigt {2}.",
  "The time zone {} is not known here; times are those of {}.":
    "Die Zeitzone {1} ist hier nicht bekannt; die Zeiten sind die von {2}.",
  "Days begin and end at other times than in the shop.":
    "Tage beginnen und enden zu anderen Zeiten als im Laden.",
  "Correct the variable TZ, such as TZ=Europe/Berlin.":
    "Berichtigen Sie die Variable TZ, etwa TZ=Europe/Berlin.",
  "The clock is after the newest print, of {}.": "Die Uhr steht nach dem neuesten Bon, vom {1}.",
  "The clock is behind the newest print, which is of {}.":
    "Die Uhr steht vor dem neuesten Bon, der vom {1} ist.",
  "The clock was set back, or it was ahead when prints came: they are dated by an estimate.":
    "Die Uhr wurde zurückgestellt, oder sie ging vor, als Bons kamen: Sie werden nach einer Schätzung datiert.",
  "Set the clock right; tillroll clock says more, and dates anew what lies in the future.":
    "Stellen Sie die Uhr richtig; tillroll clock sagt mehr und datiert neu, was in der Zukunft liegt.",
  "The clock is set by the network.": "Die Uhr wird vom Netz gestellt.",
  "The clock is not set by the network.": "Die Uhr wird nicht vom Netz gestellt.",
  "It drifts, and an empty battery sets it back years.":
    "Sie geht falsch, und eine leere Batterie stellt sie um Jahre zurück.",
  "Switch on the time service: timedatectl set-ntp true, or in the settings of Windows.":
    "Schalten Sie den Zeitdienst ein: timedatectl set-ntp true, oder in den Einstellungen von Windows.",
  "Whether the network sets the clock cannot be told here.":
    "Ob das Netz die Uhr stellt, lässt sich hier nicht sagen.",
  "Port {} ({}) answers.": "Port {1} ({=2}) antwortet.",
  "Port {} ({}) is free for the service.": "Port {1} ({=2}) ist für den Dienst frei.",
  "Port {} ({}) is taken by {}.": "Port {1} ({=2}) ist von {=3} belegt.",
  '{} of printer "{}"': "{1} des Druckers „{2}“",
  "process {}": "Prozess {1}",
  "{} (process {})": "{1} (Prozess {2})",
  "The service cannot open it.": "Der Dienst kann ihn nicht öffnen.",
  "End that program, or give the service another port.":
    "Beenden Sie dieses Programm, oder geben Sie dem Dienst einen anderen Port.",
  "Port {} ({}) is taken by {}, and the service goes on without it.":
    "Port {1} ({=2}) ist von {=3} belegt, und der Dienst kommt ohne ihn aus.",
  "Who prints or looks at the dashboard by that port does not reach the service.":
    "Wer über diesen Port druckt oder die Oberfläche aufruft, erreicht den Dienst nicht.",
  "End that program, or give the service another port; 0 is none.":
    "Beenden Sie dieses Programm, oder geben Sie dem Dienst einen anderen Port; 0 ist keiner.",
  "Port {} ({}) may not be opened by this user.": "Port {1} ({=2}) darf dieser Benutzer nicht öffnen.",
  "Ports below 1024 need a right of their own on Linux.":
    "Ports unter 1024 brauchen unter Linux ein eigenes Recht.",
  "Install the service by tillroll service install, which gives it that right.":
    "Richten Sie den Dienst mit tillroll service install ein; das gibt ihm dieses Recht.",
  "Port {} ({}) does not answer, though the service runs.":
    "Port {1} ({=2}) antwortet nicht, obwohl der Dienst läuft.",
  "Tills cannot reach it.": "Kassen erreichen ihn nicht.",
  "The line about ports of the service's health says why; else look at the firewall.":
    "Die Zeile über Ports im Zustand des Dienstes sagt, warum; sehen Sie sonst nach der Firewall.",
  "Port {} ({}) answers here, but not at {}.": "Port {1} ({=2}) antwortet hier, aber nicht unter {3}.",
  "Other machines on the network do not reach it.": "Andere Rechner im Netz erreichen ihn nicht.",
  "Have the service listen on all addresses (--host 0.0.0.0), and open the firewall.":
    "Lassen Sie den Dienst auf allen Adressen lauschen (--host 0.0.0.0), und öffnen Sie die Firewall.",
  "The service listens at {} alone.": "Der Dienst lauscht nur auf {1}.",
  "Only programs on this machine reach it.": "Nur Programme auf diesem Rechner erreichen ihn.",
  "For tills on the network leave --host away.": "Lassen Sie für Kassen im Netz --host weg.",
  "This machine has no address on a network.": "Dieser Rechner hat keine Adresse in einem Netz.",
  "No till reaches it.": "Keine Kasse erreicht ihn.",
  "Look at the cable or the wireless network.": "Sehen Sie nach dem Kabel oder dem WLAN.",
  "No firewall that is known here keeps tills out.": "Keine Firewall, die hier bekannt ist, hält Kassen ab.",
  "{} lets the service's ports through.": "{=1} lässt die Ports des Dienstes durch.",
  "{} does not let these ports through: {}.": "{=1} lässt diese Ports nicht durch: {2}.",
  "The Windows Firewall": "Die Windows-Firewall",
  "The firewall of macOS": "Die Firewall von macOS",
  "Tills do not reach them.": "Kassen erreichen sie nicht.",
  "Open it as administrator: {}.": "Öffnen Sie sie als Administrator: {1}.",
  "{} may keep tills out; its rules can be read by an administrator alone.":
    "{=1} hält vielleicht Kassen ab; ihre Regeln kann nur ein Administrator lesen.",
  "Run tillroll doctor as administrator.": "Rufen Sie tillroll doctor als Administrator auf.",
  "No printer passes its prints on to a real one.": "Kein Drucker gibt seine Bons an einen echten weiter.",
  "The real printer of {} answers at {}.": "Der echte Drucker von {1} antwortet unter {2}.",
  "The real printer of {} does not answer at {}.": "Der echte Drucker von {1} antwortet unter {2} nicht.",
  "Its prints wait until it does; they are stored all the same.":
    "Seine Bons warten, bis er es tut; gespeichert sind sie trotzdem.",
  "Look whether it is on, and whether its address is still the same.":
    "Sehen Sie nach, ob er an ist und noch dieselbe Adresse hat.",
  "Printer {} says: {}": "Der Drucker {1} sagt: {=2}",
  "Paper does not come out; prints are stored all the same.":
    "Es kommt kein Papier heraus; gespeichert sind die Bons trotzdem.",
  "The page of the printer says more.": "Die Seite des Druckers sagt mehr.",
  "No backups are made.": "Es werden keine Sicherungen gemacht.",
  "With the disk all prints are lost.": "Mit dem Datenträger sind alle Bons verloren.",
  "Say where they go: tillroll serve --backup-to, or backup-to in the configuration file.":
    "Sagen Sie, wohin sie gehen: tillroll serve --backup-to, oder backup-to in der Konfigurationsdatei.",
  "Backups go to {}; the last is of {}.": "Sicherungen gehen nach {1}; die letzte ist vom {2}.",
  "Backups go to {}, which is not asked from here.":
    "Sicherungen gehen nach {1}; das wird von hier aus nicht gefragt.",
  "The last backup in {} is of {}.": "Die letzte Sicherung in {1} ist vom {=2}.",
  "There is no backup in {} that is known here.": "In {1} ist keine Sicherung, die hier bekannt ist.",
  "What was stored since is on this disk alone.":
    "Was seither gespeichert wurde, ist nur auf diesem Datenträger.",
  "Look whether the place is there and has room; the service's log says why it failed.":
    "Sehen Sie nach, ob der Ort da ist und Platz hat; das Protokoll des Dienstes sagt, woran es lag.",
  "The place of the backups cannot be read: {}.": "Der Ort der Sicherungen kann nicht gelesen werden: {=1}.",
  "Nothing is backed up, and nothing can be restored.":
    "Nichts wird gesichert, und nichts kann zurückgeholt werden.",
  "Mount the disk or the network drive, or choose another place.":
    "Binden Sie den Datenträger oder das Netzlaufwerk ein, oder wählen Sie einen anderen Ort.",
  "The data folder is its owner's alone.": "Der Datenordner gehört nur seinem Eigentümer.",
  "Others on this machine may read {} (mode {}).": "Andere an diesem Rechner dürfen {1} lesen (Modus {2}).",
  "Receipts, and the keys of the service, are in it.": "Darin sind Bons und die Schlüssel des Dienstes.",
  "Take these rights away: chmod -R go-rwx.": "Nehmen Sie diese Rechte weg: chmod -R go-rwx.",
  "{} belongs to {}, and the service runs as {}.": "{1} gehört {2}, und der Dienst läuft als {3}.",
  "The service may not be able to write there.": "Der Dienst kann dort vielleicht nicht schreiben.",
  "Give all files of the folder to that user: chown -R.":
    "Geben Sie alle Dateien des Ordners diesem Benutzer: chown -R.",
  "Certificates cannot be written: {}.": "Zertifikate können nicht geschrieben werden: {=1}.",
  "HTTPS goes on until the certificate ends, and then browsers warn.":
    "HTTPS geht weiter, bis das Zertifikat abläuft; dann warnen Browser.",
  "Make the data folder writable for the user of the service.":
    "Machen Sie den Datenordner für den Benutzer des Dienstes beschreibbar.",
  "Who may read the data folder cannot be told here.":
    "Wer den Datenordner lesen darf, lässt sich hier nicht sagen.",
  "The service starts with the machine ({}).": "Der Dienst startet mit dem Rechner ({1}).",
  "The service does not start with the machine.": "Der Dienst startet nicht mit dem Rechner.",
  "After a power cut nobody can print until somebody starts it.":
    "Nach einem Stromausfall kann niemand drucken, bis ihn jemand startet.",
  "Install it: tillroll service install.": "Richten Sie ihn ein: tillroll service install.",
  "The installed service is not running: {}.": "Der eingerichtete Dienst läuft nicht: {1}.",
  "Nobody can print.": "Niemand kann drucken.",
  "tillroll service status and the service's log say why.":
    "tillroll service status und das Protokoll des Dienstes sagen, warum.",
  "What starts services on this machine is not known here.":
    "Was auf diesem Rechner Dienste startet, ist hier nicht bekannt.",
  "A service runs on the data folder and answers.": "Auf dem Datenordner läuft ein Dienst und antwortet.",
  "No service runs on the data folder.": "Auf dem Datenordner läuft kein Dienst.",
  "A program has the data folder, and does not answer.":
    "Ein Programm hat den Datenordner und antwortet nicht.",
  "A service hangs, or is just starting; a second one cannot start.":
    "Ein Dienst hängt oder startet gerade; ein zweiter kann nicht starten.",
  "Wait a minute; if it stays so, end that program and start the service.":
    "Warten Sie eine Minute; bleibt es so, beenden Sie dieses Programm und starten Sie den Dienst.",
  "{} of memory are free.": "{1} Arbeitsspeicher sind frei.",
  "Only {} of memory are free.": "Nur {1} Arbeitsspeicher sind frei.",
  "The system may end the service, or all gets slow.":
    "Das System beendet vielleicht den Dienst, oder alles wird langsam.",
  "End other programs, or give the machine more memory.":
    "Beenden Sie andere Programme, oder geben Sie dem Rechner mehr Speicher.",
  "Dates and numbers can be written for {}.": "Daten und Zahlen können für {1} geschrieben werden.",
  "Dates and numbers cannot be written as in {}.":
    "Daten und Zahlen können nicht wie in {1} geschrieben werden.",
  "Texts come out in English.": "Texte kommen auf Englisch heraus.",
  "Install the official executable, which has all languages.":
    "Nehmen Sie das offizielle Programm, das alle Sprachen hat.",
  "Tillroll {}; a newer one is put in place by tillroll update.":
    "Tillroll {1}; ein neueres bringt tillroll update an seinen Platz.",
  "An update from {} to {} was broken off.": "Eine Aktualisierung von {1} auf {2} wurde abgebrochen.",
  "It is neither in place for good nor taken back.": "Sie ist weder endgültig noch zurückgenommen.",
  "Run tillroll update --resume.": "Rufen Sie tillroll update --resume auf.",
  "The part {} of the service says: {}": "Der Teil „{health.part.1}“ des Dienstes sagt: {=2}",
  "This could not be looked at: {}.": "Das konnte nicht angesehen werden: {=1}.",
};
