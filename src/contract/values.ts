import type { Kind, Static, TArray, TSchema, TUnsafe } from "@sinclair/typebox";
import { hasMoreCodePoints } from "../domain/text.ts";
import { isJsonObject, type IssueList, type JsonObject, nameOfType } from "../domain/validation.ts";

/*
 * What the contract is made of. A schema is the TypeScript type (`Static`), the check at run time (`check.ts`) and the JSON
 * Schema of the API reference. Objects are TypeBox's own (`schema.ts`); values are checked here, since
 * TypeBox counts UTF-16 units and knows no addresses. Symbols carry what is no part of the JSON Schema. Nothing here loads
 * TypeBox, which takes its time: storage and the command line read tables of settings.
 */

/** A fault of a field of the value, or of the value itself (`null`). */
interface FieldFault {
  readonly field: string | null;
  readonly message: string;
}

/** What is wrong with a value: a sentence, several faults, or `null` for the usual words. */
export type Fault = string | readonly FieldFault[] | null;

/** The check of a {@link checked} schema. */
export const CHECK = Symbol("check");

/** Says what is wrong with a value that does not fit. */
export const FAULT = Symbol("fault");

/** Adds the faults of fields that only make sense together. */
export const TOGETHER = Symbol("together");

/** The name under which the reference shows the schema. */
export const NAME = Symbol("name");

/** What a member of an object is called, where it is no field. */
export const MEMBER = Symbol("member");

/** The kind of {@link checked} schemas; `check.ts` tells TypeBox about it. */
export const CHECKED = "Checked";

/** TypeBox's own symbol, without TypeBox. */
const KIND: typeof Kind = Symbol.for("TypeBox.Kind") as never;

type Check = (value: unknown) => boolean;
type FaultOf = (value: unknown) => Fault;
type CheckTogether = (body: JsonObject, issues: IssueList) => void;

/** A schema with the symbols above. */
export interface ContractSchema extends TSchema {
  readonly [CHECK]?: Check;
  readonly [FAULT]?: FaultOf;
  readonly [TOGETHER]?: CheckTogether;
  readonly [NAME]?: string;
  readonly [MEMBER]?: string;
}

