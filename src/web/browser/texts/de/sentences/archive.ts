import type { Sentences } from "../../text-types.ts";

/** What only the archive of a chain says. */
export const archive: Sentences = {
  "An archive has no printers; they are those of the shops.":
    "Ein Archiv hat keine Drucker; sie sind die der Läden.",
  "The archive does this by itself.": "Das tut das Archiv von selbst.",
  "This is done where the prints come in, not in an archive.":
    "Das geschieht, wo die Bons ankommen, nicht in einem Archiv.",
  "An archive does not look for card numbers; the shops do.":
    "Ein Archiv sucht nicht nach Kartennummern; das tun die Läden.",
  "An archive does not check fiscal codes; the shops do.":
    "Ein Archiv prüft keine Fiskalcodes; das tun die Läden.",
  "An archive has no rules; those of a shop have done their work before its prints come here.":
    "Ein Archiv hat keine Regeln; die eines Ladens haben ihre Arbeit getan, bevor seine Bons hierher kommen.",
  "An archive keeps what it has until it is erased; there is no retention to set.":
    "Ein Archiv behält, was es hat, bis es gelöscht wird; eine Aufbewahrung ist nicht einzustellen.",
  "An archive has no references; a print is approved in its shop.":
    "Ein Archiv hat keine Referenzen; ein Bon wird in seinem Laden freigegeben.",
  "An archive has no webhooks; those of the shops are told of their prints.":
    "Ein Archiv hat keine Webhooks; die der Läden erfahren von deren Bons.",
  "An archive tells nobody by mail or posts; the shops do.":
    "Ein Archiv benachrichtigt niemanden per E-Mail oder Nachricht; das tun die Läden.",
  "An archive has no journal; each shop has its own.":
    "Ein Archiv hat kein Journal; jeder Laden hat sein eigenes.",
  "An archive takes times as the shops have them.":
    "Ein Archiv übernimmt die Zeiten, wie die Läden sie haben.",
  "The database of an archive is checked with its own tools.":
    "Die Datenbank eines Archivs wird mit deren eigenen Werkzeugen geprüft.",
  "An archive does not do this.": "Das tut ein Archiv nicht.",
  "A person has one role here, for one workspace or for all; several are for an archive.":
    "Eine Person hat hier eine Rolle, für einen Arbeitsbereich oder für alle; mehrere gibt es in einem Archiv.",
  "The database answers, and prints are stored durably.":
    "Die Datenbank antwortet, und Bons werden dauerhaft gespeichert.",
  "The database does not answer; nothing can be stored or read until it does.":
    "Die Datenbank antwortet nicht; bis dahin kann nichts gespeichert oder gelesen werden.",
  "The database cannot be read or written; nothing can be stored until it can: the service's log says why.":
    "Die Datenbank kann nicht gelesen oder beschrieben werden; bis dahin kann nichts gespeichert werden: Das Protokoll des Dienstes sagt, warum.",
  "A newer Tillroll has changed the schema of the database; start that version here too, one instance after the other.":
    "Ein neueres Tillroll hat das Schema der Datenbank geändert; starten Sie diese Version auch hier, eine Instanz nach der anderen.",
  "Backups of the PostgreSQL server, its log and its standbys have what they had; they lose it as they expire.":
    "Sicherungen des PostgreSQL-Servers, sein Log und seine Standby-Server haben, was sie hatten; sie verlieren es, wenn sie ablaufen.",
  "The database at {} is reached over a network, and nothing would check who answers there. Add sslmode=verify-full to its address, and sslrootcert=FILE where its certificate is signed by an authority of your own.":
    "Die Datenbank bei {1} wird über ein Netz erreicht, und nichts würde prüfen, wer dort antwortet. Ergänzen Sie ihre Adresse um sslmode=verify-full, und um sslrootcert=FILE, wo ihr Zertifikat von einer eigenen Stelle unterschrieben ist.",
  "{}, and its sslmode is one of {}.": "{=1}, und sslmode ist eines von {2}.",
  "The file that sslrootcert in the database's address names cannot be read.":
    "Die Datei, die sslrootcert in der Adresse der Datenbank nennt, kann nicht gelesen werden.",
  "The bytes of this print are in storage beside the database; start the archive with its address.":
    "Die Bytes dieses Bons sind in einem Speicher neben der Datenbank; starten Sie das Archiv mit dessen Adresse.",
  "The database refuses the user or the password of its address. Correct them there, or set the password with ALTER ROLE.":
    "Die Datenbank lehnt den Benutzer oder das Passwort ihrer Adresse ab. Berichtigen Sie sie dort, oder setzen Sie das Passwort mit ALTER ROLE.",
  "The server has no database of the name in its address. Make it with CREATE DATABASE.":
    "Der Server hat keine Datenbank mit dem Namen in ihrer Adresse. Machen Sie sie mit CREATE DATABASE.",
  "The database does not let its user do this. Make the user the owner of the database.":
    "Die Datenbank lässt ihren Benutzer das nicht tun. Machen Sie den Benutzer zum Eigentümer der Datenbank.",
  "The certificate of the database's server is for another host than the one in its address. Name it as the certificate does.":
    "Das Zertifikat des Datenbankservers ist für einen anderen Host als den in seiner Adresse. Nennen Sie ihn, wie das Zertifikat es tut.",
  "The certificate of the database's server is not one that is trusted. Name the authority that signed it in the address: sslrootcert=FILE.":
    "Dem Zertifikat des Datenbankservers wird nicht vertraut. Nennen Sie in der Adresse die Stelle, die es unterschrieben hat: sslrootcert=FILE.",
  "The database's server offers no TLS, which its address asks for. Turn it on there (ssl = on), with a certificate.":
    "Der Datenbankserver bietet kein TLS an, das seine Adresse verlangt. Schalten Sie es dort ein (ssl = on), mit einem Zertifikat.",
  "The database does not answer; what is asked can be asked again.":
    "Die Datenbank antwortet nicht; die Anfrage kann wiederholt werden.",
  "No database answers at {}. Start it there, or correct the address; a firewall may be in between.":
    "Bei {1} antwortet keine Datenbank. Starten Sie sie dort, oder berichtigen Sie die Adresse; eine Firewall kann dazwischen sein.",
  'There is no shop "{}"; see "tillroll archive shops".':
    "Es gibt keinen Laden „{1}“; siehe „tillroll archive shops“.",
  "The database has the encoding {}, and an archive needs UTF8. Make another one: createdb --template template0 --encoding UTF8 NAME.":
    "Die Datenbank hat die Kodierung {1}, und ein Archiv braucht UTF8. Machen Sie eine andere: createdb --template template0 --encoding UTF8 NAME.",
  "There is no workspace {}.": "Es gibt keinen Arbeitsbereich {1}.",
  "The database has schema version {}, but this Tillroll knows only up to {}: it was made by a newer Tillroll. Nothing was changed. Start that version, or name another database.":
    "Die Datenbank hat die Schemaversion {1}, aber dieses Tillroll kennt nur Versionen bis {2}: Sie wurde von einem neueren Tillroll gemacht. Nichts wurde geändert. Starten Sie diese Version, oder nennen Sie eine andere Datenbank.",
  "cannot be combined with workspaces; give one of them.":
    "kann nicht mit workspaces verbunden werden; geben Sie eines davon an.",
  "There is no {}, or you may not see it.": "Das gibt es nicht, oder Sie dürfen es nicht sehen: {1}.",
  "New prints are not found by their text for now; the log says why.":
    "Neue Bons werden vorerst nicht nach ihrem Text gefunden; das Protokoll sagt, warum.",
  "All prints are found by their text.": "Alle Bons werden nach ihrem Text gefunden.",
  "The newest prints are found by their text as soon as it was read.":
    "Die neuesten Bons werden nach ihrem Text gefunden, sobald er gelesen ist.",
};
