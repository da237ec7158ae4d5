import { describe, expect, test } from "bun:test";
import { RULE_LIMITS } from "../../src/domain/limits.ts";
import { DEFAULT_RULES } from "../../src/rules/defaults/default-rules.ts";
import { Pattern } from "../../src/rules/pattern.ts";
import { RuleSet } from "../../src/rules/rule-set.ts";

const RULES = RuleSet.trusted(DEFAULT_RULES);

/** What the rules find in some lines of a receipt. */
function found(...lines: readonly string[]): Record<string, string> {
  const print = { label: null, tags: new Map<string, string>(), isFromPrinter: true };
  const { label, tags } = RULES.fill(lines.join("\n"), print);
  return { ...(label === null ? {} : { label }), ...Object.fromEntries(tags) };
}

test("they keep the limits that a workspace's own rules have", () => {
  for (const { pattern } of DEFAULT_RULES) {
    expect(Pattern.compile(pattern).instructions).toBeLessThanOrEqual(RULE_LIMITS.patternInstructions);
  }
  expect(() => RuleSet.of(DEFAULT_RULES)).not.toThrow();
});

describe("order numbers", () => {
  test.each([
    ["Order #1001", "1001"],
    ["ORDER # 1001", "1001"],
    ["Order: 1001", "1001"],
    ["Order:1001", "1001"],
    ["Order 7", "7"],
    ["Order No. 1001", "1001"],
    ["Order No: A-1001", "A-1001"],
    ["ORDER NUMBER:                    1001", "1001"],
    ["Order ID: 111-2222222-3333333", "111-2222222-3333333"],
    ["Order Number is 55", "55"],
    ["Your order number: W-2026-0012, thank you", "W-2026-0012"],
    ["Web Order #WEB_12", "WEB_12"],
    ["*** Order 12 ***", "12"],
    ["*** ORDER #12 ***", "12"],
    ["Order 1001 Table 5", "1001"],
    ["Order 45      Table 5", "45"],
    ["Table 5      Order 45", "45"],
    ["Order 2026-0012", "2026-0012"],
    ["Order Ref: AB12CD34", "AB12CD34"],
    ["Pick-up No. 17", "17"],
    ["Bestellung 1001", "1001"],
    ["Bestellung Nr. 1001", "1001"],
    ["Bestell-Nr.: 1001", "1001"],
    ["Bestellnummer: 1001", "1001"],
    ["Auftragsnummer A2026/17", "A2026/17"],
    ["Abholnummer 88", "88"],
    ["Commande n° 15", "15"],
    ["COMMANDE N°15", "15"],
    ["N° de commande : 15", "15"],
    ["Numéro de commande: C-15", "C-15"],
    ["Pedido: 33", "33"],
    ["Pedido nº 33", "33"],
    ["Nº de pedido: 33", "33"],
    ["Orden #33", "33"],
    ["Ordine n. 12", "12"],
    ["N. ordine 12", "12"],
    ["Comanda 4", "4"],
    ["Bestelling #12", "12"],
    ["Bestelnummer 12", "12"],
    ["Ordernummer: 12", "12"],
    ["Beställningsnummer: 12", "12"],
    ["Ordre nr. 12", "12"],
    ["Tilaus 12", "12"],
    ["Zamówienie nr 12", "12"],
    ["Nr zamówienia: 12/2026", "12/2026"],
    ["Objednávka #12", "12"],
    ["Sipariş No: 12", "12"],
    ["Παραγγελία: 12", "12"],
    ["ΠΑΡΑΓΓΕΛΙΑ #12", "12"],
    ["Заказ № 12", "12"],
    ["ЗАКАЗ 12", "12"],
    ["Номер заказа: 12", "12"],
    ["注文番号 123", "123"],
    ["ご注文番号：A-12", "A-12"],
    ["受付番号:１２", "１２"],
    ["订单号：202601010001", "202601010001"],
    ["订单编号: 2026-1", "2026-1"],
    ["訂單編號：77", "77"],
    ["取餐号 A12", "A12"],
    ["주문번호: 0012", "0012"],
    ["#1001", "1001"],
    ["*** # 12 ***", "12"],
  ])("%j", (line, id) => {
    expect(found("CAFE EXAMPLE", line, "Thank you")).toEqual({ label: `Order ${id}`, orderId: id });
  });

  test("a number alone below its word", () => {
    expect(found("ORDER NUMBER", "  #42", "1 Cola")).toEqual({ label: "Order 42", orderId: "42" });
    expect(found("Bestellung", "A-42", "1 Cola")).toEqual({ label: "Order A-42", orderId: "A-42" });
  });

  test("an order's number before a receipt's, and before a lone one", () => {
    expect(found("#9", "Invoice No. 5", "Order No. 7")).toEqual({ label: "Order 7", orderId: "7" });
  });
});

