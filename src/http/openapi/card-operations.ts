import { CardParameters, CardReport } from "../../contract/cards.ts";
import { gives, operation, type Operations } from "./operation.ts";

export const cardOperations = {
  listCards: operation("read", "Which prints have full card numbers", {
    description:
      "Found by their beginnings, lengths and check digits, and by the words around them, in the text of each new print soon " +
      "after it is stored. Other numbers may be taken for them, and numbers in bar codes are not found.",
    query: CardParameters.properties,
    answers: { 200: gives(CardReport, "The prints, and the devices that they came by.") },
  }),
  scanForCards: operation("admin", "Look through old prints for card numbers", {
    needs: "card",
    description:
      "New prints are looked through by themselves; this is for those from before, and for pictures that were read since.",
    answers: { 202: gives(CardReport, "It has begun.") },
    errors: ["CONFLICT"],
  }),
} satisfies Operations;
