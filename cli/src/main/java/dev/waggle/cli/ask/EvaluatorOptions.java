package dev.waggle.cli.ask;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of a model that judges the answer of a run. */
public final class EvaluatorOptions {

    @Option(names = "--evaluator", paramLabel = "MODEL", description = "Let a model judge the answer of RUN, in one"
            + " call: provider:model or an alias of the models file. Without its verdict nothing is told.")
    @Nullable String model;

    @Option(names = "--models-file", paramLabel = "FILE", description = "With --evaluator: providers, aliases and"
            + " prices ($WAGGLE_MODELS, if set).")
    @Nullable Path modelsFile;

    @Option(names = "--record", paramLabel = "FILE", description = "With --evaluator: recording of its calls, which"
            + " later commands continue; a recorded answer is not asked for again.")
    @Nullable Path record;

    @Option(names = "--replay", paramLabel = "FILE",
            description = "With --evaluator: answer from this recording only.")
    @Nullable Path replay;

    /** True if a model judges. */
    public boolean isAsked() {
        return model != null;
    }

    /** Flags that are given, beside {@code --evaluator}. */
    public List<String> others() {
        return Stream.of(modelsFile == null ? "" : "--models-file", record == null ? "" : "--record",
                replay == null ? "" : "--replay").filter(flag -> !flag.isEmpty()).toList();
    }
}