describe("receipt and invoice numbers", () => {
  test.each([
    ["Receipt #: 5021", "5021"],
    ["Invoice No. INV-2026-001", "INV-2026-001"],
    ["Invoice: 4711", "4711"],
    ["Check #: 12", "12"],
    ["Chk 1234", "1234"],
    ["Ticket 45", "45"],
    ["Bon 1234", "1234"],
    ["Bon-Nr. 1234", "1234"],
    ["Rechnung Nr. 2026-00123", "2026-00123"],
    ["Rechnungsnummer: RE12345", "RE12345"],
    ["Beleg-Nr.: 998", "998"],
    ["Facture n° F2026-12", "F2026-12"],
    ["Factura 00123", "00123"],
    ["Scontrino n. 0012", "0012"],
    ["Kvitto nr 12", "12"],
    ["Paragon nr 12", "12"],
    ["Чек № 12", "12"],
    ["伝票番号 123", "123"],
    ["流水号：12", "12"],
  ])("%j", (line, id) => {
    expect(found("SHOP", line)).toEqual({ label: `Receipt ${id}`, orderId: id });
  });
});

describe("no order numbers", () => {
  test.each([
    "Order summary",
    "Order 2 items",
    "Order: 3 items",
    "Order 12:30",
    "Order 31.12.2026",
    "Order 2026-12-31",
    "Order total 45.00",
    "Order 45.00",
    "Order date 20261231",
    "Order now: 0800 123 456",
    "To order call 555-123-4567",
    "To order: 555-1234",
    "Order online: 030 1234567",
    "Order: 030 1234567",
    "Order 555-1234",
    "Orders: 555-1234",
    "Bestellung 030 1234567",
    "Bestellungen 12",
    "Tel. 030 1234567",
    "Tel: 555-123-4567",
    "VAT No: GB123456789",
    "USt-IdNr. DE123456789",
    "USt-ID: DE123456789",
    "P.IVA 01234567890",
    "ABN 12 345 678 901",
    "Tax invoice",
    "Tax Invoice ABN 12 345 678 901",
    "Facture TVA n° FR12345678901",
    "Table 12",
    "Bon appétit",
    "Ticket restaurant 8,90",
    "1 Ticket 12,50",
    "Ticket  12.50",
    "Rechnung 45,00",
    "Check in 1200",
    "Border 1234",
    "Reorder 1234",
    "注文 3点",
    "订单金额：12",
    "주문 12건",
    "Card #### 1234",
    "Store #12, Main Street",
    "Order No.",
    "12345",
  ])("%j", (line) => {
    const { label, orderId } = found("SHOP", line, "Thank you");
    expect([label, orderId]).toEqual([undefined, undefined]);
  });

  test("an empty order number is not the first item's quantity", () => {
    expect(found("Order No:", "12 x Coffee")).toEqual({});
  });
});

