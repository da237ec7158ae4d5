import java.util.List;

/** How many prints match, and the rows of a page as they were loaded. */
record Answer(int total, List<byte[]> rows) {}
