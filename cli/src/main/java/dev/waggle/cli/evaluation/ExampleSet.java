package dev.waggle.cli.evaluation;

import java.io.InputStream;
import java.util.Objects;

import dev.waggle.cli.decide.RecordFile;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;

/** The recorded set that ships with Waggle: answers of small programs to the question whether a number is prime. */
public final class ExampleSet {

    private static final String FOLDER = "/examples/primes/";

    private ExampleSet() {}

    /** Reads the set. */
    public static EvaluationSet read() {
        EvaluationColumns columns = EvaluationColumns.usual();
        EvaluationSetBuilder builder = new EvaluationSetBuilder("primes", columns.kinds());
        var _ = BallotFile.readBallots("votes.csv", RecordFile.of("votes.csv", resource("votes.csv"),
                columns.ofBallots()),
                columns.kinds().size(), builder);
        BallotFile.readTruths("truth.csv", RecordFile.of("truth.csv", resource("truth.csv"), columns.ofTruths()),
                builder);
        return builder.build();
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(ExampleSet.class.getResourceAsStream(FOLDER + name),
                () -> "the file " + name + " of the example does not ship");
    }
}
