import { oneOf } from "./pattern-parts.ts";

/*
 * Totals. The line begins with the word, and nothing stands between it and the sum but a currency and what says that
 * taxes are included: "Subtotal", "Total VAT", "Summe netto" and "Total items 3" are none.
 */

/** Where a receipt has one of these, the sum behind it is what counts, however many other totals there are. */
const GRAND_TOTAL = oneOf(
  "grand total|total (?:ttc|amount|incl\\.?|general|g[eé]n[eé]ral)|gesamt(?:betrag|summe|preis)",
  "(?:end|rechnungs)(?:betrag|summe)|net [aà] payer|montant total|total [aà] pa(?:yer|gar)|importe total",
  "valor total|totale (?:complessivo|documento|euro)|importo totale|totaalbedrag|loppusumma|genel toplam",
  "v[eé]g[oö]sszeg",
);

const TOTAL = oneOf(
  "(?:order )?total|summe|gesamt|betrag|totale?|importe|totaal|totalt|summa|sum|i alt|yhteens[aä]|suma",
  "razem|celk[eo]m|[oö]sszesen|toplam|jumlah|σ[υύ]νολο|итого?|всего|разом|общо",
  'סה["״]?כ',
  "الإجمالي|المجموع|รวม(?:ทั้งสิ้น|เงิน)?|ยอด(?:รวม|สุทธิ)|tổng (?:cộng|tiền)",
);

/** What is still to be paid, which is nothing once it is paid. */
const DUE = oneOf(
  "(?:total|amount) due|(?:total )?to pay|zu zahlen|zahlbetrag|te betalen|(?:att|[aå]t?) betale?a?",
  "do zap[łl]aty|k [uú]hrad[eě]|fizetend[oő]|[oö]denecek tutar|πληρωτ[εέ]ο|к оплате|до сплати",
);

const EAST_ASIAN_TOTAL = oneOf(
  "総?合計(?:金額)?|お?会計(?:金額)?|ご?請求(?:金?額)?|[总總][计計额額]|合[计計]|[总總]金[额額]|[应應实實]付(?:金[额額])?|합계(?: 금액)?|총액|총계",
  "(?:총|결제|받을) 금액",
);

const SYMBOL = "[A-Z]{0,2}[$€£¥￥₩￦₽₺₹₪₴₫฿₱]";

const CURRENCY = oneOf(
  SYMBOL,
  "AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|NOK|NZD|PLN|RMB|RON|RUB|SEK|SGD|THB|TND",
  "TRY|TWD|UAH|USD|VND|ZAR|zł|kr\\.?|Kč|Ft|lei|лв\\.?|руб\\.?|грн\\.?|TL|Rs\\.?|Rp\\.?|RM|[元円원]|บาท|đ",
);

const INCLUDED =
  "(?:[ ]*(?:ttc|brutto|in[ck]l?\\.?[ \\d.,%]*(?:mwst|ust|vat|tax|tva|btw|iva|moms|gst)\\.?|" +
  "\\((?:\\d+[ ]*\\pL+|[A-Z]{3}|[€$£]|in[ck]l[^()\\n]{0,30}|ttc|brutto)\\)|[(（](?:税込|含税)[)）]))?";

/** Dots that lead to the sum, or a line end in large print. */
const GAP = "[ ]*[:：=.…]*[ .…]*\\n?[ ]*";

const END = "(?:[ ]+[A-E]|[ ]*[*#])?[ ]*$";

const THOUSANDS = "\\p{Nd}{1,3}(?:[.,'’ ]\\p{Nd}{2,3})*";

/** With two decimals, and perhaps a currency. */
const DECIMAL = `(?P<total>(?:${CURRENCY}[ ]*)?-?(?:${THOUSANDS}|\\p{Nd}{4,9})[.,]\\p{Nd}{2}-?(?:[ ]*${CURRENCY})?)`;

/** Without decimals, but with a currency. */
const WHOLE = `(?P<total>${CURRENCY}[ ]*-?(?:${THOUSANDS}|\\p{Nd}{4,9})|-?(?:${THOUSANDS}|\\p{Nd}{4,9})[ ]*${CURRENCY})`;

/** Without either: three digits at the least, as a count of things has not. */
const EAST_ASIAN_SUM =
  "(?P<total>(?:[¥￥₩￦]|NT\\$|HK\\$|RMB)?[ ]*-?(?:\\p{Nd}{1,3}(?:[,，]\\p{Nd}{3})+|\\p{Nd}{3,9}|\\p{Nd}{1,9}[.．]\\p{Nd}{2})[ ]*[元円원]?|" +
  "[¥￥₩￦][ ]*-?\\p{Nd}{1,9})";

const line = (words: string, sum: string) => `(?i)^[*=|> -]*${words}${INCLUDED}${GAP}${sum}${END}`;

/** Totals, those that count most first; the group `total` has the sum with its currency. */
export const TOTAL_PATTERNS: readonly string[] = [
  line(GRAND_TOTAL, DECIMAL),
  line(GRAND_TOTAL, WHOLE),
  line(TOTAL, DECIMAL),
  line(TOTAL, WHOLE),
];

/** Those whose currencies have no decimals, or group thousands by commas. */
export const EAST_ASIAN_TOTAL_PATTERNS: readonly string[] = [line(EAST_ASIAN_TOTAL, EAST_ASIAN_SUM)];

/** What is to be paid, where no total is told. */
export const DUE_PATTERNS: readonly string[] = [line(DUE, DECIMAL), line(DUE, WHOLE)];
