import type { Sentences } from "../../text-types.ts";

/** Causes, states and kinds of things; notifications, and what the service does by itself. */
export const domain: Sentences = {
  "must have at most {} keys, not {}.": "darf höchstens {1} Schlüssel haben, nicht {2}.",
  "The printer is out of paper.": "Der Drucker hat kein Papier.",
  "must not be empty: send the ESC/POS bytes of the print.":
    "darf nicht leer sein: Senden Sie die ESC/POS-Bytes des Bons.",
  "The print is larger than the limit of {} bytes; send it in parts or raise the limit.":
    "Der Bon ist größer als die Grenze von {1} Bytes; senden Sie ihn in Teilen oder heben Sie die Grenze an.",
  "The request is not valid.": "Die Anfrage ist nicht gültig.",
  "Print {} was {} on {}; it cannot be had back.":
    "Bon {1} wurde am {3} {=2}; er ist nicht wiederzubekommen.",
  "There is no {} {} in this workspace.": "In diesem Arbeitsbereich gibt es {=1} {2} nicht.",
  "The body is not JSON in UTF-8: {}.": "Der Inhalt ist kein JSON in UTF-8: {=1}.",
  'cannot be "{}", which has a backup itself: "{}".':
    "kann nicht „{1}“ sein, weil dieser selbst einen Ersatz hat: „{2}“.",
  'cannot be set: "{}" is the backup of "{}".': "geht nicht: „{1}“ ist der Ersatz von „{2}“.",
  "cannot be the printer itself.": "kann nicht der Drucker selbst sein.",
  'names no printer of the workspace: "{}".': "nennt keinen Drucker des Arbeitsbereichs: „{1}“.",
  'cannot be "{}", which has no target.': "kann nicht „{1}“ sein, weil kein echter Drucker dahinter steht.",
  "must be an address such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com.":
    "muss eine Adresse wie smtp://name:passwort@mail.example.com:587 oder smtps://mail.example.com sein.",
  "must end with the port: smtp://HOST:PORT.": "muss mit dem Port enden: smtp://RECHNER:PORT.",
  'may have "?security=none" at its end, and nothing else.':
    "darf am Ende „?security=none“ haben, und nichts anderes.",
  'is safe by TLS already; leave "?security=none" out.':
    "ist durch TLS schon sicher; lassen Sie „?security=none“ weg.",
  "sends a password, which nobody may read on its way: leave out ?security=none.":
    "sendet ein Passwort, das unterwegs niemand lesen darf: Lassen Sie ?security=none weg.",
  "has a % in its user or password that stands for nothing: write a % as %25.":
    "hat im Namen oder Passwort ein %, das für nichts steht: Schreiben Sie % als %25.",
  "The page says no origin, as one does that was opened from a file or runs in a sandbox; let a web server give it out.":
    "Die Seite nennt keine Herkunft, wie eine, die aus einer Datei geöffnet wurde oder in einer Sandbox läuft; geben Sie sie über einen Webserver aus.",
  '{} may not print on printer "{}".': "{=1} darf auf dem Drucker „{2}“ nicht drucken.",
  "must have at least {} characters.": "muss mindestens {1} Zeichen haben.",
  "must have at most {} characters.": "darf höchstens {1} Zeichen haben.",
  "is among those that are guessed first; take a few words that only you would put together.":
    "gehört zu denen, die zuerst geraten werden; nehmen Sie ein paar Wörter, die nur Sie so zusammenstellen.",
  "must not be your name.": "darf nicht Ihr Name sein.",
  'There is no person {}; see "tillroll user list".':
    "Eine Person {1} gibt es nicht; siehe „tillroll user list“.",
  "must have no spaces or control characters.": "darf keine Leerzeichen oder Steuerzeichen haben.",
  "must be an address such as {}.": "muss eine Adresse wie {1} sein.",
  "must have no user name or password; they are a setting of their own (pollCredentials).":
    "darf keinen Namen und kein Passwort haben; dafür gibt es eine eigene Einstellung.",
  "must have no part after a #.": "darf keinen Teil nach einem # haben.",
  "must not be a link-local address.": "darf keine verbindungslokale Adresse sein.",
  "must be another port: {} belongs to {}.": "muss ein anderer Port sein: {1} gehört {=2}.",
  'It is set to "{}" for a test.': "Zur Probe auf „{1}“ gestellt.",
  "It is held: prints wait until it is released.": "Er ist angehalten: Bons warten, bis es weitergeht.",
  "The real printer's paper is nearly at its end.": "Das Papier des echten Druckers geht zu Ende.",
  "It stores what is printed.": "Er speichert, was gedruckt wird.",
  "It prints.": "Er druckt.",
  "The printer is offline.": "Der Drucker ist offline.",
  "The printer at {} does not answer.": "Der Drucker unter {1} antwortet nicht.",
  "{}; {} prints in its place.": "{=1}; solange druckt {2}.",
  "The printer's cover is open.": "Die Klappe des Druckers ist offen.",
  "The printer's cutter is blocked.": "Der Abschneider des Druckers klemmt.",
  "The printer has an error; switch it off and on.":
    "Der Drucker hat einen Fehler: aus- und wieder einschalten.",
  'must not have a lone "$" at character {}: write $1, ${name}, or $$ for a dollar sign.':
    "darf an Zeichen {1} kein einzelnes „$“ haben: Schreiben Sie $1, ${name}, oder $$ für ein Dollarzeichen.",
  'must not have ":{}": the forms are {}.': "darf „:{1}“ nicht haben: Die Formen sind {2}.",
  "has no setting {}; there are {}.": "hat keine Einstellung {1}; es gibt {2}.",
  "must have a {} of {}.": "muss bei {1} {2} haben.",
  "must have no spaces.": "darf keine Leerzeichen haben.",
  "must begin with {}://.": "muss mit {1}:// beginnen.",
  "has no usable host or port; give {}://HOST:PORT.":
    "hat keinen brauchbaren Rechner oder Port; schreiben Sie {1}://RECHNER:PORT.",
  "must have no user name or password.": "darf keinen Namen und kein Passwort haben.",
  "must have a port from 1 to 65535.": "muss einen Port von 1 bis 65535 haben.",
  "must have no part after a ?.": "darf keinen Teil nach einem ? haben.",
  "has a % that stands for nothing.": "hat ein %, das für nichts steht.",
  "must end with a path: {}://HOST/{}.": "muss mit einem Pfad enden: {1}://RECHNER/{2}.",
  "prints pages, which {}: does not take; give a target such as {}.":
    "druckt Seiten, die {1}: nicht annimmt; geben Sie ein Ziel wie {2} an.",
  "must have no control characters.": "darf keine Steuerzeichen haben.",
  "must begin with how the printer is reached: did you mean {}? It may be {}.":
    "muss damit beginnen, wie der Drucker erreicht wird: Meinten Sie {1}? Es gibt {=2}.",
  "begins with {}:, which no printer here has; give {}.":
    "beginnt mit {1}:, das kein Drucker hier hat; schreiben Sie {2}.",
  "{} is only on {}; give {}.": "{1} gibt es nur auf {2}; schreiben Sie {3}.",
  'This sign-in link was used or has expired; run "tillroll sign-in" for a new one.':
    "Dieser Link zur Anmeldung wurde benutzt oder ist abgelaufen; „tillroll sign-in“ gibt einen neuen.",
  "The mail server {} refused the name or the password: {}.":
    "Der Mailserver {1} hat den Namen oder das Passwort abgelehnt: {=2}.",
  "The mail server {} refused the sender or a recipient: {}.":
    "Der Mailserver {1} hat den Absender oder einen Empfänger abgelehnt: {=2}.",
  "The connection to the mail server {} cannot be made safe: {}.":
    "Die Verbindung zum Mailserver {1} lässt sich nicht sichern: {=2}.",
  "The mail server {} cannot be reached, or is not to be trusted: {}.":
    "Der Mailserver {1} ist nicht zu erreichen, oder ihm ist nicht zu trauen: {=2}.",
  "The mail server {} did not take it: {}.": "Der Mailserver {1} hat sie nicht angenommen: {=2}.",
  "Nobody is to be told.": "Niemand soll benachrichtigt werden.",
  "Whoever wants to be told is told.": "Alle, die es wollen, werden benachrichtigt.",
  '{} of {} who want to be told cannot be: the page of notifications and "tillroll notification list" say why.':
    "{1} von {2}, die benachrichtigt werden wollen, sind nicht zu erreichen: Die Seite „Meldungen“ sagt, warum.",
  "It answered {}.": "Antwort: {1}.",
  "It did not answer within {} s.": "Innerhalb von {1} s kam keine Antwort.",
  "It cannot be reached: {}.": "Nicht zu erreichen: {=1}.",
  "There is no mail server: give the notification one, or start the service with --smtp-url.":
    "Es gibt keinen Mailserver: Geben Sie der Meldung einen, oder starten Sie den Dienst mit --smtp-url.",
  'The machine\'s clock says {}, which cannot be: prints are dated {}. Set the clock right; or, if it is right, run "tillroll clock {}".':
    "Die Uhr des Rechners sagt {1}, was nicht sein kann: Bons werden auf {2} datiert. Stellen Sie die Uhr; oder führen Sie „tillroll clock {3}“ aus, wenn sie stimmt.",
  'Prints are dated up to {}, in the future, and new ones get that time too. If the machine\'s clock is right, run "tillroll clock repair".':
    "Bons sind bis {1} datiert, also in der Zukunft, und neue bekommen diese Zeit auch. Wenn die Uhr des Rechners stimmt, führen Sie „tillroll clock repair“ aus.",
  "The machine's clock is believed.": "Der Uhr des Rechners wird geglaubt.",
  "This part cannot tell how it is; the service's log says why.":
    "Dieser Teil kann nicht sagen, wie es ihm geht; das Protokoll des Dienstes sagt, warum.",
  "{} for now: it was interrupted, and goes on soon; the service's log says why.":
    "{=1}, vorläufig: Die Arbeit wurde unterbrochen und geht bald weiter; das Protokoll des Dienstes sagt, warum.",
  "{}: the thread that does it has died; the service's log says why.":
    "{=1}: Der Thread, der das tut, ist gestorben; das Protokoll des Dienstes sagt, warum.",
  "Windows' event log takes no lines.": "Das Ereignisprotokoll von Windows nimmt keine Zeilen.",
  "The journal at {} takes no lines; they go to standard error.":
    "Das Journal unter {1} nimmt keine Zeilen; sie gehen in die Standardfehlerausgabe.",
  "The log file {} cannot be written: {}.": "In die Protokolldatei {1} lässt sich nicht schreiben: {=2}.",
  "The log is written.": "Das Protokoll wird geschrieben.",
  "What is to be done regularly is done.": "Was regelmäßig zu tun ist, wird getan.",
  "The last run of {} has failed; it is tried again. The service's log says why.":
    "Der letzte Lauf ist gescheitert ({=1}); er wird wiederholt. Das Protokoll des Dienstes sagt, warum.",
  "must be a regular expression of RE2: {}.": "muss ein regulärer Ausdruck von RE2 sein: {1}.",
  "is too large when compiled ({}); repeat less, or shorten it.":
    "ist übersetzt zu groß ({1}); wiederholen Sie weniger, oder kürzen Sie ihn.",
  "must not have ${{}}: the pattern has no such group.":
    "darf ${{1}} nicht haben: Das Muster hat keine solche Gruppe.",
  "is too large beside the workspace's other rules: {} instructions, at most {} are possible.":
    "ist neben den anderen Regeln des Arbeitsbereichs zu groß: {1} Anweisungen, höchstens {2} sind möglich.",
  "serial number": "Seriennummer",
  "product id": "Produktkennung",
  "The printer cannot be reached": "Der Drucker ist nicht zu erreichen",
  "Tills cannot reach it: {}": "Kassen erreichen ihn nicht: {=1}",
  "Prints wait: {}": "Bons warten: {=1}",
  "The real printer: {}": "Der echte Drucker: {=1}",
  "A web page without an origin": "Eine Webseite ohne Herkunft",
  "A web page of {}": "Eine Webseite von {1}",
  "this service, for its dashboard and API": "diesem Dienst, für Oberfläche und API",
  "this service, for web pages that print": "diesem Dienst, für Webseiten, die drucken",
  "this service, for {}": "diesem Dienst, für {=1}",
  'printer "{}"': "dem Drucker „{1}“",
  "raw printing": "Rohdaten",
  'Printer "{}" does not fetch its prints here; set its target to {}':
    "Der Drucker „{1}“ holt seine Bons nicht hier ab; setzen Sie sein Ziel auf {2}",
  "an address such as {}": "eine Adresse wie {1}",
  " (and {} more, see data.issues)": " (und {1} weitere)",
  "an array": "eine Liste",
  "an object": "ein Objekt",
  "a number": "eine Zahl",
  queued: "in der Warteschlange",
  sending: "gerade im Druck",
  held: "angehalten",
  kept: "nicht gedruckt",
  done: "gedruckt",
  failed: "gescheitert",
  cancelled: "verworfen",
  erased: "gelöscht",
  purged: "endgültig entfernt",
  print: "den Bon",
  delivery: "den Druck",
  rule: "die Regel",
  webhook: "den Webhook",
  hold: "die Löschsperre",
  "saved search": "die gespeicherte Suche",
  notification: "die Meldung",
  administrator: "Administrator",
  " and ": " und ",
  " or ": " oder ",
};
