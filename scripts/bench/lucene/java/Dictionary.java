import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** The different values of columns, as Lucene's dictionary has them. */
final class Dictionary {
  /** So many values are looked at one by one; of more, grams tell sooner. */
  private static final int FEW = 1000;

  private final LeafReader reader;
  private final Map<Column, Optional<List<BytesRef>>> known = new HashMap<>();

  Dictionary(LeafReader reader) {
    this.reader = reader;
  }

  /** Whether a column has few values. */
  boolean hasFew(Column column) throws IOException {
    Optional<List<BytesRef>> values = known.get(column);
    if (values == null) {
      List<BytesRef> read = read(column, FEW + 1);
      values = read.size() > FEW ? Optional.empty() : Optional.of(read);
      known.put(column, values);
    }
    return values.isPresent();
  }

  /** The prints whose value fits. */
  Query fitting(Column column, Predicate<String> fits) throws IOException {
    List<BytesRef> values = hasFew(column) ? known.get(column).get() : read(column, Integer.MAX_VALUE);
    int prefixBytes = new BytesRef(column.prefix()).length;
    List<BytesRef> fitting = new ArrayList<>();
    for (BytesRef term : values) {
      BytesRef value = new BytesRef(term.bytes, term.offset + prefixBytes, term.length - prefixBytes);
      if (fits.test(value.utf8ToString())) fitting.add(term);
    }
    return fitting.isEmpty()
        ? new MatchNoDocsQuery("no value fits")
        : new TermInSetQuery(column.field(), fitting);
  }

  private List<BytesRef> read(Column column, int atMost) throws IOException {
    List<BytesRef> values = new ArrayList<>();
    Terms terms = reader.terms(column.field());
    if (terms == null) return values;
    BytesRef prefix = new BytesRef(column.prefix());
    TermsEnum walk = terms.iterator();
    if (walk.seekCeil(prefix) == TermsEnum.SeekStatus.END) return values;
    for (BytesRef term = walk.term(); term != null && StringHelper.startsWith(term, prefix); term = walk.next()) {
      if (values.size() == atMost) break;
      values.add(BytesRef.deepCopyOf(term));
    }
    return values;
  }
}
