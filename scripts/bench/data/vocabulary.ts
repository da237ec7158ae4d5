/*
 * The words of an invented chain of restaurants. None has a sigma or a dotted capital I: lower-casing differs there
 * from one database to the next, and the benchmark compares speed, not Unicode tables.
 */

/** The chain's shops; a print's `store`. */
export const STORES: readonly string[] = [
  "Wien Mitte",
  "Wien Nord",
  "Graz",
  "Linz",
  "Salzburg",
  "Innsbruck",
  "München",
  "Köln",
  "Zürich",
  "Genève",
  "Málaga",
  "Kraków",
];

/** Names that stand on a receipt instead of an order number. */
export const PLACES: readonly string[] = [
  "Café Müller",
  "Gasthaus Zum Löwen",
  "Bäckerei Größl",
  "Crêperie Élodie",
  "Señor Ñandú",
  "Кафе Чайка",
  "Ταβέρνα Γαλήνη",
  "寿司 さくら",
];

export const WAITERS: readonly string[] = [
  "Anna Björn Chloé David Élodie Franziska Günther Hanna Ivan José Katarína Łukasz Marie Noémie Oğuz Paweł Renée",
  "Jürgen Tomáš Ulrike Zoë Ágnes Øystein Åsa Ñusta Дмитрий Мария Ольга Жанна Андрей Ελένη Γιάννα さくら 太郎 花子",
  "王伟 李娜 민준 สมชาย Amélie",
].flatMap((names) => names.split(" "));

/** From the most to the least used. */
export const PAYMENTS: readonly string[] = ["card", "cash", "contactless", "voucher", "invoice"];

/** Words of the free text in `note`. */
export const NOTE_WORDS: readonly string[] = [
  "without onions extra cheese gluten free window seat birthday cake allergic nuts please call guest late",
  "ohne Zwiebel scharf bitte Gäste Brösel café à point sans lactose crème niño menú острый суп без лука wheelchair",
  "balcony dog highchair split bill company reserved Jubiläum vegan halal kosher",
].flatMap((words) => words.split(" "));

/** Tag keys that hardly any print has, with the part of prints that has each. */
export const RARE_KEYS: readonly (readonly [key: string, part: number])[] = [
  ["refundOf", 0.0005],
  ["giftCard", 0.0003],
  ["deliveryApp", 0.0008],
  ["trainee", 0.0006],
];
