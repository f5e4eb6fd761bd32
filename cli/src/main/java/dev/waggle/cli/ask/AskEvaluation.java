package dev.waggle.cli.ask;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.council.CouncilReport;
import dev.waggle.review.evaluation.council.SampleScore;
import tools.jackson.core.JsonGenerator;

/** Models asked the questions of a file, and what a council of them brings. */
public final class AskEvaluation {

    private static final String EXAMPLE = "/examples/council/";
    private static final String MODELS = "models.json";
    private static final String QUESTIONS = "questions.csv";
    private static final String CALLS = "calls.jsonl.gz";

    private final AskOutcome outcome;
    private final EvaluationSet set;
    private final CouncilReport report;
    private final Optional<SampleScore> sampled;

    private AskEvaluation(AskOutcome outcome) {
        this.outcome = outcome;
        set = outcome.council();
        report = CouncilReport.of(set, outcome.costs());
        sampled = outcome.samples().map(samples -> SampleScore.of(outcome.models().get(samples.model()),
                outcome.councilOfSamples(samples), outcome.councilCost(samples), outcome.sampled(samples),
                AskOutcome.cost(samples)));
    }

    /**
     * Asks the questions, or replays their recording.
     *
     * @param files the file of questions; none for the recording that ships
     * @return empty if only the cost was estimated
     */
    public static Optional<AskEvaluation> of(AskOptions options, List<String> files, TerminalScreen screen,
            InputStream in, Map<String, String> environment) {
        String models = Objects.requireNonNull(options.models, "--ask is not given");
        refuseContradictions(options, models, files);
        if (models.isEmpty()) {
            return example(options, screen, in).map(AskEvaluation::new);
        }
        return new AskSession(screen, options)
                .outcome(path(models), files.getFirst(), in, options.replay, environment).map(AskEvaluation::new);
    }

    private static void refuseContradictions(AskOptions options, String models, List<String> files) {
        if (models.isEmpty() && !files.isEmpty()) {
            throw new UserException("--ask names no models, and " + files.getFirst() + " is a file of questions",
                    "Name both: waggle eval --ask models.json questions.csv.");
        }
        if (!models.isEmpty() && files.size() != 1) {
            throw new UserException("--ask needs one file of questions, got " + files.size(),
                    "Name it: waggle eval --ask " + models + " questions.csv.");
        }
        if (options.replay != null && (options.record != null || options.budget != null)) {
            throw new UserException("--replay asks no model, so --record and --budget mean nothing",
                    "Omit them, or omit --replay.");
        }
        Double temperature = options.temperature;
        if (temperature != null && !(temperature >= 0 && temperature <= 1)) {
            throw new UserException("--temperature must be between 0 and 1, got " + temperature,
                    "Use for example --temperature 0.7.");
        }
    }

    private static Path path(String file) {
        return UserException.checked(() -> Path.of(file));
    }

    /** Replays the recording that ships, from a copy. */
    private static Optional<AskOutcome> example(AskOptions options, TerminalScreen screen, InputStream in) {
        screen.err().println("waggle: no models are named, so this is the recording that ships: small programs");
        try {
            Path folder = Files.createTempDirectory("waggle-ask");
            try {
                for (String name : List.of(MODELS, QUESTIONS, CALLS)) {
                    copy(name, folder);
                }
                return new AskSession(screen, options).outcome(folder.resolve(MODELS),
                        folder.resolve(QUESTIONS).toString(), in, folder.resolve(CALLS), Map.of());
            } finally {
                for (String name : List.of(MODELS, QUESTIONS, CALLS)) {
                    Files.deleteIfExists(folder.resolve(name));
                }
                Files.deleteIfExists(folder);
            }
        } catch (IOException failed) {
            throw new UserException("the recording that ships cannot be read: " + failed.getMessage(),
                    "Check that the folder of temporary files can be written.");
        }
    }

    private static void copy(String name, Path folder) throws IOException {
        try (InputStream from = Objects.requireNonNull(AskEvaluation.class.getResourceAsStream(EXAMPLE + name),
                () -> "the file " + name + " of the example does not ship")) {
            Files.copy(from, folder.resolve(name));
        }
    }

    /** The answers of the council as a set of an evaluation. */
    public EvaluationSet set() {
        return set;
    }

    /** The comparison of the council with its members. */
    public CouncilReport report() {
        return report;
    }

    /** Writes tables and advice for people. */
    public void write(TerminalScreen screen) {
        new AskTable(screen.out(), screen.style()).write(outcome, report, sampled);
    }

    /** Writes the property {@code ask} of a document. */
    public void write(JsonGenerator json) {
        new AskJson(json).write(outcome, report, sampled);
    }

    /** A section of a page. */
    public String section() {
        return AskPage.section(outcome, report, sampled);
    }
}
