import { Type } from "@sinclair/typebox";
import { ERROR_CODES } from "../../domain/errors.ts";
import { PRINT_LIMITS, SEARCH_LIMITS } from "../../domain/limits.ts";
import { CHARSETS, PRINTER_PROFILES } from "../../escpos/escpos.ts";
import { SCOPES } from "../../domain/scope.ts";
import { ORDERS } from "../../domain/search-query.ts";
import { FILTER_OPERATORS } from "../../domain/tag-query.ts";

/*
 * What goes in and out, as JSON Schema for the API reference. The checks themselves are in the domain, from the same
 * limits.
 */

const words = <Word extends string>(values: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: "string", enum: [...values], description });

const orNull = (
  schema: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>,
  description: string,
) => Type.Unsafe<string | number | null>({ ...schema, type: [schema.type, "null"], description });

const instant = (description: string, example = "2026-01-31T18:30:00.000Z") =>
  Type.String({ format: "date-time", description, examples: [example] });

const tagMap = Type.Record(
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

const text = (maximum: number, description: string, minimum = 0) =>
  Type.String({ minLength: minimum, maxLength: maximum, description });

const label = text(PRINT_LIMITS.labelCharacters, "Name shown in lists, for example an order number.");
const deviceId = text(PRINT_LIMITS.deviceIdCharacters, "The device that printed, for example a till.");
const printKey = text(
  PRINT_LIMITS.printKeyCharacters,
  "Your own key; prints may share one. A UUIDv7 when not given.",
  1,
);
const quantity = Type.Integer({ minimum: 0, description: "Whatever you count; null when not given." });
const width = Type.Integer({
  minimum: PRINT_LIMITS.widthColumnsMinimum,
  maximum: PRINT_LIMITS.widthColumnsMaximum,
  description: "Width of the paper in columns of font A. The workspace's default when not given.",
});

const Print = Type.Object(
  {
    id: Type.Integer({ description: "Ascending in order of creation, never used again." }),
    printKey,
    workspaceId: Type.Integer({ description: "The workspace it belongs to." }),
    userId: Type.Integer({ description: "The user whose token created it." }),
    deviceId: orNull(deviceId, "The device that printed; null when not given."),
    label: orNull(label, "Name shown in lists; null when not given."),
    tag: tagMap,
    quantity: orNull(quantity, "Whatever you count; null when not given."),
    width,
    testPrint: Type.Boolean({ description: "True only for a test print of the dashboard or command line." }),
    deleted: Type.Boolean({ description: "Whether it is marked deleted." }),
    deletedAt: orNull(instant("When it was deleted."), "When it was marked deleted, else null."),
    createdAt: instant("When it was stored; never decreases within a workspace."),
    updatedAt: instant("When its metadata last changed."),
  },
  {
    description: "A stored print. All fields are always present.",
    examples: [
      {
        id: 1,
        printKey: "0199b6f2-6c1e-7000-8a53-0d9c8e2f4b11",
        workspaceId: 1,
        userId: 1,
        deviceId: "till-2",
        label: "Order 1001",
        tag: { orderId: "1001" },
        quantity: null,
        width: 48,
        testPrint: false,
        deleted: false,
        deletedAt: null,
        createdAt: "2026-01-31T18:30:00.000Z",
        updatedAt: "2026-01-31T18:30:00.000Z",
      },
    ],
  },
);

const metadata = {
  printKey: Type.Optional(printKey),
  label: Type.Optional(label),
  deviceId: Type.Optional(deviceId),
  tag: Type.Optional(tagMap),
  quantity: Type.Optional(quantity),
  width: Type.Optional(width),
};

const CreatePrint = Type.Object(
  {
    raw: Type.String({
      contentEncoding: "base64",
      minLength: 2,
      description:
        "The ESC/POS bytes in base64 (RFC 4648): standard or URL-safe alphabet, padded or not, line breaks allowed. " +
        `The decoded print may have up to ${PRINT_LIMITS.rawBytes} bytes unless the operator set another limit.`,
    }),
    ...metadata,
  },
  {
    description: "Unknown fields are ignored: a print is never lost to an extra field.",
    examples: [{ raw: "G0BIZWxsbwo=", label: "Order 1001", deviceId: "till-2", tag: { orderId: "1001" } }],
  },
);

const UpdatePrint = Type.Object(
  {
    printKey: Type.Optional(printKey),
    label: Type.Optional(orNull(label, "null removes it.")),
    deviceId: Type.Optional(orNull(deviceId, "null removes it.")),
    quantity: Type.Optional(orNull(quantity, "null removes it.")),
    width: Type.Optional(width),
    tag: Type.Optional(
      Type.Unsafe<Record<string, string | null> | null>({
        type: ["object", "null"],
        additionalProperties: { type: ["string", "null"], maxLength: PRINT_LIMITS.tagValueCharacters },
        description: "Merged key by key; a null value removes that key, null removes all.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "A JSON merge patch (RFC 7396). Unknown and read-only fields are refused.",
    examples: [{ label: "Order 1001 (paid)", tag: { paid: "yes", table: null } }],
  },
);

const operator = words(
  FILTER_OPERATORS,
  "eq and neq compare exactly; contains is a substring, whatever its case.",
);

const StringFilter = Type.Union(
  [
    Type.String({ description: "Exactly this." }),
    Type.Object({ op: operator, value: Type.String() }, { additionalProperties: false }),
  ],
  { description: "A string for an exact match, or an operator. A print without the field never matches." },
);

const reference = (name: string) => Type.Unsafe<unknown>({ $ref: `#/components/schemas/${name}` });

const TagCondition = Type.Object(
  {
    op: operator,
    key: Type.String({ description: "The tag's key, matched exactly." }),
    value: Type.String({ description: "What its value is compared with." }),
  },
  {
    additionalProperties: false,
    description: "Never matches a print without the key, with neq neither.",
    examples: [{ op: "eq", key: "orderId", value: "1001" }],
  },
);

const group = (join: "and" | "or") =>
  Type.Object(
    { [join]: Type.Array(reference("TagQuery"), { maxItems: SEARCH_LIMITS.tagGroupEntries }) },
    { additionalProperties: false },
  );

const TagQuery = Type.Union([reference("TagCondition"), group("and"), group("or")], {
  description:
    `A condition, or a group with "and" or "or" of at most ${SEARCH_LIMITS.tagGroupEntries} entries; groups nest at ` +
    `most ${SEARCH_LIMITS.tagGroupLevels} levels deep. "and" of nothing holds for all, "or" of nothing for none.`,
});

const bound = (description: string) =>
  Type.String({
    description:
      `${description} ISO 8601 with a date, time, fraction of any length, Z or an offset; ` +
      "without an offset UTC, a date alone its midnight.",
    examples: ["2026-01-31T19:30:00+01:00"],
  });

const Search = Type.Object(
  {
    printKey: Type.Optional(reference("StringFilter")),
    label: Type.Optional(reference("StringFilter")),
    deviceId: Type.Optional(reference("StringFilter")),
    tag: Type.Optional(reference("TagQuery")),
    from: Type.Optional(bound("Inclusive lower bound on createdAt.")),
    to: Type.Optional(bound("Inclusive upper bound on createdAt.")),
    deleted: Type.Optional(
      Type.Unsafe<boolean | "any">({
        enum: [false, true, "any"],
        default: false,
        description: "Deleted prints.",
      }),
    ),
    orderBy: Type.Optional(words(ORDERS, "createdAt.desc when not given; ties are broken by id.")),
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: "1-based." })),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SEARCH_LIMITS.pageSizeMaximum,
        default: SEARCH_LIMITS.pageSizeDefault,
      }),
    ),
    cursor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        maxLength: SEARCH_LIMITS.cursorCharacters,
        description:
          "For walking over everything, exactly, while prints arrive: null first, then each nextCursor. Excludes page.",
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "All given filters must hold. {} finds all prints, the newest first.",
    examples: [
      { label: { op: "contains", value: "order" }, pageSize: 10 },
      { tag: { and: [{ op: "eq", key: "orderId", value: "1001" }] }, from: "2026-01-31" },
    ],
  },
);

