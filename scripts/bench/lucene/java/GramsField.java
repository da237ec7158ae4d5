import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

/** A field of a text's parts, whose prints are known, and where in the text they are when that is wanted. */
final class GramsField extends Field {
  private static final FieldType WITH_POSITIONS = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
  private static final FieldType PRINTS_ONLY = type(IndexOptions.DOCS);

  GramsField(String name, Grams grams, boolean hasPositions) {
    super(name, grams, hasPositions ? WITH_POSITIONS : PRINTS_ONLY);
  }

  private static FieldType type(IndexOptions options) {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setOmitNorms(true);
    type.setIndexOptions(options);
    type.freeze();
    return type;
  }
}
