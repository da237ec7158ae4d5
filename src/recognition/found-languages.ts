import type { Recognition } from "./recognised.ts";

/** So many different words of a language tell that a receipt is in it. */
const TELLING_WORDS = 3;

/** Words of receipts that few other languages have, without regard to case and accents. */
const WORDS: Readonly<Record<string, string>> = {
  eng: "the and your you order receipt change cash tax subtotal thank visit again welcome server table guest card tip qty item items price discount balance paid with please",
  deu: "und der die das vielen dank ihren einkauf summe gesamt mwst ust bar ruckgeld beleg rechnung datum uhrzeit bedienung tisch netto brutto steuer kasse kunde gegeben stuck bestellung",
  fra: "et le la les des merci votre visite tva ttc ht montant especes rendu carte bancaire ticket caisse commande monnaie serveur table articles payer bientot facture avec",
  spa: "el los las gracias por su compra iva efectivo cambio tarjeta pedido mesa cajero fecha hora factura importe total unidades camarero visita vuelva pronto cuenta con",
  ita: "il gli grazie per della scontrino iva contanti resto carta ordine tavolo cassa documento commerciale importo pagamento totale complessivo data ora arrivederci coperto articoli con di",
  por: "obrigado obrigada pela sua visita iva troco dinheiro cartao pedido mesa caixa fatura recibo numerario multibanco nif valor volte sempre preferencia atendimento artigos com uma",
};

const MARKS = /\p{M}/gu;
const LETTERS = /\p{L}+/gu;

const LANGUAGES_OF_WORDS = languagesOfWords();

/**
 * The languages that the words of a receipt are of, by the names of their models: the one with most telling words, and
 * others with nearly as many; none where there are too few words to tell.
 */
export function foundLanguages(recognition: Recognition): string[] {
  const seen = new Map<string, Set<string>>();
  for (const word of wordsOf(recognition)) {
    const languages = LANGUAGES_OF_WORDS.get(word) ?? [];
    // A word that several languages have tells of none of them.
    const [only] = languages;
    if (languages.length === 1 && only !== undefined)
      seen.getOrInsertComputed(only, () => new Set()).add(word);
  }
  const counts = [...seen].map(([language, { size }]) => ({ language, size }));
  const most = Math.max(TELLING_WORDS, ...counts.map(({ size }) => size));
  return counts
    .filter(({ size }) => size >= TELLING_WORDS && size * 2 > most)
    .toSorted((one, other) => other.size - one.size)
    .map(({ language }) => language);
}

function* wordsOf(recognition: Recognition): Generator<string> {
  for (const { lines } of recognition) {
    for (const { words } of lines) {
      for (const { text } of words) yield* plain(text).match(LETTERS) ?? [];
    }
  }
}

function plain(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase();
}

function languagesOfWords(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of Object.entries(WORDS)) {
    for (const word of words.split(" ")) languages.getOrInsertComputed(word, () => []).push(language);
  }
  return languages;
}
