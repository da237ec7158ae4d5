import type { Sentences } from "../../text-types.ts";

/** The configuration, the options of the service, and certificates. */
export const options: Sentences = {
  "Port {}, which --{} asks for, cannot be opened: {} Choose another, or 0.":
    "Port {1}, den --{2} verlangt, lässt sich nicht öffnen: {=3} Wählen Sie einen anderen oder 0.",
  "The certificates in {} cannot be used: {}.": "Die Zertifikate in {1} sind nicht zu verwenden: {=2}.",
  "The key{} is not that of the first certificate{}.":
    "Der Schlüssel{=1} gehört nicht zum ersten Zertifikat{=2}.",
  "The file {} is too large.": "Die Datei {1} ist zu groß.",
  "The file {} cannot be read: {}.": "Die Datei {1} lässt sich nicht lesen: {=2}.",
  '{} has no certificate in it; give one as PEM ("-----BEGIN CERTIFICATE-----").':
    "{=1} enthält kein Zertifikat; geben Sie eines als PEM an („-----BEGIN CERTIFICATE-----“).",
  "{} has no private key that can be read; {}.": "{=1} enthält keinen lesbaren privaten Schlüssel; {=2}.",
  "Your certificate ends {}; renew it where it comes from.":
    "Ihr Zertifikat endet am {1}; erneuern Sie es dort, wo es herkommt.",
  "The local authority ends {}; {}.": "Die eigene Zertifizierungsstelle endet am {1}; {=2}.",
  "The certificate is good until {}.": "Das Zertifikat gilt bis {1}.",
  "It is too large to be a configuration file.": "Für eine Konfigurationsdatei ist sie zu groß.",
  "{} takes one value, no list.": "{1} hat einen Wert, keine Liste.",
  "{} must be true or false, without quotes.": "{1} muss true oder false sein, ohne Anführungszeichen.",
  "{} must be {}, not {}.": "{1} muss {=2} sein, nicht {3}.",
  "{} is a number: write it without quotes.": "{1} ist eine Zahl: Schreiben Sie sie ohne Anführungszeichen.",
  "{} is a text: write it in quotes.": "{1} ist ein Text: Schreiben Sie ihn in Anführungszeichen.",
  "This service has no configuration.": "Dieser Dienst hat keine Konfiguration.",
  "{} By default {}.": "{=1} Vorgabe: {2}.",
  'make a new one with "tillroll certificate renew --authority", which devices must trust anew':
    "„tillroll certificate renew --authority“ erstellt eine neue, der Geräte neu vertrauen müssen",
  "The text": "Der Text",
  'give it as PEM ("-----BEGIN PRIVATE KEY-----"), without a password':
    "geben Sie ihn als PEM an („-----BEGIN PRIVATE KEY-----“), ohne Passwort",
  " in {}": " in {1}",
  "Your certificate cannot be used, and {}. {}": "Ihr Zertifikat ist nicht zu verwenden, und {=1}. {=2}",
  "this machine's is shown instead": "das dieses Rechners wird stattdessen gezeigt",
  "the one from before is shown": "das von davor wird gezeigt",
  "The certificate cannot be kept: {}": "Das Zertifikat lässt sich nicht ablegen: {=1}",
  "This is no TOML: {}.{}": "Das ist kein TOML: {1}.{=2}",
  " A path of Windows is written in single quotes.":
    " Ein Pfad von Windows steht in einfachen Anführungszeichen.",
  'There are no tables here, such as "{}".{}': "Tabellen gibt es hier nicht, etwa „{1}“.{=2}",
  " Write {} = … without a table.": " Schreiben Sie {1} = … ohne Tabelle.",
  'There is no setting "{}".{}': "Eine Einstellung „{1}“ gibt es nicht.{=2}",
  ' Did you mean "{}"?': " Meinten Sie „{1}“?",
  "an integer from {} to {}{}": "eine ganze Zahl von {1} bis {2}{3}",
  "one of {}": "eines von {1}",
  "a duration such as 30s, 5min or 1h, from {} s to {} s":
    "eine Dauer wie 30s, 5min oder 1h, von {1} s bis {2} s",
  "a folder": "ein Ordner",
  "a file": "eine Datei",
  "an address of this machine": "eine Adresse dieses Rechners",
  "a name alone, such as till.example, without http:// or a port":
    "ein Name allein, etwa till.example, ohne http:// und Port",
  "hourly retention": "stündliche Aufbewahrung",
  "what is new to the backup": "Neues in die Sicherung",
  "the backup": "die Sicherung",
  retention: "Aufbewahrung",
  "audit log": "Prüfprotokoll",
  now: "jetzt",
  viewer: "Betrachter",
  "The audit log": "Das Prüfprotokoll",
  "Data folder; by default where the platform keeps such data.":
    "Datenordner; sonst dort, wo das System solche Daten hat.",
  "Port to listen on. 0: any free one.": "Port, an dem gehorcht wird. 0: irgendein freier.",
  "A name by which this machine is reached beside its own, such as a reverse proxy's; repeatable.":
    "Ein Name, unter dem dieser Rechner außer seinem eigenen erreicht wird, etwa der eines Reverse-Proxys; mehrmals möglich.",
  "The most bytes a print may have.": "Wie viele Bytes ein Bon höchstens haben darf.",
  "What an address may send a second, for long. 0: no limit.":
    "Wie viele Bytes eine Adresse auf Dauer in der Sekunde senden darf. 0: keine Grenze.",
  "Memory for the search index, MiB.": "Arbeitsspeicher für den Suchindex, MiB.",
  "on or off: whether text in pictures of prints is read.":
    "on oder off: ob Text in Bildern auf Bons gelesen wird.",
  "Where models of other languages for that are: files named LANGUAGE.traineddata, of tesseract 4 or later.":
    "Wo Modelle anderer Sprachen dafür liegen: Dateien namens SPRACHE.traineddata, von tesseract 4 oder neuer.",
  "Port of the printer that the first start makes. 0: none.":
    "Port des Druckers, den der erste Start anlegt. 0: keiner.",
  "Port for HTTPS, opened where it is free; one that is given must be. 0: none.":
    "Port für HTTPS, der geöffnet wird, wenn er frei ist; ein angegebener muss es sein. 0: keiner.",
  "Answer the dashboard and the API by HTTPS alone; printers keep HTTP.":
    "Oberfläche und API nur über HTTPS beantworten; Drucker behalten HTTP.",
  "A reverse proxy whose X-Forwarded headers count: an address, or a block of them; repeatable.":
    "Ein Reverse-Proxy, dessen X-Forwarded-Kopfzeilen gelten: eine Adresse oder ein Block; mehrmals möglich.",
  "Port on which the text of each receipt is told as lines (TCP), for camera recorders. 0: none.":
    "Port, an dem der Text jedes Bons zeilenweise mitgeteilt wird (TCP), für Kamerarekorder. 0: keiner.",
  "Addresses that may read it beside this machine, such as 192.168.1.60; repeatable.":
    "Adressen, die ihn außer diesem Rechner lesen dürfen, etwa 192.168.1.60; mehrmals möglich.",
  "How its characters are coded: one of {}.": "Wie seine Zeichen codiert sind: eines von {1}.",
  "Delete prints that are older, such as {}.": "Ältere Bons löschen, etwa {1}.",
  "Keep the newest N prints of all workspaces, and delete the others.":
    "Die neuesten N Bons aller Arbeitsbereiche behalten und die anderen löschen.",
  "Remove deleted prints, then the oldest, when the database takes more of the disk, such as {}.":
    "Gelöschte Bons entfernen, dann die ältesten, wenn die Datenbank mehr von der Festplatte braucht, etwa {1}.",
  'Remove deleted prints for good after so long; until then they can be restored. "{}" keeps them.':
    "Gelöschte Bons nach dieser Zeit endgültig entfernen; bis dahin lassen sie sich wiederherstellen. „{1}“ behält sie.",
  "Where backups go: a folder on another disk, or s3://bucket/prefix.":
    "Wohin Sicherungen gehen: ein Ordner auf einer anderen Festplatte oder s3://BUCKET/PRÄFIX.",
  "When a whole backup is made each day, by the clock on the wall; what is new goes out all the time.":
    "Wann jeden Tag eine ganze Sicherung erstellt wird, nach der Uhr an der Wand; Neues geht ständig hinaus.",
  "How often what is new goes out between whole backups.":
    "Wie oft zwischen ganzen Sicherungen Neues hinausgeht.",
  "How many whole backups are kept, each with what changed until the next.":
    "Wie viele ganze Sicherungen bleiben, jede mit dem, was sich bis zur nächsten geändert hat.",
  "How old backups may be, such as 90d; the newest stays. Any age if not given.":
    "Wie alt Sicherungen werden dürfen, etwa 90d; die neueste bleibt. Ohne Angabe: beliebig alt.",
  "How fast the database is read for backups, MiB a second. 0: no limit.":
    "Wie schnell die Datenbank für Sicherungen gelesen wird, MiB in der Sekunde. 0: keine Grenze.",
  "The address of the service that has the bucket; Amazon's if not given.":
    "Die Adresse des Dienstes, der den Bucket hat; ohne Angabe die von Amazon.",
  "The region of the bucket, such as eu-central-1.": "Die Region des Buckets, etwa eu-central-1.",
  "The id of the key for the bucket; AWS_ACCESS_KEY_ID if not given.":
    "Die Kennung des Schlüssels für den Bucket; ohne Angabe AWS_ACCESS_KEY_ID.",
  "The secret of that key; AWS_SECRET_ACCESS_KEY if not given.":
    "Das Geheimnis dieses Schlüssels; ohne Angabe AWS_SECRET_ACCESS_KEY.",
  "A file that holds --{}, such as one that the service manager hands over.":
    "Eine Datei mit --{1}, etwa eine, die der Dienstverwalter übergibt.",
  "The mail server that notifications go by: smtps://USER:PASSWORD@HOST, or smtp:// with STARTTLS.":
    "Der Mailserver für Meldungen: smtps://NAME:PASSWORT@RECHNER, oder smtp:// mit STARTTLS.",
  "Who mail comes from; by default the user of the mail server, or tillroll at this machine.":
    "Von wem Mail kommt; sonst vom Benutzer des Mailservers, oder von tillroll auf diesem Rechner.",
  "The text of the first token, for tests: it may do all in the workspace default. Only on an empty data folder.":
    "Der Text des ersten API-Schlüssels, für Tests: Er darf alles im Arbeitsbereich default. Nur bei leerem Datenordner.",
  "Where the log goes: stderr, journald, file (logs/tillroll.log in the data folder), file:PATH, or eventlog (Windows); repeatable.":
    "Wohin das Protokoll geht: stderr, journald, file (logs/tillroll.log im Datenordner), file:PFAD oder eventlog (Windows); mehrmals möglich.",
  "text, for people, or json, an object a line; of stderr and of files.":
    "text für Menschen, oder json, ein Objekt je Zeile; für stderr und Dateien.",
  "The least urgent lines that are written: {}.": "Welche Zeilen mindestens geschrieben werden: {1}.",
  "Whether each HTTP request is logged when it is answered.":
    "Ob jede HTTP-Anfrage ins Protokoll kommt, wenn sie beantwortet ist.",
  "The size at which another log file is begun, MiB; one is begun each day, too.":
    "Die Größe, ab der eine neue Protokolldatei beginnt, MiB; jeden Tag beginnt auch eine.",
  "How many log files are kept beside the one that is written.":
    "Wie viele Protokolldateien neben der geschriebenen bleiben.",
  "How long log files are kept, days.": "Wie lange Protokolldateien bleiben, Tage.",
  "Searches that take as long are logged, without what they look for; 0s: none.":
    "Suchen, die so lange dauern, kommen ins Protokoll, ohne das Gesuchte; 0s: keine.",
  "Whether what slow searches look for is logged too: it may be what is on a receipt.":
    "Ob auch das Gesuchte langsamer Suchen ins Protokoll kommt: Es kann stehen, was auf Bons steht.",
  "How old entries of the audit log become before they are removed.":
    "Wie alt Einträge im Prüfprotokoll werden, bevor sie entfernt werden.",
  "Answer searches of Epson's own programs (UDP 3289); experimental.":
    "Auf Suchen von Epsons eigenen Programmen antworten (UDP 3289); experimentell.",
  "Whether the network is told which printers there are (mDNS).":
    "Ob dem Netz mitgeteilt wird, welche Drucker es gibt (mDNS).",
  "Whether a start by hand opens the dashboard in the browser; --no-open is short for --open false.":
    "Ob ein Start von Hand die Oberfläche im Browser öffnet; --no-open ist kurz für --open false.",
  "Where seals of the journal are kept too: a folder elsewhere, or s3://bucket/prefix, reached as for backups.":
    "Wo Siegel des Journals außerdem aufgehoben werden: ein Ordner anderswo oder s3://BUCKET/PRÄFIX, erreichbar wie für Sicherungen.",
  "A time-stamping authority (RFC 3161) that dates each seal of the journal; it is sent a hash alone.":
    "Eine Zeitstempelstelle (RFC 3161), die jedes Siegel des Journals datiert; ihr wird nur ein Hash gesendet.",
  "Seals of the journal": "Siegel des Journals",
  "A print is": "ein Bon",
};
