import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.UsageTrackingQueryCachingPolicy;

/** The prints of a workspace, deleted ones or not: a condition of every search. */
final class Scope {
  static final String FIELD = "scope";

  private Scope() {}

  static String term(String workspace, boolean isDeleted) {
    return workspace + (isDeleted ? " deleted" : " kept");
  }

  /** @param deleted `true`, `false` or `any` */
  static String term(String workspace, String deleted) {
    return deleted.equals("any") ? workspace : term(workspace, Boolean.parseBoolean(deleted));
  }

  static Query query(String term) {
    return new TermQuery(new Term(FIELD, term));
  }

  /** As by default, and scopes and columns always: as sets of bits they cost next to nothing beside other conditions. */
  static final class CachingPolicy extends UsageTrackingQueryCachingPolicy {
    private static final Set<String> OF_MOST = Set.of(FIELD, Column.HAS);

    @Override
    public boolean shouldCache(Query query) throws IOException {
      return query instanceof TermQuery one && OF_MOST.contains(one.getTerm().field()) || super.shouldCache(query);
    }
  }
}