describe("totals", () => {
  test.each([
    ["TOTAL 12.50", "12.50"],
    ["Total                12.50", "12.50"],
    ["TOTAL:  $12.50", "12.50"],
    ["TOTAL......12.50", "12.50"],
    ["Total USD 1,234.50", "1234.50"],
    ["TOTAL $1,234,567.00", "1234567.00"],
    ["Total (3 items)   12.50", "12.50"],
    ["Total incl. VAT  12.50", "12.50"],
    ["Grand Total: 12.50", "12.50"],
    ["Amount due 12.50", "12.50"],
    ["Total -5.00", "-5.00"],
    ["Total £5", "5"],
    ["Summe 119,00", "119.00"],
    ["SUMME EUR        1.119,00", "1119.00"],
    ["Summe inkl. 19% MwSt   119,00 €", "119.00"],
    ["Gesamt  119,00 EUR", "119.00"],
    ["Gesamtbetrag: 119,00", "119.00"],
    ["Zu zahlen 119,00", "119.00"],
    ["Total TTC 12,50 €", "12.50"],
    ["NET A PAYER  12,50", "12.50"],
    ["Net à payer 1 234,50 EUR", "1234.50"],
    ["Total CHF 1'234.50", "1234.50"],
    ["Totale complessivo 12,50", "12.50"],
    ["TOTALE EURO 12,50", "12.50"],
    ["Importe total: 12,50 €", "12.50"],
    ["TOTAL R$ 12,50", "12.50"],
    ["Totaal € 12,50", "12.50"],
    ["SUMA PLN 12,50", "12.50"],
    ["Razem: 12,50 zł", "12.50"],
    ["Att betala 125,00 kr", "125.00"],
    ["Yhteensä 12,50", "12.50"],
    ["Celkem 125,00 Kč", "125.00"],
    ["Összesen: 12 500 Ft", "12500"],
    ["TOPLAM ₺12,50", "12.50"],
    ["ИТОГО 1 234,50 руб.", "1234.50"],
    ["ИТОГ =12.50", "12.50"],
    ["ΣΥΝΟΛΟ 12,50 €", "12.50"],
    ['סה"כ 12.50 ₪', "12.50"],
    ["合計 ¥1,234", "1234"],
    ["合計            ￥１，２３４", "1234"],
    ["合計 1,234円", "1234"],
    ["合計(税込) ¥1,234", "1234"],
    ["总计：¥12.50", "12.50"],
    ["合计: 12.50", "12.50"],
    ["实付 12.50元", "12.50"],
    ["합계 12,000원", "12000"],
    ["합계 금액   12,000", "12000"],
    ["Total Rp 15.000", "15000"],
    ["TOTAL  12.50 A", "12.50"],
    ["** TOTAL 12.50", "12.50"],
  ])("%j", (line, total) => {
    expect(found("SHOP", "1 Coffee  3.50", line, "Cash 20.00")).toEqual({ total });
  });

  test("a sum in large print on the next line", () => {
    expect(found("TOTAL", "   € 12,50", "Cash")).toEqual({ total: "12.50" });
  });

  test.each([
    ["the grand total", ["Total 10.00", "Tip 2.00", "Grand total 12.00"], "12.00"],
    ["with taxes", ["Total HT 10,00", "TVA 20% 2,00", "Total TTC 12,00"], "12.00"],
    ["not what is left to pay", ["Total 12.00", "Paid 12.00", "Amount due 0.00"], "12.00"],
    ["not the subtotal", ["Subtotal 10.00", "Tax 2.00", "Total 12.00"], "12.00"],
    ["not the sum before taxes", ["Summe netto 10,00", "Summe MwSt 2,00", "Summe EUR 12,00"], "12.00"],
    ["two ways to read it: as printed", ["Total TND 1,234"], "TND 1,234"],
  ])("of several: %s", (_, lines, total) => {
    expect(found(...lines)).toEqual({ total });
  });

  test.each([
    "Subtotal 12.50",
    "Sub Total 12.50",
    "Sub-Total: 12.50",
    "SUB TOTAL      12.50",
    "Zwischensumme 12,50",
    "Sous-total 12,50",
    "Subtotale 12,50",
    "Total items 3",
    "Total items: 3.00",
    "Total 3",
    "Total 3 items",
    "Total qty 12.00",
    "Total VAT 1.50",
    "Total tax 1.50",
    "Total TVA 1,50",
    "Total HT 10,00",
    "Total discount 1.50",
    "Total savings 1.50",
    "Total points 12.00",
    "Summe netto 12,50",
    "Summe MwSt 12,50",
    "Summa moms 12,50",
    "SUMA PTU 2,33",
    "Total",
    "Totally 12.50",
    "小計 ¥1,234",
    "合計 3点",
    "合計点数 300",
    "QTY  ITEM  TOTAL",
  ])("none: %j", (line) => {
    expect(found("SHOP", line)).toEqual({});
  });
});

