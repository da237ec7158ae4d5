import { EnrolledShop, NewShop, Shop, Shops } from "../../contract/shop.ts";
import { gives, operation, type Operations } from "./operation.ts";

const WHOSE = "Only the administrator of the archive may.";

const NOT_ALLOWED = ["API_TOKEN_SCOPE_INSUFFICIENT"] as const;

export const shopOperations = {
  listShops: operation("service", "The shops of the archive", {
    description: `How they get on. ${WHOSE}`,
    answers: { 200: gives(Shops, "The shops, by the slugs of their workspaces.") },
    errors: NOT_ALLOWED,
  }),
  enrolShop: operation("service", "Enrol a shop", {
    description:
      "Makes a code by which a shop joins; its workspace takes prints from the shop alone then. A code that was made for " +
      `the shop before is not good any more; the key that it has stays good until the new one is used. ${WHOSE}`,
    body: NewShop,
    answers: { 201: gives(EnrolledShop, "The shop, and the code. It is shown this once.") },
    errors: [...NOT_ALLOWED, "CONFLICT"],
  }),
  revokeShop: operation("service", "Take the key of a shop away", {
    description: `Its prints stay; it sends none any more until it joins again. ${WHOSE}`,
    answers: { 200: gives(Shop, "The shop as it is now.") },
    errors: [...NOT_ALLOWED, "NOT_FOUND"],
  }),
  rotateShop: operation("service", "Give a shop another key", {
    description: `It gets the key when it next says how it is; the one it has stays good until that is used. ${WHOSE}`,
    answers: { 200: gives(Shop, "The shop as it is now.") },
    errors: [...NOT_ALLOWED, "NOT_FOUND", "CONFLICT"],
  }),
} as const satisfies Operations;
