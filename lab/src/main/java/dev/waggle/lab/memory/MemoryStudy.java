package dev.waggle.lab.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Study of memory on recorded questions: recall of planted memories, near duplicates, relevance of unrelated memories, what
 * a recalled decision adds to the votes, and false memories.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class MemoryStudy {

    private static final int FEW = 10_000;
    private static final int MANY = 100_000;

    private MemoryStudy() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path data = Path.of(args.length > 0 ? args[0] : "../shared/data");
        figures(data, System.err::println)
                .forEach((name, text) -> System.out.printf(Locale.ROOT, "%n%s%n%n%s%n", name, text));
    }

    /** Tables by name. */
    public static Map<String, String> figures(Path data, Consumer<String> progress)
            throws IOException, InterruptedException {
        RecordedTexts texts = new RecordedTexts(data);
        Map<String, String> figures = new LinkedHashMap<>();
        List<String> statements = texts.statements(MANY);
        RecallStudy recall = new RecallStudy(texts.reasons(), statements);
        figures.put("memory-recall-few", recall.table(FEW, progress));
        figures.put("memory-recall-many", recall.table(MANY, progress));
        return figures;
    }
}
