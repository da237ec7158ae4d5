import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import type { SchemaName } from "./schemas.ts";

/** What the API reference says of an operation. Path parameters, errors and the rest follow from its route. */
export interface Operation {
  readonly summary: string;
  readonly description?: string;
  /** Whom it answers: tokens with a scope, any good token, or anybody. */
  readonly access: Scope | "token" | "anybody";
  /** Query parameters by their names. */
  readonly query?: Readonly<Record<string, TSchema>>;
  /** Headers of the request by their names. */
  readonly headers?: Readonly<Record<string, TSchema>>;
  readonly body?: Body;
  /** What it answers when all is well, by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Errors beyond those that all operations of its kind have. */
  readonly errors?: readonly ErrorCode[];
}

export type Operations = Readonly<Record<string, Operation>>;

/** What a request may bring. */
export interface Body {
  /** The schema of its JSON; `null` where it is bytes. */
  readonly schema: SchemaName | null;
  /** Bodies that are taken as they are, by a word or two on what they are; the schema's own when not given. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly isOptional?: true;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Schemas by media type. */
  readonly content?: Readonly<Record<string, SchemaName | object>>;
}

/** A body of JSON. @param examples bodies that the tests send; the schema's own when not given */
export function json(schema: SchemaName, examples?: Body["examples"]): Body {
  return examples === undefined ? { schema } : { schema, examples };
}

/** An answer of JSON. */
export function gives(
  schema: SchemaName,
  description: string,
  headers?: Readonly<Record<string, string>>,
): Answer {
  const answer = { description, content: { "application/json": schema } };
  return headers === undefined ? answer : { ...answer, headers };
}

/** What a browser or a proxy that has the answer already is told. */
export const NOT_MODIFIED: Answer = { description: "The ETag in If-None-Match is still right." };
