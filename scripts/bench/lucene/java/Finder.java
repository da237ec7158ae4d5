import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopFieldCollector;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.store.FSDirectory;

/** Answers questions of the one segment. */
final class Finder implements Closeable {
  /** Up to so many matches a heap finds the first ones soonest; a page behind more is selected from all. */
  private static final int SHALLOW = 2048;

  private final DirectoryReader directoryReader;
  private final LeafReader reader;
  private final IndexSearcher searcher;
  private final Dictionary dictionary;
  private final Set<String> textKeys;
  private final Matches matches = new Matches();

  Finder(Path folder, Set<String> textKeys) throws IOException {
    directoryReader = DirectoryReader.open(FSDirectory.open(folder));
    reader = directoryReader.leaves().get(0).reader();
    searcher = new IndexSearcher(directoryReader);
    searcher.setQueryCachingPolicy(new Scope.CachingPolicy());
    dictionary = new Dictionary(reader);
    this.textKeys = textKeys;
  }

  Answer find(Tokens tokens) throws IOException {
    Question question = Question.read(tokens, dictionary, textKeys);
    if (question.order().equals("createdAt")) return inIndexOrder(question);
    boolean isShallow = question.offset() + question.size() <= SHALLOW || question.after() != null;
    return isShallow ? sorted(question) : selected(question);
  }

  @Override
  public void close() throws IOException {
    directoryReader.close();
  }

  /** Of everything the number is known: then no more are looked at than there are up to the page's end. */
  private Answer inIndexOrder(Question question) throws IOException {
    boolean isBounded = question.isEverything() && question.isDescending() && question.after() == null;
    matches.clear(isBounded ? question.offset() + question.size() : Integer.MAX_VALUE);
    searcher.search(question.query(), matches);
    int total = isBounded ? searcher.count(question.query()) : matches.count();
    int from = question.after() == null ? question.offset() : behind(question);
    int size = Math.max(0, Math.min(question.size(), total - from));
    int[] page = new int[size];
    for (int index = 0; index < size; index++) {
      int place = from + index;
      page[index] = matches.at(question.isDescending() ? place : total - 1 - place);
    }
    return new Answer(total, rowsOf(page));
  }

  /** How many matches come up to the print that the page is behind. */
  private int behind(Question question) throws IOException {
    int low = 0;
    int high = matches.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int document = matches.at(question.isDescending() ? middle : matches.count() - 1 - middle);
      int order = Long.compare(valueOf("createdAt", document), question.after());
      if (order == 0) order = Long.compare(valueOf("id", document), question.afterId());
      boolean isBehind = question.isDescending() ? order < 0 : order > 0;
      if (isBehind) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private long valueOf(String field, int document) throws IOException {
    NumericDocValues values = DocValues.getNumeric(reader, field);
    values.advanceExact(document);
    return values.longValue();
  }

  private Answer sorted(Question question) throws IOException {
    boolean isReverse = question.isDescending();
    SortField byId = new SortField("id", SortField.Type.LONG, isReverse);
    SortField first = new SortField(question.order(), SortField.Type.LONG, isReverse);
    // Of everything the number is known, and Lucene can pass over blocks that are too late for the page.
    if (question.isEverything() && !question.order().equals("id")) first.setCanUsePoints();
    Sort sort = question.order().equals("id") ? new Sort(byId) : new Sort(first, byId);
    FieldDoc after = afterOf(question);
    int offset = after == null ? question.offset() : 0;
    int wanted = Math.min(offset + question.size(), reader.maxDoc());
    int exactUpTo = question.isEverything() ? wanted : Integer.MAX_VALUE;
    TopFieldCollector collector = TopFieldCollector.create(sort, wanted, after, exactUpTo);
    searcher.search(question.query(), collector);
    TopFieldDocs top = collector.topDocs();
    int total = question.isEverything() ? searcher.count(question.query()) : (int) top.totalHits.value;
    int size = Math.max(0, top.scoreDocs.length - offset);
    int[] page = new int[size];
    for (int index = 0; index < size; index++) {
      ScoreDoc found = top.scoreDocs[offset + index];
      page[index] = found.doc;
    }
    return new Answer(total, rowsOf(page));
  }

  private static FieldDoc afterOf(Question question) {
    if (question.after() == null) return null;
    Object[] place =
        question.order().equals("id")
            ? new Object[] {question.afterId()}
            : new Object[] {question.after(), question.afterId()};
    // The print itself has no document behind it.
    return new FieldDoc(Integer.MAX_VALUE, Float.NaN, place);
  }

  private Answer selected(Question question) throws IOException {
    matches.clear(Integer.MAX_VALUE);
    searcher.search(question.query(), matches);
    int total = matches.count();
    int size = Math.max(0, Math.min(question.size(), total - question.offset()));
    return new Answer(total, rowsOf(new Selection(reader, matches, question).page(question.offset(), size)));
  }

  private List<byte[]> rowsOf(int[] documents) throws IOException {
    RowVisitor visitor = new RowVisitor(documents.length);
    for (int document : documents) reader.document(document, visitor);
    return visitor.rows;
  }

  private static final class RowVisitor extends StoredFieldVisitor {
    private final List<byte[]> rows;

    RowVisitor(int count) {
      rows = new ArrayList<>(count);
    }

    @Override
    public void binaryField(FieldInfo field, byte[] value) {
      rows.add(value);
    }

    @Override
    public Status needsField(FieldInfo field) {
      return Status.YES;
    }
  }
}
