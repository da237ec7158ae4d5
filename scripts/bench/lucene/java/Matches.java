import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.util.ArrayUtil;

/** The documents that match, in the index's order. */
final class Matches extends SimpleCollector {
  private int[] documents = new int[1 << 10];
  private int count;
  private int atMost;

  /** @param wanted how many are enough */
  void clear(int wanted) {
    count = 0;
    atMost = wanted;
  }

  int count() {
    return count;
  }

  int at(int index) {
    return documents[index];
  }

  @Override
  public void collect(int document) {
    if (count == atMost) throw new CollectionTerminatedException();
    if (count == documents.length) documents = ArrayUtil.grow(documents, count + 1);
    documents[count++] = document;
  }

  @Override
  public ScoreMode scoreMode() {
    return ScoreMode.COMPLETE_NO_SCORES;
  }
}
