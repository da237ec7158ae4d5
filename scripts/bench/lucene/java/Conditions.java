import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSortSortedNumericDocValuesRangeQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** Makes Lucene's queries of conditions on the prints of a scope. */
final class Conditions {
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

  private final Dictionary dictionary;
  private final Set<String> textKeys;
  private final String scope;

  Conditions(Dictionary dictionary, Set<String> textKeys, String scope) {
    this.dictionary = dictionary;
    this.textKeys = textKeys;
    this.scope = scope;
  }

  /** All conditions of a line, and the scope where no other says it: what must hold altogether is one query. */
  Query readAll(Tokens tokens, Long from, Long to) throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    if (from != null || to != null) all.add(span(from, to), Occur.FILTER);
    while (tokens.hasNext()) require(tokens, all);
    if (all.build().clauses().stream().anyMatch(Conditions::isOfScope)) return alone(all.build());
    return alone(all.add(Scope.query(scope), Occur.FILTER).build());
  }

  private static boolean isOfScope(BooleanClause clause) {
    return clause.getQuery() instanceof TermQuery one && one.getTerm().field().equals(Column.HAS);
  }

  /**
   * Reads a condition that must hold: `field` or `tag`, its name, the operator and the value; or `and` or `or`, how many,
   * and so many conditions. Groups of `and` are not queries of their own: without, it is a third faster.
   */
  private void require(Tokens tokens, BooleanQuery.Builder all) throws IOException {
    String kind = tokens.next();
    switch (kind) {
      case "field" -> require(Column.ofField(tokens.next()), tokens, all);
      case "tag" -> require(Column.ofTag(tokens.next()), tokens, all);
      case "and" -> {
        for (int count = tokens.nextInt(); count > 0; count--) require(tokens, all);
      }
      case "or" -> all.add(anyOf(tokens.nextInt(), tokens), Occur.FILTER);
      default -> throw new IllegalArgumentException("there is no condition " + kind);
    }
  }

  /** Prints of a span of time, both ends in it: in the index's order they are one run. */
  private static Query span(Long from, Long to) {
    long first = from == null ? Long.MIN_VALUE : from;
    long last = to == null ? Long.MAX_VALUE : to;
    Query fallback = LongPoint.newRangeQuery("createdAt", first, last);
    return new IndexSortSortedNumericDocValuesRangeQuery("createdAt", first, last, fallback);
  }

  private Query anyOf(int count, Tokens tokens) throws IOException {
    if (count == 0) return new MatchNoDocsQuery("one of none");
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (int index = 0; index < count; index++) {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      require(tokens, all);
      any.add(alone(all.build()), Occur.SHOULD);
    }
    return any.build();
  }

  /** What a query of one condition requires. */
  private static Query alone(BooleanQuery query) {
    if (query.clauses().isEmpty()) return new MatchAllDocsQuery();
    BooleanClause first = query.clauses().get(0);
    return query.clauses().size() == 1 && first.getOccur() == Occur.FILTER ? first.getQuery() : query;
  }

  private void require(Column column, Tokens tokens, BooleanQuery.Builder all) throws IOException {
    String operator = tokens.next();
    String value = tokens.next();
    if (operator.equals("neq")) {
      all.add(has(column), Occur.FILTER).add(equal(column, value), Occur.MUST_NOT);
    } else {
      all.add(condition(column, operator, value), Occur.FILTER);
    }
  }

  private Query condition(Column column, String operator, String value) throws IOException {
    return switch (operator) {
      case "eq" -> equal(column, value);
      case "contains" -> contains(column, Grams.folded(value));
      case "gt" -> range(column, value, order -> order > 0);
      case "gte" -> range(column, value, order -> order >= 0);
      case "lt" -> range(column, value, order -> order < 0);
      case "lte" -> range(column, value, order -> order <= 0);
      default -> throw new IllegalArgumentException("there is no operator " + operator);
    };
  }

  /** Tells the scope too, so that Lucene has one set of bits to go through, which it does at its fastest. */
  private Query has(Column column) {
    return new TermQuery(new Term(Column.HAS, column.in(scope)));
  }

  private static Query equal(Column column, String value) {
    return new TermQuery(new Term(column.field(), column.prefix() + value));
  }

  /** Numbers are compared exactly, and one by one: a column of amounts has few different ones. */
  private Query range(Column column, String value, IntPredicate holds) throws IOException {
    BigDecimal bound = new BigDecimal(value);
    return dictionary.fitting(
        column,
        given -> NUMBER.matcher(given).matches() && holds.test(new BigDecimal(given).compareTo(bound)));
  }

  private Query contains(Column column, String wanted) throws IOException {
    if (wanted.isEmpty()) return has(column);
    if (dictionary.hasFew(column) || !hasGrams(column)) {
      return dictionary.fitting(column, given -> Grams.folded(given).contains(wanted));
    }
    int[] characters = wanted.codePoints().toArray();
    if (characters.length < Column.GRAM) return new TermQuery(new Term(column.parts(), column.prefix() + wanted));
    return phrase(column, characters);
  }

  private boolean hasGrams(Column column) {
    return !column.isTag() || textKeys.contains(column.key());
  }

  /** Grams side by side, and the last one: those between, which overlap them, tell nothing more. It is exact. */
  private static Query phrase(Column column, int[] characters) {
    PhraseQuery.Builder phrase = new PhraseQuery.Builder();
    int last = characters.length - Column.GRAM;
    for (int at = 0; at <= last; at = at == last ? last + 1 : Math.min(at + Column.GRAM, last)) {
      phrase.add(new Term(column.grams(), column.prefix() + new String(characters, at, Column.GRAM)), at);
    }
    return phrase.build();
  }
}
