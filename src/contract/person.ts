import { type Static, Type } from "@sinclair/typebox";
import { PERSON_LIMITS } from "../domain/person-limits.ts";
import { isPersonName } from "../domain/person.ts";
import { ROLE_NAMES } from "../domain/rights.ts";
import { id, instant } from "./fields.ts";
import { givenGrants, grants, role } from "./grant.ts";
import * as t from "./schema.ts";

const { nameCharacters, passwordCharactersLeast, passwordCharactersMost } = PERSON_LIMITS;

const name = t.textOf(
  isPersonName,
  `must be a line of 1 to ${nameCharacters} characters, without blanks at its ends.`,
  {
    minLength: 1,
    maxLength: nameCharacters,
    description: "By which they sign in, in whatever case.",
    examples: ["Ada"],
  },
);

const workspace = t.nullable(
  t.anyText(),
  "The slug of the one workspace that the role is for; null for all of them.",
);

/** What is wrong with a password is told by `passwordFault`, which knows whose it is. */
const password = t.anyText(
  `From ${passwordCharactersLeast} to ${passwordCharactersMost} characters, whichever, and none of those that everybody tries first.`,
);

export const Person = t.object(
  {
    id: id(),
    name,
    role,
    workspace,
    grants,
    hasPassword: t.flag("Without one they sign in by a link."),
    passwordAt: t.nullable(instant("When the password was set.")),
    createdAt: instant("When they were made."),
    lastUsedAt: t.nullable(
      instant("When they used the dashboard last, as far as a session of theirs is there."),
    ),
    sessions: t.count("Sessions of theirs that can be used now."),
    isYou: t.flag("Whether it is who asks."),
  },
  { name: "Person" },
);

export const People = t.object({ items: t.list(Person, null) }, { name: "People" });

export const NewPerson = t.strict(
  {
    name: t.required(name, "is missing: give the name by which they sign in."),
    role: t.required(role, `is missing: one of ${ROLE_NAMES.join(", ")}.`),
    ...t.optional({ workspace, grants: givenGrants, password }),
  },
  { name: "NewPerson", examples: [{ name: "Ada", role: "operator" }] },
);

export const PersonPatch = t.strict(t.optional({ name, role, workspace, grants: givenGrants }), {
  name: "PersonPatch",
  description: "A merge patch (RFC 7396).",
  examples: [{ role: "viewer" }],
});

const link = t.object(
  {
    address: t.anyText("It signs in once. Whoever has it can use it: give it to nobody else."),
    expiresAt: instant("When it ends by itself."),
  },
  { name: "SignInLink" },
);

export const InvitedPerson = t.object(
  {
    person: Person,
    link: t.nullable(
      link,
      "With which they sign in and set a password; shown this once. Null where they have one.",
    ),
  },
  { name: "InvitedPerson" },
);

export const MePatch = t.strict(t.optional({ name }), {
  name: "MePatch",
  description: "A merge patch (RFC 7396).",
  examples: [{ name: "Grace" }],
});

export const NewPassword = t.strict(
  {
    password: t.required(password, "is missing."),
    current: Type.Optional(
      t.anyText(
        "The password that you have; not needed without one, and in the hour after signing in by a link.",
      ),
    ),
  },
  { name: "NewPassword", examples: [{ password: "four words of yours", current: "the ones from before" }] },
);

export const SignInCode = t.object(
  {
    id: t.anyText("By which it is asked what became of it."),
    addresses: t.list(
      t.anyText(),
      null,
      "The link, by each address of this machine; the first one is in the code.",
    ),
    svg: t.anyText("The QR code of the first."),
    expiresAt: instant("When it ends by itself."),
  },
  { name: "SignInCode" },
);

export const SignInCodeOutcome = t.object(
  { state: t.choice(["waiting", "used", "expired"], "waiting: ask again.") },
  { name: "SignInCodeOutcome" },
);

export type PersonAnswer = Static<typeof Person>;
export type InvitedPersonAnswer = Static<typeof InvitedPerson>;
export type SignInCodeAnswer = Static<typeof SignInCode>;
export type SignInCodeOutcomeAnswer = Static<typeof SignInCodeOutcome>;
