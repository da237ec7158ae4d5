import { Type } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../../domain/limits.ts";
import { deviceId, instant, label, orNull, printKey, quantity, tagMap, width } from "./fields.ts";

export const Print = Type.Object(
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

export const CreatePrint = Type.Object(
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

export const UpdatePrint = Type.Object(
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
