package dev.waggle.lab.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Study of memory on recorded questions. It has recall of planted memories, near duplicates, and relevance of unrelated
 * memories. It also has the gain of recalled decisions beside votes, and false memories.
 *
 * <p>Argument: the folder of the recorded data.
 */
public final class MemoryStudy {

    private static final int FEW = 10_000;
    private static final int MANY = 100_000;

    /** Questions whose related and unrelated memories are compared. */
    private static final int RELATED = 600;

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
        List<RecordedDebate> three = texts.debates(3);
        List<RecordedDebate> four = texts.debates(4);
        List<RecordedDebate> seven = texts.debates(7);
        List<RecordedDebate> alone = texts.reasons();
        Map<String, String> figures = new LinkedHashMap<>();
        progress.accept("memory: questions in order of time");
        figures.put("memory-repeated", repeated(three, four, seven, alone));
        progress.accept("memory: false memories");
        List<RecordedDebate> debates = new ArrayList<>(three);
        debates.addAll(four);
        debates.addAll(seven);
        figures.put("memory-false", new FalseMemoryStudy(debates).table());
        List<String> statements = texts.statements(MANY);
        progress.accept("memory: near duplicates");
        figures.put("memory-near", new NearDuplicateStudy(statements).table());
        progress.accept("memory: relevance");
        Map<String, List<RecordedDebate>> sets = new LinkedHashMap<>();
        sets.put("debates of 3 agents (chosen here)", three.subList(0, RELATED));
        sets.put("12 models alone", alone);
        // Statements about other questions than those of the sets.
        List<String> others = three.subList(RELATED, three.size()).stream().flatMap(debate -> debate.answers().stream())
                .map(RecordedAnswer::text).filter(text -> !text.isEmpty()).toList();
        figures.put("memory-relevance", new RelevanceStudy().table(sets, others));
        RecallStudy recall = new RecallStudy(alone, statements);
        figures.put("memory-recall-few", recall.table(FEW, progress));
        figures.put("memory-recall-many", recall.table(MANY, progress));
        return figures;
    }

    /** Sets in order of time. */
    private static String repeated(List<RecordedDebate> three, List<RecordedDebate> four, List<RecordedDebate> seven,
            List<RecordedDebate> alone) throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder(RepeatedQuestionStudy.head());
        List<String> seen = new ArrayList<>();
        Map<String, List<RecordedDebate>> sets = new LinkedHashMap<>();
        sets.put("DyLAN, 3 agents", three);
        sets.put("12 models alone", alone);
        sets.put("DyLAN, 4 agents", four);
        sets.put("DyLAN, 7 agents", seven);
        try (RepeatedQuestionStudy study = new RepeatedQuestionStudy()) {
            for (Map.Entry<String, List<RecordedDebate>> set : sets.entrySet()) {
                table.append(study.row(set.getKey(), set.getValue(), seen));
                set.getValue().forEach(question -> seen.add(question.question()));
            }
        }
        return table.toString().strip();
    }
}
