import java.io.IOException;
import java.util.Set;
import org.apache.lucene.search.Query;

/**
 * A search, with the page that is wanted: `offset` matches are in front of it, or it is behind the print with the sort
 * value `after` and the id `afterId`.
 *
 * @param isEverything whether no print of the scope is left out
 */
record Question(
    Query query, boolean isEverything, String order, boolean isDescending, int offset, int size, Long after, Long afterId) {

  /** Reads workspace, deleted, from, to, order, direction, offset, size, after, its id, and conditions. */
  static Question read(Tokens tokens, Dictionary dictionary, Set<String> textKeys) throws IOException {
    String scope = Scope.term(tokens.next(), tokens.next());
    Long from = tokens.nextLong();
    Long to = tokens.nextLong();
    String order = tokens.next();
    boolean isDescending = tokens.next().equals("desc");
    int offset = tokens.nextInt();
    int size = tokens.nextInt();
    Long after = tokens.nextLong();
    Long afterId = tokens.nextLong();
    Query query = new Conditions(dictionary, textKeys, scope).readAll(tokens, from, to);
    boolean isEverything = query.equals(Scope.query(scope));
    return new Question(query, isEverything, order, isDescending, offset, size, after, afterId);
  }
}
