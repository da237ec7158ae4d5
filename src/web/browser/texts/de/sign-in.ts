import type { signIn as original } from "../en/sign-in.ts";
import type { Translated } from "../text-types.ts";

export const signIn: Translated<typeof original> = {
  title: "Anmelden",
  about: "Jeder Bon bleibt.",
  name: "Name",
  password: "Passwort",
  action: "Anmelden",
  token: "API-Schlüssel",
  byToken: "Mit einem API-Schlüssel",
  tokenAction: "Mit dem Schlüssel anmelden",
  phone: "Dieses Gerät meldet sich als {name} an.",
  hint: "Auf dem PC, auf dem Tillroll läuft, macht {command} einen Link, der einmal gilt und keines von beiden braucht.",
  hintToken:
    "Auf dem PC, auf dem Tillroll läuft, macht {command} einen Link, der einmal gilt und keinen Schlüssel braucht.",
  "failure.password": "Name oder Passwort stimmt nicht.",
  "failure.token": "Dieser Schlüssel ist unbekannt, abgelaufen oder widerrufen.",
  "failure.link":
    "Dieser Link wurde schon benutzt oder ist abgelaufen; {command} auf dem PC, auf dem Tillroll läuft, macht einen neuen.",
  "failure.phone": "Dieser Code wurde schon benutzt oder ist abgelaufen; lassen Sie sich einen neuen zeigen.",
  "failure.limit": {
    one: "Das war zu oft falsch. Versuchen Sie es in einer Minute wieder.",
    other: "Das war zu oft falsch. Versuchen Sie es in {n} Minuten wieder.",
  },
  "failure.origin": "Bitte auf Tillrolls eigener Seite anmelden.",
};
