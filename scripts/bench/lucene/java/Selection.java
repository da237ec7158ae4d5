import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.IntroSelector;
import org.apache.lucene.util.IntroSorter;

/** Matches of which a page far behind is wanted, in an order that is not the index's: no more is sorted than the page. */
final class Selection {
  private final int[] documents;
  private final long[] values;
  private final long[] ids;
  private final boolean isDescending;
  private long pivotValue;
  private long pivotId;

  Selection(LeafReader reader, Matches matches, Question question) throws IOException {
    int count = matches.count();
    documents = new int[count];
    for (int index = 0; index < count; index++) documents[index] = matches.at(index);
    ids = read(DocValues.getNumeric(reader, "id"));
    values = question.order().equals("id") ? ids : read(DocValues.getNumeric(reader, question.order()));
    isDescending = question.isDescending();
  }

  int[] page(int offset, int size) {
    int count = documents.length;
    if (size == 0) return new int[0];
    selector().select(0, count, offset);
    if (offset + size < count) selector().select(offset, count, offset + size);
    sorter().sort(offset, offset + size);
    int[] page = new int[size];
    System.arraycopy(documents, offset, page, 0, size);
    return page;
  }

  private long[] read(NumericDocValues given) throws IOException {
    long[] read = new long[documents.length];
    for (int index = 0; index < read.length; index++) {
      given.advanceExact(documents[index]);
      read[index] = given.longValue();
    }
    return read;
  }

  private void exchange(int left, int right) {
    int document = documents[left];
    documents[left] = documents[right];
    documents[right] = document;
    exchange(ids, left, right);
    if (values != ids) exchange(values, left, right);
  }

  private static void exchange(long[] numbers, int left, int right) {
    long number = numbers[left];
    numbers[left] = numbers[right];
    numbers[right] = number;
  }

  private void pivot(int index) {
    pivotValue = values[index];
    pivotId = ids[index];
  }

  private int compareWithPivot(int index) {
    int order = Long.compare(pivotValue, values[index]);
    if (order == 0) order = Long.compare(pivotId, ids[index]);
    return isDescending ? -order : order;
  }

  private IntroSelector selector() {
    return new IntroSelector() {
      @Override
      protected void swap(int left, int right) {
        exchange(left, right);
      }

      @Override
      protected void setPivot(int index) {
        pivot(index);
      }

      @Override
      protected int comparePivot(int index) {
        return compareWithPivot(index);
      }
    };
  }

  private IntroSorter sorter() {
    return new IntroSorter() {
      @Override
      protected void swap(int left, int right) {
        exchange(left, right);
      }

      @Override
      protected void setPivot(int index) {
        pivot(index);
      }

      @Override
      protected int comparePivot(int index) {
        return compareWithPivot(index);
      }
    };
  }
}
