import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Searches in Lucene, asked over standard input: a line a command, its fields parted by tabs (see {@link Tokens}).
 *
 * <ul>
 *   <li>`load`, a folder, and the keys of tags that `contains` is asked of; then a line a row, and `end`. Answered by
 *       `loaded`.
 *   <li>`open`, the same. Answered by `opened` and the bytes of the index.
 *   <li>`find` and a question. Answered by `found`, the nanoseconds, the total, and the ids of the page.
 * </ul>
 *
 * What goes wrong is answered by `failed` and why.
 */
public final class LuceneRival {
  private final BufferedReader lines =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
  private final PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
  private Finder finder;

  public static void main(String[] words) throws IOException {
    new LuceneRival().run();
  }

  private void run() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String answer;
      try {
        answer = answer(Tokens.of(line));
      } catch (Exception failure) {
        answer = "failed\t" + failure.toString().replaceAll("\\s+", " ");
      }
      answers.println(answer);
      answers.flush();
    }
    if (finder != null) finder.close();
  }

  private String answer(Tokens tokens) throws IOException {
    String command = tokens.next();
    if (command.equals("find")) return find(tokens);
    Path folder = Path.of(tokens.next());
    Set<String> textKeys = new HashSet<>(tokens.rest());
    return switch (command) {
      case "load" -> {
        new Loader(textKeys).load(folder, lines);
        yield "loaded";
      }
      case "open" -> {
        finder = new Finder(folder, textKeys);
        yield "opened\t" + bytesOf(folder);
      }
      default -> throw new IllegalArgumentException("there is no command " + command);
    };
  }

  private String find(Tokens tokens) throws IOException {
    if (finder == null) throw new IllegalStateException("no index is open");
    long started = System.nanoTime();
    Answer answer = finder.find(tokens);
    long taken = System.nanoTime() - started;
    StringBuilder text = new StringBuilder("found\t").append(taken).append('\t').append(answer.total());
    for (byte[] row : answer.rows()) text.append('\t').append(idOf(row));
    return text.toString();
  }

  /** The first column of a row. */
  private static String idOf(byte[] row) {
    int end = 0;
    while (row[end] != '\t') end++;
    return new String(row, 0, end, StandardCharsets.US_ASCII);
  }

  private static long bytesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
