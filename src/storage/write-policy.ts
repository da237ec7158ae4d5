import type { WriteOperation } from "./write-operation.ts";

/**
 * Whether an operation may use the space that is kept for a full disk: what the owner does to get in and to make room, and
 * what ends by itself. What comes in anew, and what can be done later, may not.
 */
export function mayUseReserve(operation: WriteOperation): boolean {
  switch (operation.kind) {
    case "openSession":
    case "closeSession":
    case "delete":
    case "restore":
    case "unspool":
    case "delivery":
    case "printer":
      return true;
    case "create":
    case "spool":
    case "update":
    case "background":
    case "clock":
    case "tokenUse":
    case "sessionUse":
    case "rule":
    case "webhook":
      return false;
  }
}