/** Keywords of JSON Schema (2020-12) that say more of a value. */
export interface Keywords {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** What is said of a schema: its description alone, or keywords and what is no part of the JSON Schema. */
export type About =
  | string
  | (Keywords & {
      /** The name under which the reference shows the schema once, and refers to it elsewhere. */
      readonly name?: string;
      /** Says what is wrong with a value that does not fit; `null` for the usual words. */
      readonly fault?: FaultOf;
      /** Adds the faults of fields that only make sense together. It is asked about faulty bodies too. */
      readonly together?: CheckTogether;
    });

/** The keywords and symbols of a schema. */
export function keywordsOf(about: About = {}): Keywords {
  if (typeof about === "string") return { description: about };
  const { name, fault, together: checkTogether, ...keywords } = about;
  return {
    ...keywords,
    ...(name !== undefined && { [NAME]: name }),
    ...(fault !== undefined && { [FAULT]: fault }),
    ...(checkTogether !== undefined && { [TOGETHER]: checkTogether }),
  };
}

/** A schema with a check of its own. @param keywords the same as JSON Schema, as far as that can say it */
export function checked<Value>(keywords: Keywords, check: Check, fault: FaultOf) {
  const { [FAULT]: own = () => null }: ContractSchema = keywords as ContractSchema;
  const faultOf: FaultOf = (value) => own(value) ?? fault(value);
  const schema = { ...keywords, [KIND]: CHECKED, [CHECK]: check, [FAULT]: faultOf };
  return schema as unknown as TUnsafe<Value>;
}

/** A {@link checked} schema that refuses more. @param fault what is wrong with a value that fits otherwise; `null`: nothing */
export function refined<Schema extends TSchema>(
  schema: Schema,
  fault: (value: Static<Schema>) => Fault,
  keywords: Keywords = {},
) {
  const { [CHECK]: check = () => false, [FAULT]: usualFault = () => null }: ContractSchema = schema;
  return checked<Static<Schema>>(
    { ...schema, ...keywords, [FAULT]: undefined },
    (value) => check(value) && fault(value as Static<Schema>) === null,
    (value) => (check(value) ? fault(value as Static<Schema>) : usualFault(value)),
  );
}

/** The same schema with its own words for a field that is not there, but must be. */
export function required<Schema extends TSchema>(schema: Schema, fault: string): Schema {
  const { [FAULT]: usualFault = () => null }: ContractSchema = schema;
  return { ...schema, [FAULT]: (value: unknown) => (value === undefined ? fault : usualFault(value)) };
}

/** The same schema with other keywords, such as another description. */
export function described<Schema extends TSchema>(schema: Schema, about: About): Schema {
  return { ...schema, ...keywordsOf(about) };
}

/** A text of so many code points. */
export function text(minimum: number, maximum: number, about?: About) {
  const range = minimum === 0 ? `at most ${maximum}` : `from ${minimum} to ${maximum}`;
  const least = minimum === 0 ? {} : { minLength: minimum };
  return checked<string>(
    { ...keywordsOf(about), type: "string", ...least, maxLength: maximum },
    (value) => typeof value === "string" && value.length >= minimum && !hasMoreCodePoints(value, maximum),
    (value) => (typeof value === "string" ? `must have ${range} characters.` : notA("string", value)),
  );
}

/** A text of any length, in an answer or to be compared with. */
export function anyText(about?: About) {
  return checked<string>(
    { ...keywordsOf(about), type: "string" },
    (value) => typeof value === "string",
    (value) => notA("string", value),
  );
}

/** A text with a form of its own. @param fault a sentence */
export function textOf(isRight: (text: string) => boolean, fault: string, about: About) {
  return checked<string>(
    { ...keywordsOf(about), type: "string" },
    (value) => typeof value === "string" && isRight(value),
    () => fault,
  );
}

/** One of a few words. */
export function choice<const Word extends string>(words: readonly Word[], about?: About) {
  return checked<Word>(
    { ...keywordsOf(about), type: "string", enum: [...words] },
    (value) => words.includes(value as Word),
    () => `must be one of ${words.join(", ")}.`,
  );
}

/** An integer within inclusive bounds. */
export function integer(minimum = 0, maximum = Number.MAX_SAFE_INTEGER, about?: About) {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum} up` : `from ${minimum} to ${maximum}`;
  return checked<number>(
    { ...keywordsOf(about), type: "integer", minimum, maximum },
    (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum,
    () => `must be an integer ${range}.`,
  );
}

/** An integer from 0 up. */
export function count(about?: About) {
  return integer(0, Number.MAX_SAFE_INTEGER, about);
}

/** True or false. */
export function flag(about?: About) {
  return checked<boolean>(
    { ...keywordsOf(about), type: "boolean" },
    (value) => typeof value === "boolean",
    (value) => `must be true or false, not ${nameOfType(value)}.`,
  );
}

/** A schema whose value may be `null` too. */
export function nullable<Schema extends TSchema>(schema: Schema, about?: About) {
  const { [CHECK]: check, [FAULT]: fault = () => null, type, enum: words }: ContractSchema = schema;
  const union = { ...keywordsOf(about), [KIND]: "Union", anyOf: [schema, { [KIND]: "Null", type: "null" }] };
  if (check === undefined) return union as unknown as TUnsafe<Static<Schema> | null>;
  const types = { type: [type, "null"], ...(Array.isArray(words) && { enum: [...words, null] }) };
  return checked<Static<Schema> | null>(
    { ...schema, ...types, ...keywordsOf(about) },
    (value) => value === null || check(value),
    fault,
  );
}

/** A list of entries. @param maximum how many at most; `null` for any number */
export function list<Item extends TSchema>(item: Item, maximum: number | null, about?: About) {
  const length = maximum === null ? {} : { maxItems: maximum };
  const schema = { ...keywordsOf(about), ...length, type: "array", items: item, [KIND]: "Array" };
  return schema as unknown as TArray<Item>;
}

/**
 * An object with any keys, each of which has a {@link checked} value.
 * @param key what a key must be, {@link checked} too; that of a `null` may be anything, since nothing is kept under it
 * @param maximum how many keys there may be; `null` for any number
 * @param form what the values are, in the plural
 */
export function dictionary<Entry extends TSchema>(
  key: TSchema,
  entry: Entry,
  maximum: number | null,
  form: string,
  about?: About,
) {
  const { [CHECK]: isKey = () => true, [FAULT]: faultOfKey = () => null }: ContractSchema = key;
  const { [CHECK]: isEntry = () => true, [FAULT]: faultOfEntry = () => null }: ContractSchema = entry;
  const most = maximum ?? Number.POSITIVE_INFINITY;
  const faultsOf = (object: JsonObject): FieldFault[] => {
    const faults: FieldFault[] = [];
    const names = Object.keys(object);
    if (names.length > most)
      faults.push({ field: null, message: `must have at most ${most} keys, not ${names.length}.` });
    for (const name of names) {
      const value = object[name];
      if (value !== null && !isKey(name))
        faults.push({ field: name, message: `the key ${String(faultOfKey(name))}` });
      if (!isEntry(value)) faults.push({ field: name, message: String(faultOfEntry(value)) });
    }
    return faults;
  };
  return checked<Record<string, Static<Entry>>>(
    {
      ...keywordsOf(about),
      type: "object",
      propertyNames: key,
      additionalProperties: entry,
      ...(maximum !== null && { maxProperties: maximum }),
    },
    (value) => isJsonObject(value) && faultsOf(value).length === 0,
    (value) =>
      isJsonObject(value) ? faultsOf(value) : `must be an object of ${form}, not ${nameOfType(value)}.`,
  );
}

function notA(type: string, value: unknown): string {
  return `must be a ${type}, not ${nameOfType(value)}.`;
}