const Page = Type.Object(
  {
    items: Type.Array(reference("Print")),
    total: Type.Integer({ description: "All prints that match, exactly." }),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    totalPage: Type.Integer({ description: "0 when nothing matches." }),
    hasNext: Type.Boolean(),
    hasPrev: Type.Boolean(),
    nextCursor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        description: "Only when asked for with cursor; null after the last page.",
      }),
    ),
  },
  { description: "A page of results." },
);

const Workspace = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  width: Type.Integer({ description: "Default width of its prints, in columns." }),
  charset: words(CHARSETS, "What its prints' characters are, where the prints do not say."),
  profile: words(PRINTER_PROFILES, "The maker of its printers."),
});

const Me = Type.Object({
  user: Type.Object({ id: Type.Integer(), name: Type.String() }),
  workspace: reference("Workspace"),
  scopes: Type.Array(words(SCOPES, "write satisfies read; admin satisfies both.")),
});

const Workspaces = Type.Object({ items: Type.Array(reference("Workspace")) });

const Health = Type.Object({
  status: words(["ok", "unavailable"], "unavailable when prints cannot be stored."),
  version: Type.String(),
  faults: Type.Array(Type.String()),
});

const Failure = Type.Object(
  {
    code: words(ERROR_CODES, "What was wrong, for programs."),
    message: Type.String({ description: "What was wrong and what to do, for people." }),
    data: Type.Object(
      {
        issues: Type.Optional(
          Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
            description: "BAD_REQUEST: one for each fault found, path in the form tag.and.0.op.",
          }),
        ),
        required: Type.Optional(Type.String({ description: "API_TOKEN_SCOPE_INSUFFICIENT: the scope." })),
        requestId: Type.Optional(Type.String({ description: "UNKNOWN: finds the error in the log." })),
      },
      { description: "The particulars." },
    ),
  },
  {
    examples: [
      {
        code: "BAD_REQUEST",
        message: "width: must be an integer from 24 to 80.",
        data: { issues: [{ path: "width", message: "must be an integer from 24 to 80." }] },
      },
    ],
  },
);

/** All schemas, by the name under which the reference shows them. */
export const schemas = {
  Print,
  CreatePrint,
  UpdatePrint,
  Search,
  StringFilter,
  TagQuery,
  TagCondition,
  Page,
  Me,
  Workspace,
  Workspaces,
  Health,
  Error: Failure,
};

export type SchemaName = keyof typeof schemas;

/** The same field limits for the query parameters of the binary way to create. */
export const queryFields = { label, deviceId, printKey, quantity, width };
