package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.lab.math.MathQuality;
import dev.waggle.lab.memory.MemoryStudy;

/**
 * Writes docs/math-quality.md and docs/quality.md, each whole: the prose of a template with measured figures.
 *
 * <p>Arguments: the folder of the recorded data and the folder of the documents. Two more may follow, the simulated
 * debates of each regime with 5 agents (1,000 unless given) and with 15 agents (300 unless given).
 */
public final class QualityDocuments {

    private static final List<String> NEEDED = List.of("crowd", "llm-panel-mmlupro", "llm-debate-dylan",
            "human-debate-delidata", "llm-reasons-mmlupro", "llm-judges-prd");

    private QualityDocuments() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length < 2) {
            throw new IllegalArgumentException(
                    "usage: QualityDocuments DATA DOCS [DEBATES [FEWER]], got " + List.of(args));
        }
        Path data = Path.of(args[0]);
        Path docs = Path.of(args[1]);
        requireFolders(data, docs);
        long start = System.nanoTime();
        Consumer<String> progress = step -> System.err.printf(Locale.ROOT, "%4d s  %s%n",
                Duration.ofNanos(System.nanoTime() - start).toSeconds(), step);
        Map<String, String> figures = new LinkedHashMap<>();
        figures.putAll(SolveTables.figures(data, progress));
        figures.putAll(DecideTables.figures(data, progress));
        figures.putAll(BatchStudy.figures(data, progress));
        figures.putAll(LearnedStudy.figures(data, progress));
        figures.putAll(VoterModelStudy.figures(data, progress));
        figures.putAll(AcceptanceStudy.figures(data, progress));
        figures.putAll(EffortStudy.figures(data, progress));
        figures.putAll(SolveEffortStudy.figures(data, progress));
        figures.putAll(MemoryStudy.figures(data, progress));
        figures.putAll(MathQuality.figures(args.length > 2 ? Integer.parseInt(args[2]) : 1000,
                args.length > 3 ? Integer.parseInt(args[3]) : 300, progress));
        for (String name : List.of("math-quality.md", "quality.md")) {
            Files.writeString(docs.resolve(name), new DocumentTemplate(name).fill(figures));
            progress.accept("wrote " + docs.resolve(name));
        }
    }

    private static void requireFolders(Path data, Path docs) {
        for (String set : NEEDED) {
            if (!Files.isDirectory(data.resolve(set))) {
                throw new IllegalArgumentException("the recorded data must be in " + data + ", but there is no " + set
                        + "\nMaybe name the folder that holds " + NEEDED + ".");
            }
        }
        if (!Files.isDirectory(docs)) {
            throw new IllegalArgumentException("there is no folder " + docs + " for the documents");
        }
    }
}
