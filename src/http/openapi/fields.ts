import { Type } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../../domain/limits.ts";

/*
 * What goes in and out, as JSON Schema for the API reference. The checks themselves are in the domain, from the same
 * limits.
 */

/** One of a few words. */
export const words = <Word extends string>(values: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: "string", enum: [...values], description });

/** A field that may be null. */
export const orNull = (
  schema: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>,
  description: string,
) => Type.Unsafe<string | number | null>({ ...schema, type: [schema.type, "null"], description });

/** A time in an answer. */
export const instant = (description: string, example = "2026-01-31T18:30:00.000Z") =>
  Type.String({ format: "date-time", description, examples: [example] });

/** The tags of a print. */
export const tagMap = Type.Record(
  Type.String({ minLength: 1, maxLength: PRINT_LIMITS.tagKeyCharacters }),
  Type.String({ maxLength: PRINT_LIMITS.tagValueCharacters }),
  {
    description:
      `String keys and string values: at most ${PRINT_LIMITS.tagKeys} keys, keys of 1 to ` +
      `${PRINT_LIMITS.tagKeyCharacters} and values of 0 to ${PRINT_LIMITS.tagValueCharacters} characters ` +
      "(Unicode code points).",
    maxProperties: PRINT_LIMITS.tagKeys,
    examples: [{ orderId: "1001", till: "2" }],
  },
);

/** A text of limited length, in code points. */
export const text = (maximum: number, description: string, minimum = 0) =>
  Type.String({ minLength: minimum, maxLength: maximum, description });

/** Another schema of the reference, by its name. */
export const reference = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` });

export const label = text(PRINT_LIMITS.labelCharacters, "Name shown in lists, for example an order number.");
export const deviceId = text(PRINT_LIMITS.deviceIdCharacters, "The device that printed, for example a till.");
export const printKey = text(
  PRINT_LIMITS.printKeyCharacters,
  "Your own key; prints may share one. A UUIDv7 when not given.",
  1,
);
export const quantity = Type.Integer({ minimum: 0, description: "Whatever you count; null when not given." });
export const width = Type.Integer({
  minimum: PRINT_LIMITS.widthColumnsMinimum,
  maximum: PRINT_LIMITS.widthColumnsMaximum,
  description: "Width of the paper in columns of font A. The workspace's default when not given.",
});

/** The same field limits for the query parameters of the binary way to create. */
export const queryFields = { label, deviceId, printKey, quantity, width };
