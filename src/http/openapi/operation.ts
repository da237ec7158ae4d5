import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../../domain/errors.ts";
import type { Right } from "../../domain/rights.ts";
import type { WriteOperation } from "../../storage/write-operation.ts";

/** What the API reference says of an operation. Path parameters, errors and the rest follow from its route. */
export interface Operation {
  readonly summary: string;
  readonly description?: string;
  /** Whom it answers: who has a right, any good token, or anybody. What is checked is this. */
  readonly access: Right | "token" | "anybody";
  /** Query parameters by their names. */
  readonly query?: Schemas;
  /** Headers of the request by their names. */
  readonly headers?: Schemas;
  /** The JSON that it takes, with examples that can be sent as they are. */
  readonly body?: TSchema;
  readonly isBodyOptional?: true;
  /** Where it takes bytes: some of them, as a text. */
  readonly bytes?: string;
  /** What it answers when all is well, by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The kind of writes that it is about: a service that does none of these, such as an archive, refuses and does not list it. */
  readonly needs?: WriteOperation["kind"];
  /** Errors beyond those that all operations of its kind have. */
  readonly errors?: readonly ErrorCode[];
}

/** What the reference says of an operation, beside whom it answers and what it does in a few words. */
export function operation(
  access: Operation["access"],
  summary: string,
  more: Omit<Operation, "access" | "summary">,
): Operation {
  return { access, summary, ...more };
}

export type Operations = Readonly<Record<string, Operation>>;

export type Schemas = Readonly<Record<string, TSchema>>;

export interface Answer {
  readonly description: string;
  /** What its headers tell, by their names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What it consists of, by media type. */
  readonly content?: Schemas;
}

/** An answer of JSON. */
export function gives(schema: TSchema, description: string, headers: Answer["headers"] = {}): Answer {
  return { description, headers, content: { "application/json": schema } };
}

/** What a browser or a proxy that has the answer already is told. */
export const NOT_MODIFIED: Answer = { description: "The ETag in If-None-Match is still right." };
