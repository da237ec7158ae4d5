import { MILLISECONDS_PER_MINUTE, MILLISECONDS_PER_DAY } from "./limits.ts";

/** Limits on people and what they sign in with, with their units. Lengths of text are in Unicode code points. */

/** People, and how they sign in. */
export const PERSON_LIMITS = {
  people: 1000,
  nameCharacters: 100,
  passwordCharactersLeast: 10,
  /** More is no safer, and hashing takes memory. */
  passwordCharactersMost: 200,
  /** How long the link of a new person lasts, and the one by which somebody gets a new password. */
  invitationMilliseconds: 3 * MILLISECONDS_PER_DAY,
  /** How long after signing in by a link a password can be set without the one from before. */
  freshMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  /** The code that a phone scans, and how many there may be at a time. */
  phoneCodeMilliseconds: MILLISECONDS_PER_MINUTE,
  phoneCodes: 1000,
  /** Wrong passwords of a name within the window, after which each address has a single try in it. */
  wrongPasswords: 10,
  wrongPasswordWindowMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  /** Names remembered for that; the oldest is forgotten first. */
  wrongPasswordNames: 10_000,
  /** Passwords hashed at a time, each with 19 MiB, and those that wait for it. */
  hashesAtOnce: 2,
  hashesWaiting: 50,
} as const;

/** Sign-in links and sessions of the dashboard. */
export const SESSION_LIMITS = {
  signInLinkMilliseconds: 60 * MILLISECONDS_PER_MINUTE,
  sessionMilliseconds: 30 * MILLISECONDS_PER_DAY,
  /** Sessions at a time; with one more, that ends which was used longest ago. */
  sessions: 1000,
  /** How exactly it is known when a session was used last: not more often is it stored. */
  lastUseMilliseconds: 5 * MILLISECONDS_PER_MINUTE,
  userAgentCharacters: 200,
} as const;

/** Limits on an API token. */
export const TOKEN_LIMITS = { nameCharacters: 200 } as const;
