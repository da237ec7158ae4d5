import java.util.ArrayList;
import java.util.List;

/** The fields of a line, which tabs part: `\t`, `\n`, `\r` and `\\` in them stand for characters, `\N` for nothing. */
final class Tokens {
  private final List<String> fields;
  private int at;

  private Tokens(List<String> fields) {
    this.fields = fields;
  }

  static Tokens of(String line) {
    List<String> fields = new ArrayList<>();
    int from = 0;
    for (int to = line.indexOf('\t'); to >= 0; to = line.indexOf('\t', from)) {
      fields.add(read(line.substring(from, to)));
      from = to + 1;
    }
    fields.add(read(line.substring(from)));
    return new Tokens(fields);
  }

  boolean hasNext() {
    return at < fields.size();
  }

  String next() {
    if (!hasNext()) throw new IllegalArgumentException("the line ends too early");
    return fields.get(at++);
  }

  int nextInt() {
    return Integer.parseInt(next());
  }

  /** A number, or `null` for nothing. */
  Long nextLong() {
    String text = next();
    return text == null ? null : Long.valueOf(text);
  }

  /** All that are left. */
  List<String> rest() {
    List<String> rest = fields.subList(at, fields.size());
    at = fields.size();
    return rest;
  }

  private static String read(String field) {
    if (field.indexOf('\\') < 0) return field;
    if (field.equals("\\N")) return null;
    StringBuilder text = new StringBuilder(field.length());
    for (int index = 0; index < field.length(); index++) {
      char character = field.charAt(index);
      text.append(character == '\\' ? meant(field.charAt(++index)) : character);
    }
    return text.toString();
  }

  private static char meant(char escaped) {
    return switch (escaped) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> escaped;
    };
  }
}
