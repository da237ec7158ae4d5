import type { Texts } from "../text-types.ts";

/** The page for signing in, which the service writes itself: it is there without scripts. */
export const signIn = {
  title: "Sign in",
  about: "Every receipt, kept.",
  name: "Name",
  password: "Password",
  action: "Sign in",
  token: "API token",
  byToken: "With an API token",
  tokenAction: "Sign in with the token",
  phone: "This device signs in as {name}.",
  hint: "On the PC where Tillroll runs, {command} prints a one-time link that needs neither.",
  hintToken: "On the PC where Tillroll runs, {command} prints a one-time link that needs no token.",
  "failure.password": "The name or the password is not right.",
  "failure.token": "This token is unknown, expired or revoked.",
  "failure.link":
    "This sign-in link was used or has expired; {command} on the PC where Tillroll runs makes a new one.",
  "failure.phone": "This code was used or has expired; have another one shown.",
  "failure.limit": {
    one: "That was wrong too often. Try again in one minute.",
    other: "That was wrong too often. Try again in {n} minutes.",
  },
  "failure.origin": "Sign in from Tillroll's own page.",
} as const satisfies Texts;
