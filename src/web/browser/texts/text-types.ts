/** A text in the forms of a number, as `Intl.PluralRules` names them; `{n}` is the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A text with places for values, such as `Hello {name}`. */
export type Text = string | Forms;

/** The texts of an area of the dashboard, by their keys. */
export type Texts = Readonly<Record<string, Text>>;

/** What a translation of an area must have: the same keys, and forms where the original has them. */
export type Translated<Area extends Texts> = {
  readonly [Key in keyof Area]: Area[Key] extends string ? string : Forms;
};

type NamesIn<Words> = Words extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names of the places of a text. */
export type NamesOf<Given> = Given extends string ? NamesIn<Given> : NamesIn<Given[keyof Given]>;

/** Sentences of the service in another language, by the English ones with `{}` for what is put in: see `de/sentences.ts`. */
export type Sentences = Readonly<Record<string, string>>;
