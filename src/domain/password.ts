import { PERSON_LIMITS } from "./person-limits.ts";
import { personKey } from "./person.ts";
import { hasMoreCodePoints } from "./text.ts";

/**
 * What everybody tries first, without digits and signs at its ends. A password that is one of these with some of those is
 * guessed; any other of some length is not, whatever characters it has (NIST SP 800-63B, section 5.1.1.2).
 */
const OBVIOUS = new Set(
  (
    "password passwort passwd kennwort losung admin administrator root superuser supervisor manager operator viewer guest user " +
    "benutzer welcome willkommen letmein changeme changemenow iloveyou sunshine princess football baseball basketball " +
    "superman batman dragon monkey master trustno qwerty qwertyuiop qwertyuiopasdf qwertz qwertzuiop asdfgh asdfghjkl " +
    "yxcvbnm zxcvbnm azerty azertyuiop abcdef abcdefgh abcdefghij abcdefghijkl tillroll tillrolltillroll printer drucker " +
    "receipt receipts kasse kassensystem cashier cashregister restaurant hallo hallohallo schatz ficken geheim secret " +
    "topsecret default computer internet starwars whatever michael jennifer summer sommer winter fruehling frühling " +
    "herbst spring autumn januar februar test testtest testing passwordpassword adminadmin nothing"
  ).split(" "),
);

/** The rows of keyboards and the alphabet, along which fingers walk. */
const WALKS = [
  "01234567890123456789",
  "09876543210987654321",
  "abcdefghijklmnopqrstuvwxyz",
  "zyxwvutsrqponmlkjihgfedcba",
  "qwertyuiop",
  "qwertzuiop",
];

/** The form in which a password is hashed: keyboards differ in how they write the same letter. */
export function passwordForm(password: string): string {
  return password.normalize("NFC");
}

/** Why a password will not do, as what follows its name. */
const WEAKNESSES = {
  short: `must have at least ${PERSON_LIMITS.passwordCharactersLeast} characters.`,
  long: `must have at most ${PERSON_LIMITS.passwordCharactersMost} characters.`,
  obvious: "is among those that are guessed first; take a few words that only you would put together.",
  name: "must not be your name.",
} as const;

export type PasswordWeakness = keyof typeof WEAKNESSES;

/** Why a password will not do; `null` for a good one. @param name of whose it is */
export function passwordWeakness(password: string, name: string): PasswordWeakness | null {
  const form = passwordForm(password);
  if (!hasMoreCodePoints(form, PERSON_LIMITS.passwordCharactersLeast - 1)) return "short";
  if (hasMoreCodePoints(form, PERSON_LIMITS.passwordCharactersMost)) return "long";
  const key = personKey(form);
  const bare = key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (isRepeated(key) || WALKS.some((walk) => walk.includes(key)) || OBVIOUS.has(bare)) return "obvious";
  const own = personKey(name);
  return key === own || (bare !== "" && bare === own.replace(/[^\p{L}]+$/u, "")) ? "name" : null;
}

/** As {@link passwordWeakness}, in words: "must have …". */
export function passwordFault(password: string, name: string): string | null {
  const weakness = passwordWeakness(password, name);
  return weakness === null ? null : WEAKNESSES[weakness];
}

/** Whether a text is one to four characters again and again. */
function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+$/su.test(text);
}
