import { LINE_END, oneOf, START } from "./pattern-parts.ts";

/*
 * Order and receipt numbers. A number follows its word, and there must be a sign that it is one: "#", "No." and the like.
 * Where nothing but the word says so, the word begins a line or a column and the number ends it, or is three digits long
 * with no digits behind it: "Order 2 items", "Order 12:30", "Order 31.12.2026" and a telephone number are none.
 */

const ORDER = oneOf(
  "order|bestell(?:ung)?|auftrag(?:s)?|abhol|commande|pedido|orden|comand[aă]|encomenda|ordine|bestelling",
  "bestel|best[aä]llning(?:s)?|bestilling(?:s)?|ordre|tilaus|zam[oó]wienie|objedn[aá]vka|rendel[eé]s",
  "sipari[sş]|παραγγελ[ιί]α|заказ|замовлення|הזמנה|الطلب|đơn hàng|ออเดอร์|pick-? up|token",
);

/** As they stand behind a sign: "numéro de commande", "номер заказа". */
const OF_ORDER = oneOf(
  "commande|pedido|la orden|encomenda|ordine|order|bestelling|zam[oó]wienia|objedn[aá]vky|заказа|замовлення",
  "الطلب",
);

const RECEIPT = oneOf(
  "receipt|invoice|bill|che(?:ck|que)|chk|ticket|transaction|rechnung(?:s)?|beleg|bon|quittung(?:s)?",
  "facture|re[cç]u|factura|recibo|boleta|folio|fattura|ricevuta|scontrino|documento|factuur|kassabon|kvitto",
  "kvittering(?:s)?|faktura|kuitti|paragon|[uú][cč]tenka|nyugta|fi[sş]|απ[οό]δειξη|чек|квитанция",
);

/** Those that mean a number when one follows, with nothing else between. */
const PLAIN_RECEIPT = oneOf(
  "receipt|invoice|check|chk|ticket|rechnung|beleg|bon|facture|factura|fattura|paragon|чек",
);

const SIGN = oneOf(
  "#|№|n[°º]|no[.°º]?|n[ru]?\\.|nr|nummer|num(?:ber)?\\.?|n[uú]m[eé]ro|numero|numer|номер|id|ref\\.?|code",
);

/** Between a word and its number. */
const COLON = "[ ]*[:：.]*[ ]*#?[ ]*";

/** In one or more parts, with a digit in it: `1001`, `A-17`, `INV-2026-0012`. */
const SIGNED_NUMBER = "(?P<id>(?:[a-z]{1,8}[-/_]?){0,3}\\p{Nd}[\\p{Nd}\\p{L}/_-]{0,39})";

/** Where no sign says that it is a number it is short, as a date or a telephone number is not; or in three parts as Odoo's. */
const PLAIN_NUMBER =
  "(?P<id>20\\p{Nd}{2}-\\p{Nd}{1,8}|\\p{Nd}{5}-\\p{Nd}{3}-\\p{Nd}{4}|[a-z]{0,6}-?\\p{Nd}{3,9}(?:-[a-z0-9]{1,3})?)";

const SHORT_NUMBER = "(?P<id>[a-z]{0,6}-?\\p{Nd}{1,9})";

/** Behind a word and a sign, wherever it is: "your order no. 1001". */
const signed = (word: string) =>
  `(?i)(?:^|[^\\pL\\pN])${word}[ ]*-?[ ]*${SIGN}(?:[ ]is)?${COLON}${SIGNED_NUMBER}(?:[ ),;*]|\\.?$)`;

const signedBefore = (word: string) =>
  `(?i)(?:^|[^\\pL\\pN])${SIGN}[ ]*(?:d[eiao][ ]+)?${word}${COLON}${SIGNED_NUMBER}(?:[ ),;*]|\\.?$)`;

/** Behind a word alone that begins a column. */
const plain = (word: string) =>
  `(?i)${START}${word}${COLON}${PLAIN_NUMBER}(?:${LINE_END}|[ ]{2,}|[ ][^\\pN ]|[),;])`;

const short = (word: string) => `(?i)${START}${word}${COLON}${SHORT_NUMBER}(?:${LINE_END}|[ ]{2,}[^\\pN ])`;

/** Alone on the line below its word. */
const below = (word: string) => `(?i)^[ ]*${word}[ ]*-?[ ]*${SIGN}?${COLON}\\n[ ]*#?${SHORT_NUMBER}[ ]*$`;

const EAST_ASIAN_END = "(?:[ ),;」】]|$)";

const EAST_ASIAN_ORDER =
  "(?i)(?:注文|オーダー|受付|整理|呼出|订单|訂單|取餐|取单|取餐|排队|주문|대기|접수)[ ]*(?:番号|No\\.?|[编編]?[号號][码碼]?|번호|#)" +
  `[ ]*[:：.]*[ ]*#?${SIGNED_NUMBER}${EAST_ASIAN_END}`;

const EAST_ASIAN_RECEIPT =
  "(?i)(?:伝票|取引|レシート|领收|領収書?|单据|小票|流水|发票|交易|영수증|거래)[ ]*(?:番号|No\\.?|[编編]?[号號][码碼]?|번호|#)" +
  `[ ]*[:：.]*[ ]*#?${SIGNED_NUMBER}${EAST_ASIAN_END}`;

/** A number sign and digits, alone on a line. */
const ALONE = "^[*= |-]*#[ ]?(?P<id>\\p{Nd}{1,9})[*= |-]*$";

/** Of orders; the group `id` has the number. */
export const ORDER_PATTERNS: readonly string[] = [
  signed(ORDER),
  signedBefore(OF_ORDER),
  EAST_ASIAN_ORDER,
  plain(ORDER),
  short(ORDER),
  below(ORDER),
  ALONE,
];

/** Of receipts and invoices, where there is none of an order. */
export const RECEIPT_PATTERNS: readonly string[] = [
  signed(RECEIPT),
  EAST_ASIAN_RECEIPT,
  plain(PLAIN_RECEIPT),
  short(PLAIN_RECEIPT),
];
