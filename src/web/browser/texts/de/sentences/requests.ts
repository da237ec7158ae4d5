import type { Sentences } from "../../text-types.ts";

/** What is wrong with a request, and what it is refused for. */
export const requests: Sentences = {
  "must be a nextBefore of an answer.": "muss das nextBefore einer Antwort sein.",
  "is not base64 (RFC 4648).": "ist nicht base64 (RFC 4648).",
  "must be one of {}.": "muss eines von {1} sein.",
  "is missing: say what the print is to be compared with.":
    "fehlt: Sagen Sie, womit der Bon verglichen werden soll.",
  "give with (a print's id) or reference (a name).":
    "braucht with (Nummer eines Bons) oder reference (Name einer Vorlage).",
  'The body must be a JSON object, with "cause" or empty, not {}.':
    "Der Inhalt muss ein JSON-Objekt sein, mit „cause“ oder leer, nicht {=1}.",
  "must be the name of a printer, not {}.": "muss der Name eines Druckers sein, nicht {=1}.",
  'The body must be a JSON object with "printer", not {}.':
    "Der Inhalt muss ein JSON-Objekt mit „printer“ sein, nicht {=1}.",
  "cannot be combined with ids; give one of them.": "geht nicht zusammen mit ids; geben Sie eines davon an.",
  "must be an IANA name such as Europe/Vienna, or an offset such as +02:00.":
    "muss ein Name der IANA sein, etwa Europe/Vienna, oder ein Abstand wie +02:00.",
  'must be an object such as {"deviceId": true}, not {}.':
    'muss ein Objekt wie {"deviceId": true} sein, nicht {=1}.',
  "is of no use without facets.time; give both.": "nützt nichts ohne facets.time; geben Sie beide an.",
  "must be a time in UTC with milliseconds, such as 2026-01-31T18:30:00.000Z.":
    "muss ein Zeitpunkt in UTC mit Millisekunden sein, etwa 2026-01-31T18:30:00.000Z.",
  "must be an ISO 8601 timestamp such as 2026-01-31T18:30:00.000Z or 2026-01-31T19:30+01:00.":
    "muss ein Zeitpunkt nach ISO 8601 sein, etwa 2026-01-31T18:30:00.000Z oder 2026-01-31T19:30+01:00.",
  "must be an address or a CIDR block such as 192.168.1.0/24.":
    "muss eine Adresse oder ein Block (CIDR) sein, etwa 192.168.1.0/24.",
  "must be an origin; pages that have none (null) cannot be told apart, nor allowed.":
    "muss eine Herkunft sein; Seiten ohne eine (null) lassen sich nicht unterscheiden und nicht erlauben.",
  "must be an origin such as https://pos.example: a scheme, a host, and a port if it is not the usual one.":
    "muss eine Herkunft sein, etwa https://pos.example: mit Schema, Rechner und einem Port, wenn es nicht der übliche ist.",
  "must have 1 to {} of the characters A-Z a-z 0-9 . _ - and begin with a letter or digit.":
    "muss 1 bis {1} der Zeichen A-Z a-z 0-9 . _ - haben und mit Buchstabe oder Ziffer beginnen.",
  'must be the name of a model, such as epson-tm-t88v: "tillroll models" and the guide list them.':
    "muss der Name eines Modells sein, etwa epson-tm-t88v: „tillroll models“ und die Anleitung nennen sie.",
  'must be the name of a model ("tillroll models" and the guide list them), or office-a4 or office-letter.':
    "muss der Name eines Modells („tillroll models“ und die Anleitung nennen sie) oder office-a4 oder office-letter sein.",
  "is not a {} here; the {}s are {}.": "gibt es hier nicht; möglich sind {3}.",
  "must have at most {} entries, not {}.": "darf höchstens {1} Einträge haben, nicht {2}.",
  "The body must be a JSON object, not {}.": "Der Inhalt muss ein JSON-Objekt sein, nicht {=1}.",
  "must be {}, not {}.": "muss {=1} sein, nicht {=2}.",
  "must be at most {} letters, digits and signs: it goes into a header.":
    "darf höchstens {1} Buchstaben, Ziffern und Zeichen haben: Es kommt in eine Kopfzeile.",
  "must be a list of any of {}.": "muss eine Liste aus {1} sein.",
  "must be two times of the day such as 22:00-07:00.": "muss aus zwei Uhrzeiten bestehen, etwa 22:00-07:00.",
  "is missing: give it a name.": "fehlt: Geben Sie ihm einen Namen.",
  "is missing: give one of {}.": "fehlt: Geben Sie eines von {1} an.",
  "is missing: give who is told, or the address.":
    "fehlt: Sagen Sie, wer benachrichtigt wird, oder unter welcher Adresse.",
  "is made for a webhook; leave it out.": "wird für einen Webhook erstellt; lassen Sie es weg.",
  "may name {} recipients at most.": "darf höchstens {1} Empfänger nennen.",
  "must be addresses of mail such as office@example.com.":
    "muss aus Mailadressen bestehen, etwa buero@example.com.",
  "must be an http:// or https:// address.": "muss eine Adresse mit http:// oder https:// sein.",
  "is only for mail; leave it out.": "gilt nur für Mail; lassen Sie es weg.",
  "must be true or false.": "muss true oder false sein.",
  "must be the id of a print, or 0 for the first one.":
    "muss die Nummer eines Bons sein, oder 0 für den ersten.",
  "must be a time such as 30s or 500ms, at most {}s.":
    "muss eine Zeit wie 30s oder 500ms sein, höchstens {1}s.",
  "must be key=value, such as orderId=1001.": "muss Schlüssel=Wert sein, etwa orderId=1001.",
  "must be a line of 1 to {} characters, without blanks at its ends.":
    "muss eine Zeile von 1 bis {1} Zeichen sein, ohne Leerzeichen an den Enden.",
  "is missing: give the name by which they sign in.": "fehlt: Geben Sie den Namen für die Anmeldung an.",
  "is missing: one of {}.": "fehlt: eines von {1}.",
  "is missing.": "fehlt.",
  "must be the ESC/POS bytes as a base64 string, not {}.":
    "muss die ESC/POS-Bytes als base64-Text haben, nicht {=1}.",
  'The body must be a JSON object with "raw", not {}.':
    "Der Inhalt muss ein JSON-Objekt mit „raw“ sein, nicht {=1}.",
  "The body must be a JSON object (a merge patch, RFC 7396), not {}.":
    "Der Inhalt muss ein JSON-Objekt sein (Merge Patch, RFC 7396), nicht {=1}.",
  "is not base64 (RFC 4648, standard or URL-safe alphabet).":
    "ist nicht base64 (RFC 4648, übliches Alphabet oder das für Adressen).",
  'must have the form key=value, with "=" written as %3D.': "muss Schlüssel=Wert sein, mit %3D statt „=“.",
  "is missing: give the printer a name.": "fehlt: Geben Sie dem Drucker einen Namen.",
  "must be printable ASCII.": "darf nur druckbares ASCII haben.",
  "must be an IP address of this machine.": "muss eine IP-Adresse dieses Rechners sein.",
  "must be USER:PASSWORD or Bearer TOKEN.": "muss NAME:PASSWORT oder Bearer TOKEN sein.",
  "must be another port than rawPort.": "muss ein anderer Port als der für Rohdaten sein.",
  "is missing: give the print's id.": "fehlt: Geben Sie die Nummer des Bons an.",
  "must be an age such as {}.": "muss ein Alter wie {1} sein.",
  "give maxAge, maxPrints or maxSize, or else keep: true for prints that are kept for ever.":
    "braucht maxAge, maxPrints oder maxSize, oder keep: true für Bons, die für immer bleiben.",
  "must have at most {} characters as JSON.": "darf als JSON höchstens {1} Zeichen haben.",
  "give either printId or text, to try the rule on.":
    "braucht printId oder text, um die Regel daran zu erproben.",
  "is missing: what gives a label or tags looks for something.":
    "fehlt: Was eine Bezeichnung oder Merkmale vergibt, muss etwas suchen.",
  "A rule must give a label or at least one tag.":
    "Eine Regel muss eine Bezeichnung oder mindestens ein Merkmal vergeben.",
  "must have more than white space.": "muss mehr als Leerzeichen haben.",
  'must be true, false or "any".': "muss true, false oder „any“ sein.",
  "must be null, or the nextCursor of the page before.":
    "muss null oder der nextCursor der Seite davor sein.",
  "cannot be combined with cursor; give one of them.":
    "geht nicht zusammen mit cursor; geben Sie eines davon an.",
  "The body must be a JSON object of filters ({} for all prints), not {}.":
    "Der Inhalt muss ein JSON-Objekt von Filtern sein ({1} für alle Bons), nicht {=2}.",
  "must be an integer from 24 to 80.": "muss eine ganze Zahl von 24 bis 80 sein.",
  "must be a number such as 12.50 or a timestamp such as 2026-01-31 to be compared.":
    "muss eine Zahl wie 12.50 oder ein Zeitpunkt wie 2026-01-31 sein, um verglichen zu werden.",
  "must be an array of tag queries, not {}.":
    "muss eine Liste von Bedingungen für Merkmale sein, nicht {=1}.",
  "must be a condition {op, key, value} or a group {and} or {or}, not {}.":
    "muss eine Bedingung {op, key, value} oder eine Gruppe {and} oder {or} sein, nicht {=1}.",
  "must be contains: whole receipts are not compared, only looked through.":
    "muss contains sein: Ganze Bons werden nicht verglichen, nur durchsucht.",
  "is missing: give the slug of its workspace.": "fehlt: Geben Sie das Kürzel des Arbeitsbereichs an.",
  "is for an archive: a shop has no groups.": "ist für ein Archiv: Ein Laden hat keine Gruppen.",
  "cannot go with workspace: give one of them.":
    "geht nicht zusammen mit workspace: Geben Sie eines davon an.",
  "is in the past.": "liegt in der Vergangenheit.",
  "must have {} characters.": "muss {=1} Zeichen haben.",
  "must be an integer {}.": "muss eine ganze Zahl {=1} sein.",
  "must be true or false, not {}.": "muss true oder false sein, nicht {=1}.",
  "must be an object of {}, not {}.": "muss ein Objekt von {=1} sein, nicht {=2}.",
  "must be a {}, not {}.": "muss {=1} sein, nicht {=2}.",
  "must be an http:// or https:// address of at most {} characters.":
    "muss eine Adresse mit http:// oder https:// von höchstens {1} Zeichen sein.",
  "must be whsec_ and {} to {} bytes in base64.": "muss whsec_ und {1} bis {2} Bytes in base64 sein.",
  "is missing: give the address that is to be told.":
    "fehlt: Geben Sie die Adresse an, die benachrichtigt wird.",
  "must have at most {} conditions.": "darf höchstens {1} Bedingungen haben.",
  "must be an array of at most {} conditions, not {}.":
    "muss eine Liste von höchstens {1} Bedingungen sein, nicht {=2}.",
  'must be a condition such as {"deviceId": "till-2"}, {and}, {or} or {not}, not {}.':
    'muss eine Bedingung wie {"deviceId": "till-2"}, {and}, {or} oder {not} sein, nicht {=1}.',
  "must be the name of a model, such as eng or chi_sim.":
    "muss der Name eines Modells sein, etwa eng oder chi_sim.",
  'must have 1 to {} of the characters A-Z a-z 0-9 and "-".':
    "muss 1 bis {1} der Zeichen A-Z a-z 0-9 und „-“ haben.",
  "The service was stopped.": "Der Dienst wurde angehalten.",
  "There are {} exports under way already; wait for one, or cancel it.":
    "Es laufen schon {1} Exporte; warten Sie auf einen oder brechen Sie ihn ab.",
  '{} is that of all workspaces; use "{}" on the machine of the service.':
    "{=1} gilt für alle Arbeitsbereiche; nehmen Sie „{2}“ am Rechner des Dienstes.",
  'The audit log is for administrators: a token with the scope "admin".':
    "Das Prüfprotokoll ist für Administratoren: ein API-Schlüssel mit dem Recht „admin“.",
  "There is no such workspace.": "Diesen Arbeitsbereich gibt es nicht.",
  "There is no such workspace, or it is not for you.":
    "Diesen Arbeitsbereich gibt es nicht, oder er ist nicht für Sie.",
  "There is no such workspace, or the token is not for it.":
    "Diesen Arbeitsbereich gibt es nicht, oder der API-Schlüssel gilt nicht für ihn.",
  'The token does not have the scope "{}"; create one with "{} --scopes {}".':
    "Der API-Schlüssel hat das Recht „{1}“ nicht; „{2} --scopes {3}“ legt einen an.",
  'This is not for the role "{}"; an administrator can give you another one.':
    "Das ist nichts für die Rolle „{=1}“; ein Administrator kann Ihnen eine andere geben.",
  "The token is not valid: it is malformed, unknown, expired or revoked.":
    "Der API-Schlüssel gilt nicht: Er ist falsch geschrieben, unbekannt, abgelaufen oder widerrufen.",
  "A token is needed: send the header Authorization: Bearer <token>.":
    "Ein API-Schlüssel ist nötig: Senden Sie die Kopfzeile Authorization: Bearer <token>.",
  "A page of another origin may not act in the name of the dashboard's session; use a token: Authorization: Bearer <token>.":
    "Eine Seite anderer Herkunft darf nicht im Namen dieser Sitzung handeln; nehmen Sie einen API-Schlüssel: Authorization: Bearer <token>.",
  'Only a command on the machine of the service says where a backup goes: "tillroll backup --to".':
    "Wohin eine Sicherung geht, sagt nur ein Befehl am Rechner des Dienstes: „tillroll backup --to“.",
  'No backups are made by themselves, so none can be tried; "tillroll backup verify FROM" tries another.':
    "Von selbst wird nicht gesichert, also gibt es nichts zu erproben; „tillroll backup verify ORT“ erprobt eine andere.",
  'A key is taken by HTTPS alone: open this page by its https:// address, or use "tillroll certificate replace" on the machine of the service.':
    "Ein Schlüssel wird nur über HTTPS angenommen: Öffnen Sie diese Seite mit https://, oder nehmen Sie „tillroll certificate replace“ am Rechner des Dienstes.",
  "This service has no HTTPS: --https-port is 0, or the log says what is wrong.":
    "Dieser Dienst hat kein HTTPS: --https-port ist 0, oder das Protokoll sagt, was nicht stimmt.",
  "This is for administrators of all workspaces, and for the commands on the machine of the service.":
    "Das ist für Administratoren aller Arbeitsbereiche und für die Befehle am Rechner des Dienstes.",
  "must be a positive integer.": "muss eine ganze Zahl über 0 sein.",
  "Something unexpected went wrong; the service's log tells more under this requestId.":
    "Etwas Unerwartetes ist schiefgegangen; das Protokoll des Dienstes sagt unter dieser requestId mehr.",
  "must be the id of an event, such as 12.3.": "muss die Nummer eines Ereignisses sein, etwa 12.3.",
  "Sign in to see receipts.": "Melden Sie sich an, um Bons zu sehen.",
  "There is no such font.": "Diese Schrift gibt es nicht.",
  'This machine is not known as "{}". Use its address or its own name, or start the service with --hostname and that name.':
    "Dieser Rechner ist nicht als „{1}“ bekannt. Nehmen Sie seine Adresse oder seinen eigenen Namen, oder starten Sie den Dienst mit --hostname und diesem Namen.",
  "There is nothing at this address; see /docs for the operations.":
    "Unter dieser Adresse ist nichts; /docs nennt die Operationen.",
  "{} is not possible here; use {}.": "{1} geht hier nicht; nehmen Sie {2}.",
  "This service answers by HTTPS alone. What was sent without it could be read by others on the network: if that was a token, revoke it.":
    "Dieser Dienst antwortet nur über HTTPS. Was ohne gesendet wurde, konnten andere im Netz lesen: War es ein API-Schlüssel, dann widerrufen Sie ihn.",
  "There are {} clients waiting for prints already; end some of them.":
    "Es warten schon {1} Programme auf Bons; beenden Sie einige.",
  'The {} "{}" is in the files of this machine, which only its administrator chooses; use "tillroll printer" there, or sign in to the dashboard by "tillroll sign-in".':
    "{1} „{2}“ liegt in den Dateien dieses Rechners, die nur sein Administrator wählt; nehmen Sie dort „tillroll printer“, oder melden Sie sich mit „tillroll sign-in“ an.",
  "A phone signs in as somebody who is signed in to the dashboard, not by a token.":
    "Ein Telefon wird als jemand angemeldet, der es an der Oberfläche schon ist, nicht mit einem API-Schlüssel.",
  "A token has no name and no password of its own; sign in as a person.":
    "Ein API-Schlüssel hat keinen eigenen Namen und kein Passwort; melden Sie sich als Person an.",
  "is not your password.": "ist nicht Ihr Passwort.",
  "Too many wrong passwords for this name; wait a few minutes, or sign in by a link.":
    "Zu viele falsche Passwörter für diesen Namen; warten Sie ein paar Minuten, oder melden Sie sich über einen Link an.",
  "Too many sign in at once; try again in a moment.":
    "Zu viele melden sich gleichzeitig an; versuchen Sie es gleich noch einmal.",
  "Too many codes for phones are shown; try again in a minute.":
    "Zu viele Codes für Telefone werden gezeigt; versuchen Sie es in einer Minute noch einmal.",
  'No printer fetches its prints here; "tillroll printer poll-address" makes the address anew.':
    "Kein Drucker holt hier seine Bons ab; „tillroll printer poll-address“ erstellt die Adresse neu.",
  "A printer of this service asks this service for its jobs: its own prints would come back.":
    "Ein Drucker dieses Dienstes fragt diesen Dienst nach Aufträgen: Seine eigenen Bons kämen zurück.",
  "No print matches, or none came in time.": "Kein Bon passt, oder keiner kam rechtzeitig.",
  'Printer "{}" has no real printer behind it whose drawer could open; give it a target first.':
    "Hinter dem Drucker „{1}“ steht kein echter, dessen Schublade sich öffnen könnte; geben Sie ihm zuerst einen.",
  "A service has at most {} printers; remove one first.":
    "Ein Dienst hat höchstens {1} Drucker; entfernen Sie zuerst einen.",
  "must have from 1 to {} characters.": "muss 1 bis {1} Zeichen haben.",
  "Too many bad tokens, links or sessions from this address; check what it signs in with.":
    "Zu viele falsche API-Schlüssel, Links oder Sitzungen von dieser Adresse; sehen Sie nach, womit sie sich anmeldet.",
  "The workspace may be asked {} times a second; try again later.":
    "Der Arbeitsbereich darf {1}-mal in der Sekunde gefragt werden; versuchen Sie es später noch einmal.",
  "The print has {} bytes; the range asked for is beyond them.":
    "Der Bon hat {1} Bytes; der verlangte Bereich liegt dahinter.",
  "The body of the request came too slowly; send it again.":
    "Die Anfrage kam zu langsam; senden Sie sie noch einmal.",
  "A body with Content-Encoding {} is not taken; send it uncompressed.":
    "Ein Inhalt mit Content-Encoding {1} wird nicht angenommen; senden Sie ihn ungepackt.",
  "Content-Type {} is not taken here; send {}.":
    "Content-Type {1} wird hier nicht angenommen; senden Sie {2}.",
  "The body is larger than the limit of {} bytes for {}.":
    "Der Inhalt ist größer als die Grenze von {1} Bytes für {2}.",
  "must be given for CSV, such as day.": "muss für CSV angegeben werden, etwa day.",
  "Sign out from Tillroll's own page.": "Melden Sie sich auf Tillrolls eigener Seite ab.",
  "The form is too large.": "Das Formular ist zu groß.",
  "There are {} clients that hear the log already; end some of them.":
    "Es lesen schon {1} Programme das Protokoll mit; beenden Sie einige.",
  "The source has nothing of others inside: see node_modules.":
    "Im Quelltext steckt nichts von anderen: siehe node_modules.",
  "This service does not remember its log.": "Dieser Dienst merkt sich sein Protokoll nicht.",
  'Tokens are for administrators: sign in, or use a token with the scope "admin".':
    "API-Schlüssel sind Sache von Administratoren: Melden Sie sich an, oder nehmen Sie einen mit dem Recht „admin“.",
  "There is no such workspace, or it is not yours.":
    "Diesen Arbeitsbereich gibt es nicht, oder es ist nicht Ihrer.",
  "There is no such token, or it is not of your workspace.":
    "Diesen API-Schlüssel gibt es nicht, oder er gehört nicht zu Ihrem Arbeitsbereich.",
  'A token makes no tokens: sign in as an administrator, or use "{}".':
    "Ein API-Schlüssel legt keine an: Melden Sie sich als Administrator an, oder nehmen Sie „{1}“.",
  "A token for more than one workspace is made by an administrator of all: give the slug of yours.":
    "Einen API-Schlüssel für mehr als einen Arbeitsbereich legt ein Administrator aller an: Geben Sie das Kürzel des Ihren an.",
  'does nothing in an archive: change it in the shop, at its settings or by "tillroll workspace update".':
    "bewirkt in einem Archiv nichts: Ändern Sie es in der Filiale, bei ihren Einstellungen oder mit „tillroll workspace update“.",
  'does nothing for prints that a shop sends: change it in the shop, at its settings or by "tillroll workspace update".':
    "bewirkt nichts für Bons, die eine Filiale sendet: Ändern Sie es in der Filiale, bei ihren Einstellungen oder mit „tillroll workspace update“.",
  '{} is a limit that only the administrator of the service sets; see "tillroll workspace update".':
    "{1} ist eine Grenze, die nur der Administrator des Dienstes setzt; siehe „tillroll workspace update“.",
  "is not a cursor; give the nextCursor of the page before.":
    "ist kein Cursor; nehmen Sie den nextCursor der Seite davor.",
  "Searches are quick and complete.": "Gesucht wird schnell und in allem.",
  "A part of the search index was damaged and is built anew; searches are slower meanwhile.":
    "Ein Teil des Suchindex war beschädigt und wird neu gebaut; so lange dauert Suchen länger.",
  "The search index is built anew; searches are slower meanwhile.":
    "Der Suchindex wird neu gebaut; so lange dauert Suchen länger.",
  "The search index is {} prints behind; searches are slower meanwhile.":
    "Dem Suchindex fehlen noch {1} Bons; so lange dauert Suchen länger.",
  "The text of {} prints is not read yet; searches for words do not find them.":
    "Der Text von {1} Bons ist noch nicht gelesen; die Suche nach Wörtern findet sie nicht.",
  "a string": "ein Text",
  string: "ein Text",
  "from {} to {}": "von {1} bis {2}",
  "from {} up": "ab {1}",
  "at most {}": "höchstens {1}",
  operator: "Bediener",
  "The backup": "Die Sicherung",
  "The certificate": "Das Zertifikat",
  "The clock": "Die Uhr",
  "The diagnostics": "Das Hilfepaket",
  "The list of printers": "Die Liste der Drucker",
  "A workspace": "Ein Arbeitsbereich",
  "The print has full card numbers, which are masked where it is shown; its proof has them, and needs operate.":
    "Der Bon hat volle Kartennummern, die in der Anzeige unkenntlich sind; sein Nachweis enthält sie und verlangt das Recht „operate“.",
  "No seal covers it as it is now; the journal is sealed each night, or by POST …/journal/seals.":
    "Kein Siegel umfasst ihn so, wie er jetzt ist; das Journal wird jede Nacht versiegelt, oder auf der Seite „Journal“ sofort.",
  'Nothing can be written now, so what is found could not be noted; stop the service and run "tillroll scrub --now".':
    "Zurzeit lässt sich nichts schreiben, also auch nicht vermerken, was sich findet; beenden Sie den Dienst und führen Sie „tillroll scrub --now“ aus.",
  'must be an object such as {"tag": "receipt"} or {"field": "label"}.':
    'muss ein Objekt wie {"tag": "receipt"} oder {"field": "label"} sein.',
  "must have one # for the number, such as R-#, and at most one * before and behind it.":
    "muss ein # für die Nummer haben, etwa R-#, und davor und dahinter höchstens je ein *.",
  "must be a time of the day such as 04:00.": "muss eine Uhrzeit wie 04:00 sein.",
  "The print has full card numbers, which are masked where it is shown; its bytes have them, and need operate.":
    "Der Bon hat volle Kartennummern, die in der Anzeige unkenntlich sind; seine Bytes enthalten sie und verlangen das Recht „operate“.",
};
