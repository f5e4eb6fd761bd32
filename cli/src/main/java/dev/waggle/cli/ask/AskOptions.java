package dev.waggle.cli.ask;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of questions that models are asked. */
public final class AskOptions {

    @Option(names = "--ask", paramLabel = "MODELS", arity = "0..1", fallbackValue = "",
            description = "Ask the models of"
                    + " this file the questions of FILE, each alone: a models file with aliases, or a swarm.yaml with models."
                    + " Without MODELS a recording that ships is replayed.")
    @Nullable String models;

    @Option(names = "--budget", paramLabel = "USD", description = "With --ask: limit of all calls, those of earlier"
            + " commands too, such as 5usd, or none. Without it the cost is estimated and no model is asked.")
    @Nullable String budget;

    @Option(names = "--sample", paramLabel = "MODEL", defaultValue = "best",
            description = "With --ask: the model that is"
                    + " sampled at the spend of the council: best, first, cheapest, none, or its name (${DEFAULT-VALUE}).")
    String sample = "best";

    @Option(names = "--record", paramLabel = "FILE", description = "With --ask: recording of all calls, which the same"
            + " command continues (FILE.calls.jsonl beside the questions); votes are written to RECORDING.votes.csv.")
    @Nullable Path record;

    @Option(names = "--replay", paramLabel = "FILE", description = "With --ask: answer from this recording only.")
    @Nullable Path replay;

    @Option(names = "--models-file", paramLabel = "FILE", description = "With --ask swarm.yaml: providers, aliases and"
            + " prices ($WAGGLE_MODELS, if set).")
    @Nullable Path modelsFile;

    @Option(names = "--temperature", paramLabel = "0..1", description = "With --ask: sampling temperature of all calls"
            + " (the default of the provider).")
    @Nullable Double temperature;

    /** True if models are asked, or their recording is replayed. */
    public boolean isAsked() {
        return models != null;
    }

    /** Flags that are given, beside {@code --ask}. */
    public List<String> others() {
        List<String> given = new ArrayList<>();
        if (budget != null) {
            given.add("--budget");
        }
        if (record != null) {
            given.add("--record");
        }
        if (replay != null) {
            given.add("--replay");
        }
        if (modelsFile != null) {
            given.add("--models-file");
        }
        if (temperature != null) {
            given.add("--temperature");
        }
        return given;
    }
}
