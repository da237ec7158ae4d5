import java.util.Locale;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * The parts of a text, of so many characters each, at the positions where they begin. Characters are code points. It can
 * be given another text, because there are a dozen of them in each print.
 */
final class Grams extends TokenStream {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private String prefix = "";
  private String text = "";
  private int shortest;
  private int longest;
  private int from;
  private int length;

  /** What `contains` compares: without regard to case. */
  static String folded(String text) {
    return text.toLowerCase(Locale.ROOT).replace('ς', 'σ');
  }

  /** @param given the text, folded */
  Grams of(String ofPrefix, String given, int fromLength, int toLength) {
    prefix = ofPrefix;
    text = given;
    shortest = fromLength;
    longest = toLength;
    return this;
  }

  @Override
  public boolean incrementToken() {
    int to = endOf(from, length);
    while (to < 0) {
      if (++length > longest) return false;
      from = 0;
      to = endOf(0, length);
    }
    clearAttributes();
    term.append(prefix).append(text, from, to);
    from = text.offsetByCodePoints(from, 1);
    return true;
  }

  @Override
  public void reset() {
    from = 0;
    length = shortest;
  }

  /** Where so many characters end; -1 when there are not so many. */
  private int endOf(int start, int characters) {
    int end = start;
    for (int count = 0; count < characters; count++) {
      if (end >= text.length()) return -1;
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }
}
