import type { Sentences } from "../../text-types.ts";

/** The archive that a shop sends its prints to. */
export const upstream: Sentences = {
  "The workspace has joined the archive {} already; leave that first.":
    "Der Arbeitsbereich ist schon dem Archiv {1} beigetreten; verlassen Sie erst dieses.",
  "The archive that the workspace's prints came back from has none here.":
    "Das Archiv, aus dem die Bons des Arbeitsbereichs zurückkamen, hat hier keinen.",
  "must be the address that whoever runs the archive has given: https://, and its certificate after a # where it is none of a public authority.":
    "muss die Adresse sein, die der Betreiber des Archivs genannt hat: https://, und nach einem # sein Zertifikat, wenn es von keiner öffentlichen Stelle ist.",
  "is missing: give the address of the archive.": "fehlt: Geben Sie die Adresse des Archivs an.",
  "is missing: give a number of bytes, or null.": "fehlt: Geben Sie eine Zahl von Bytes an, oder null.",
  "is missing: give the code of the archive.": "fehlt: Geben Sie den Code des Archivs an.",
  "The workspace has joined no archive.": "Der Arbeitsbereich ist keinem Archiv beigetreten.",
  "Prints are sent to no archive.": "Bons werden an kein Archiv gesendet.",
  'A workspace has not joined its archive yet: run "tillroll upstream join" again with the code.':
    "Ein Arbeitsbereich ist seinem Archiv noch nicht beigetreten: Rufen Sie „tillroll upstream join“ noch einmal mit dem Code auf.",
  'The archive refuses the key of this shop: ask whoever runs it for a new code, and run "tillroll upstream join" again.':
    "Das Archiv weist den Schlüssel dieser Filiale zurück: Bitten Sie den Betreiber um einen neuen Code, und rufen Sie „tillroll upstream join“ noch einmal auf.",
  "Prints are kept until then.": "Bis dahin bleiben die Bons hier.",
  'Another copy of this shop sends to the archive with the same key: end it, or have it leave with "tillroll upstream leave" and join by a code of its own.':
    "Eine andere Kopie dieser Filiale sendet mit demselben Schlüssel an das Archiv: Beenden Sie sie, oder lassen Sie sie mit „tillroll upstream leave“ austreten und mit einem eigenen Code beitreten.",
  "Prints have waited for the archive for {}.": "Bons warten seit {=1} auf das Archiv.",
  "They are being sent.": "Sie werden gerade gesendet.",
  "Prints are sent to the archive.": "Bons werden an das Archiv gesendet.",
  'Prints are sent to the archive, but for those over {}, which "--max-print-bytes" lets in.':
    "Bons werden an das Archiv gesendet, außer denen über {=1}, die „--max-print-bytes“ hereinlässt.",
  "The archive has gone on elsewhere than it was sent.":
    "Das Archiv ist an einer anderen Stelle weitergegangen, als ihm gesendet wurde.",
  "The prints that the archive gave cannot be unpacked.":
    "Die Bons, die das Archiv gegeben hat, lassen sich nicht auspacken.",
  "The archive cannot be reached: {}.": "Das Archiv ist nicht zu erreichen: {=1}.",
  "No public authority vouches for the certificate of the archive: give its address as the archive has told it, with the # and what is behind it.":
    "Keine öffentliche Stelle bürgt für das Zertifikat des Archivs: Geben Sie seine Adresse an, wie das Archiv sie genannt hat, mit dem # und dem, was dahinter steht.",
  "What answers there is no archive of Tillroll.": "Was dort antwortet, ist kein Archiv von Tillroll.",
  "The archive answered {}.": "Das Archiv hat mit {1} geantwortet.",
  "The archive said: {}": "Das Archiv sagt: {=1}",
  "The archive shows another certificate than the one after the # of its address: {}.":
    "Das Archiv zeigt ein anderes Zertifikat als das nach dem # seiner Adresse: {1}.",
  "Ask whoever runs it.": "Fragen Sie den Betreiber.",
  "The archive does not show the authority of its certificate: have it show the whole chain, or leave out the # where a public authority vouches.":
    "Das Archiv zeigt die Stelle nicht, die sein Zertifikat ausgestellt hat: Lassen Sie es die ganze Kette zeigen, oder lassen Sie das # weg, wenn eine öffentliche Stelle bürgt.",
  "Whoever is on the way to an address with http:// reads all prints and the key: use https://, or say that it will do (--insecure).":
    "Wer auf dem Weg zu einer Adresse mit http:// sitzt, liest alle Bons und den Schlüssel: Nehmen Sie https://, oder sagen Sie, dass es genügt (--insecure).",
  "It was erased before.": "Er wurde schon gelöscht.",
};
