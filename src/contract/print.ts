import { type Static, Type } from "@sinclair/typebox";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { nameOfType } from "../domain/validation.ts";
import { deviceId, id, instant, label, printKey, quantity, tagPatch, tags, width } from "./fields.ts";
import { flag, named, nullable, optional, saying, strict, textOf } from "./schema.ts";

export const Print = named(
  "Print",
  Type.Object(
    {
      id: id("Ascending in order of creation, never used again."),
      printKey,
      workspaceId: id("The workspace it belongs to."),
      userId: id("The user whose token created it."),
      deviceId: nullable(deviceId, { description: "The device that printed; null when not given." }),
      label: nullable(label, { description: "Name shown in lists; null when not given." }),
      tag: tags(),
      quantity: nullable(quantity),
      width,
      testPrint: flag({ description: "True only for a test print of the dashboard or command line." }),
      deleted: flag({ description: "Whether it is marked deleted." }),
      deletedAt: nullable(instant(), { description: "When it was marked deleted, else null." }),
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
  ),
);

/** What is known of a print when it is created, whatever the way; `null` counts as not given, as in a Print sent back. */
export const metadata = optional({
  printKey: nullable(printKey),
  label: nullable(label),
  deviceId: nullable(deviceId),
  tag: nullable(tags()),
  quantity: nullable(quantity),
  width: nullable(width),
});

/** Whether it is base64 is seen when it is decoded, so that it is not read twice. */
const raw = saying(
  textOf(() => true, "", {
    contentEncoding: "base64",
    minLength: 2,
    description:
      "The ESC/POS bytes in base64 (RFC 4648): standard or URL-safe alphabet, padded or not, line breaks allowed. " +
      `The decoded print may have up to ${PRINT_LIMITS.rawBytes} bytes unless the operator set another limit.`,
  }),
  (value) => `must be the ESC/POS bytes as a base64 string, not ${nameOfType(value)}.`,
);

export const CreatePrint = named(
  "CreatePrint",
  saying(
    Type.Object(
      { raw, ...metadata },
      {
        description: "Unknown fields are ignored: a print is never lost to an extra field.",
        examples: [
          { raw: "G0BIZWxsbwo=", label: "Order 1001", deviceId: "till-2", tag: { orderId: "1001" } },
        ],
      },
    ),
    (value) => `The body must be a JSON object with "raw", not ${nameOfType(value)}.`,
  ),
);

const REMOVES = { description: "null removes it." };

/** A print always has a key and a width, so `null`, which would remove them, is a fault. */
export const UpdatePrint = named(
  "UpdatePrint",
  saying(
    strict(
      optional({
        label: nullable(label, REMOVES),
        deviceId: nullable(deviceId, REMOVES),
        printKey,
        quantity: nullable(quantity, REMOVES),
        width,
        tag: nullable(tagPatch),
      }),
      {
        description: "A JSON merge patch (RFC 7396). Unknown and read-only fields are refused.",
        examples: [{ label: "Order 1001 (paid)", tag: { paid: "yes", table: null } }],
      },
    ),
    (value) => `The body must be a JSON object (a merge patch, RFC 7396), not ${nameOfType(value)}.`,
  ),
);

export type PrintAnswer = Static<typeof Print>;
