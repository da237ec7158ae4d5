import { typedCommand } from "../domain/typed-command.ts";
import { withAssets } from "./assets.ts";
import { type Language, LANGUAGES } from "./browser/texts/languages.ts";
import type { Text } from "./browser/texts/text-types.ts";
import { filledText, textOf, writtenPage } from "./written-page.ts";
import page from "./pages/sign-in.html" with { type: "text" };

/** Why signing in failed. */
export type SignInFailure =
  | { readonly reason: "password" | "token" | "link" | "phone" | "origin" }
  | { readonly reason: "limit"; readonly retryAfterSeconds: number };

/** Signing in by a code that a phone has scanned. */
interface PhoneSignIn {
  readonly code: string;
  /** In whose name. */
  readonly name: string;
  /** Whether somebody is signed in in this browser already: then the page sends nothing by itself. */
  readonly isSignedIn?: boolean;
}

/** What the page for signing in shows. */
export interface SignInPage {
  readonly failure: SignInFailure | null;
  /** Whether it is of an archive, whose commands are others. */
  readonly isArchive: boolean;
  /** Whether anybody has a password: until then it is not asked for. */
  readonly hasPasswords: boolean;
  /** The name that was given before. */
  readonly name: string;
  /** The code that a phone has scanned, and in whose name it signs in; `null` for none. */
  readonly phone: PhoneSignIn | null;
}

// Bun's types know imported HTML only as a bundle to serve; with `type: "text"` it is text.
const html = withAssets(page as unknown as string);

/** The page for signing in: the same without scripts. */
export async function signInPage(shown: SignInPage, language: Language): Promise<string> {
  const { failure, hasPasswords, name, phone } = shown;
  const command = `<code>${typedCommand("sign-in", shown)}</code>`;
  const texts = await LANGUAGES[language].loadWritten();
  const text = (key: string) => textOf(texts, `signIn.${key}`);
  const parts: Readonly<Record<string, boolean>> = {
    failure: failure !== null,
    phone: phone !== null,
    password: phone === null && hasPasswords,
    token: phone === null && !hasPasswords,
    tokenBeside: phone === null && hasPasswords,
    hint: phone === null,
  };
  const values: Readonly<Record<string, string>> = {
    failure: failure === null ? "" : failureWords(failure, text, { command, language }),
    name: Bun.escapeHTML(name),
    hint: filledText(text(hasPasswords ? "hint" : "hintToken"), { command }),
    phone: filledText(text("phone"), { name: `<strong>${Bun.escapeHTML(phone?.name ?? "")}</strong>` }),
    code: Bun.escapeHTML(phone?.code ?? ""),
    // Whoever is lured to somebody else's code stays who they are, until they press the button.
    atOnce: phone?.isSignedIn === true ? "" : "data-phone",
    invalid: failure === null ? "" : 'aria-invalid="true" aria-describedby="failure"',
    // The field that is to be filled next.
    focusName: name === "" ? "autofocus" : "",
    focusPassword: name === "" ? "" : "autofocus",
  };
  return writtenPage(html, { language, text, parts, values });
}

function failureWords(
  failure: SignInFailure,
  text: (key: string) => Text,
  { command, language }: { readonly command: string; readonly language: Language },
): string {
  const words = text(`failure.${failure.reason}`);
  if (failure.reason !== "limit") return filledText(words, { command });
  const n = Math.ceil(failure.retryAfterSeconds / 60);
  if (typeof words === "string") return filledText(words, { n: String(n) });
  const form = words[new Intl.PluralRules(language).select(n)] ?? words.other;
  return filledText(form, { n: String(n) });
}
