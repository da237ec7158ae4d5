/** What a condition is on: a field of prints, or the tags with one key. All tags share their Lucene fields. */
record Column(String field, String key) {
  /** Characters of a gram that has its positions; of shorter parts only the prints are known. */
  static final int GRAM = 3;

  /** Lucene's field of the columns that a print has, each with the scopes that the print is in. */
  static final String HAS = "has";

  private static final String TAG = "tag";

  static Column ofField(String name) {
    return new Column(name, "");
  }

  static Column ofTag(String key) {
    return new Column(TAG, key);
  }

  boolean isTag() {
    return field.equals(TAG);
  }

  /** What all terms of the column begin with. */
  String prefix() {
    return isTag() ? key + "\0" : "";
  }

  /** The column in a scope, as a term of {@link #HAS}. */
  String in(String scope) {
    return scope + "\0" + field + "\0" + key;
  }

  /** The Lucene field of grams with positions. */
  String grams() {
    return field + ".grams";
  }

  /** The Lucene field of parts that are shorter than a gram. */
  String parts() {
    return field + ".parts";
  }
}
