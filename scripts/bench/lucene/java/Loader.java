import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.FSDirectory;

/** Makes the index: one segment, in the order of most searches. */
final class Loader {
  /** The newest first, as most searches want them: these need no sorting, and a span of time is one run of prints. */
  static final Sort INDEX_ORDER =
      new Sort(new SortField("createdAt", SortField.Type.LONG, true), new SortField("id", SortField.Type.LONG, true));

  private static final double BUFFER_MEBIBYTES = 256;
  private static final String[] FIELDS = {"printKey", "deviceId", "label"};

  private final Set<String> textKeys;
  private final List<Grams> streams = new ArrayList<>();
  private int usedStreams;

  /** @param textKeys the keys of tags that `contains` is asked of */
  Loader(Set<String> textKeys) {
    this.textKeys = textKeys;
  }

  /** Reads rows up to the line `end`. */
  void load(Path folder, BufferedReader lines) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(null);
    config.setOpenMode(IndexWriterConfig.OpenMode.CREATE);
    config.setRAMBufferSizeMB(BUFFER_MEBIBYTES);
    config.setIndexSort(INDEX_ORDER);
    config.setUseCompoundFile(false);
    config.setCodec(new RowsCodec());
    try (FSDirectory directory = FSDirectory.open(folder);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String line = lines.readLine(); !"end".equals(line); line = lines.readLine()) {
        if (line == null) throw new IOException("the rows end without an end");
        writer.addDocument(documentOf(line));
      }
      writer.forceMerge(1);
      writer.commit();
    }
  }

  /** The columns: id, workspace, createdAt, updatedAt, deletedAt, printKey, deviceId, label, others, then tags. */
  private Document documentOf(String line) {
    Tokens row = Tokens.of(line);
    Document document = new Document();
    usedStreams = 0;
    document.add(new NumericDocValuesField("id", row.nextLong()));
    String workspace = row.next();
    addTime(document, "createdAt", row.nextLong());
    addTime(document, "updatedAt", row.nextLong());
    boolean isDeleted = row.nextLong() != null;
    String[] scopes = {workspace, Scope.term(workspace, isDeleted)};
    for (String scope : scopes) document.add(new StringField(Scope.FIELD, scope, Field.Store.NO));
    for (String field : FIELDS) add(document, scopes, Column.ofField(field), row.next(), true);
    for (int others = row.nextInt(); others > 0; others--) row.next();
    while (row.hasNext()) {
      String key = row.next();
      add(document, scopes, Column.ofTag(key), row.next(), textKeys.contains(key));
    }
    // The whole row, as a page of an answer has it.
    document.add(new StoredField("row", line.getBytes(StandardCharsets.UTF_8)));
    return document;
  }

  private static void addTime(Document document, String name, long value) {
    document.add(new NumericDocValuesField(name, value));
    document.add(new LongPoint(name, value));
  }

  private void add(Document document, String[] scopes, Column column, String value, boolean isText) {
    if (value == null) return;
    for (String scope : scopes) document.add(new StringField(Column.HAS, column.in(scope), Field.Store.NO));
    document.add(new StringField(column.field(), column.prefix() + value, Field.Store.NO));
    if (!isText) return;
    String folded = Grams.folded(value);
    Grams grams = nextStream().of(column.prefix(), folded, Column.GRAM, Column.GRAM);
    Grams parts = nextStream().of(column.prefix(), folded, 1, Column.GRAM - 1);
    document.add(new GramsField(column.grams(), grams, true));
    document.add(new GramsField(column.parts(), parts, false));
  }
  /** One that no other field of the document has. Making them anew takes a fourth longer. */
  private Grams nextStream() {
    if (usedStreams == streams.size()) streams.add(new Grams());
    return streams.get(usedStreams++);
  }
}