describe("dates", () => {
  test.each([
    ["Date: 12/31/2026", "12/31/2026"],
    ["Date 2026-12-31 18:30", "2026-12-31"],
    ["DATE/TIME: 12/31/26 6:30 PM", "12/31/26"],
    ["Order date: Dec 31, 2026", "Dec 31, 2026"],
    ["Datum: 31.12.2026", "31.12.2026"],
    ["Datum und Uhrzeit: 31.12.26 18:30", "31.12.26"],
    ["Rechnungsdatum 31.12.2026", "31.12.2026"],
    ["Fecha: 31/12/2026  Hora: 18:30", "31/12/2026"],
    ["Data 31/12/2026", "31/12/2026"],
    ["Dato: 31-12-2026", "31-12-2026"],
    ["Дата: 31.12.2026", "31.12.2026"],
    ["日付: 2026/12/31", "2026/12/31"],
    ["日期：2026-12-31", "2026-12-31"],
    ["날짜: 2026.12.31", "2026.12.31"],
    ["Table 5      Date: 31.12.2026", "31.12.2026"],
    ["31.12.2026 18:30", "31.12.2026"],
    ["31.12.26  18:30:05   Kasse 2", "31.12.26"],
    ["Do, 31.12.2026 um 18:30", "31.12.2026"],
    ["Thu 31 Dec 2026 18:30", "31 Dec 2026"],
    ["18:30 31/12/2026", "31/12/2026"],
    ["2026-12-31T18:30:00Z", "2026-12-31"],
    ["2026-12-31", "2026-12-31"],
    ["31 décembre 2026", "31 décembre 2026"],
    ["31 de diciembre de 2026", "31 de diciembre de 2026"],
    ["2026年12月31日(木) 18:30", "2026年12月31日"],
    ["2026年 1月 3日", "2026年 1月 3日"],
    ["2026년 12월 31일", "2026년 12월 31일"],
  ])("%j", (line, date) => {
    expect(found("SHOP", line, "Thank you")).toEqual({ date });
  });

  test.each([
    "Valid until 31.12.2026",
    "Gültig bis 31.12.2026",
    "Best before date: soon",
    "有効期限 2026年12月31日",
    "Tel. 31.12.2026.55",
    "31.12.2026.1",
    "1 Milk 12/31/2026",
    "31.13.2026",
    "2026-13-01",
    "1.2.3",
    "12.50",
    "31.12.26",
    "10.12.26.1 18:30",
    "Open 18:30 - 23:00",
    "Mon-Fri 9:00",
  ])("none: %j", (line) => {
    expect(found("SHOP", line)).toEqual({});
  });
});

describe("whole receipts", () => {
  test("German", () => {
    expect(
      found(
        "Gasthaus Beispiel",
        "Hauptstr. 1, 10115 Berlin",
        "Tel. 030 1234567",
        "USt-IdNr. DE123456789",
        "Rechnung Nr. 2026-00123      Tisch 5",
        "31.12.2026 18:30      Kellner: Anna",
        "2 x Apfelschorle 0,4   3,90     7,80 A",
        "1 Schnitzel                    17,50 A",
        "Zwischensumme                  25,30",
        "SUMME EUR                      25,30",
        "Netto 21,26   MwSt 19% 4,04",
        "Bar EUR 30,00   Zurück EUR 4,70",
        "Bon 000123-55",
      ),
    ).toEqual({
      label: "Receipt 2026-00123",
      orderId: "2026-00123",
      total: "25.30",
      date: "31.12.2026",
    });
  });

  test("from an American till", () => {
    expect(
      found(
        "JOE'S DINER",
        "(555) 123-4567",
        "Check #: 1187     Table 12",
        "Server: Ann       Guests: 2",
        "12/31/2026 6:30 PM",
        "2 Burger               19.98",
        "Subtotal               19.98",
        "Tax                     1.60",
        "Total                 $21.58",
        "Order online: joes.example",
      ),
    ).toEqual({ label: "Receipt 1187", orderId: "1187", total: "21.58", date: "12/31/2026" });
  });

  test("Japanese", () => {
    expect(
      found(
        "居酒屋 例",
        "TEL 03-1234-5678",
        "登録番号 T1234567890123",
        "2026年12月31日(木) 18:30",
        "注文番号 0042",
        "生ビール  2点  ¥1,100",
        "小計  ¥1,100",
        "合計 2点",
        "合計  ¥1,210",
        "お預り ¥2,000",
      ),
    ).toEqual({ label: "Order 0042", orderId: "0042", total: "1210", date: "2026年12月31日" });
  });

  test("a kitchen ticket with nothing but an order", () => {
    expect(found("KITCHEN", "Order #77    Dine in", "2x Burger", "  no onions")).toEqual({
      label: "Order 77",
      orderId: "77",
    });
  });
});
