package dev.waggle.lab.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Sample content of a {@link JsonBench} line, as an entry of the log and as a record for a mapper. */
public enum SampleEntry {

    /** Short fields. */
    VOTE {
        @Override
        Draft draft() {
            return Draft.of(new Payload.Vote("prop-17", Payload.Stance.AGREE, "It fits both samples.", 0.8),
                    CONFIDENCE);
        }

        @Override
        Object data() {
            return new PlainLine.Ballot("prop-17", "agree", "It fits both samples.", 0.8);
        }
    },

    /** 300 characters of prose. */
    DISCOVERY {
        @Override
        Draft draft() {
            return Draft.of(new Payload.Discovery(PROSE, "sample-4", 0.65), CONFIDENCE);
        }

        @Override
        Object data() {
            return new PlainLine.Finding(PROSE, "sample-4", 0.65);
        }
    },

    /** An open payload with nested data. */
    OPEN {
        @Override
        Draft draft() {
            List<JsonValue> cases = new ArrayList<>();
            for (int i = 0; i < CASES; i++) {
                cases.add(new JsonObjectBuilder().with("name", "case " + i).with("line", 100 + i)
                        .with("seconds", 0.25 + i).json());
            }
            JsonValue context = new JsonObjectBuilder().with("branch", "main").with("attempt", 2)
                    .with("owner", JsonValue.ofNull()).json();
            JsonValue data = new JsonObjectBuilder().with("file", "src/parser.c").with("passed", false)
                    .with("cases", cases).with("context", context).json();
            return Draft.custom("build:done", Payload.Open.data(data))
                    .withGrading(new Grading(CONFIDENCE, null, null, null));
        }

        @Override
        Object data() {
            List<PlainLine.Case> cases = new ArrayList<>();
            for (int i = 0; i < CASES; i++) {
                cases.add(new PlainLine.Case("case " + i, 100 + i, 0.25 + i));
            }
            Map<String, @Nullable Object> context = new LinkedHashMap<>();
            context.put("branch", "main");
            context.put("attempt", 2);
            context.put("owner", null);
            return new PlainLine.Report("src/parser.c", false, cases, context);
        }
    };

    private static final double CONFIDENCE = 0.75;
    private static final int CASES = 4;
    private static final long TIME = 1_767_225_600_000L;
    private static final String ID = "sig_01kdvw4t3e0r8zq5y2m7n9b6ca";
    private static final String RUN = "solve_01kdvw4t3e0r8zq5y2m7n9b6cb";

    private static final String PROSE = "The second sample melts at 41.2 degrees, three above the first, and stays clear. "
            .repeat(4).substring(0, 300);

    abstract Draft draft();

    abstract Object data();

    final LogEntry entry() {
        Instant time = Instant.ofEpochMilli(TIME);
        Stamp stamp = new Stamp(ID, Source.agent("ada"), time, Scope.ofRun(RUN, 3));
        return new LogEntry(1_234_567, time, new Emission("ada", 2), Signal.of(draft(), stamp));
    }

    final PlainLine<Object> plain() {
        LogEntry entry = entry();
        return new PlainLine<>(entry.sequence(), TIME, "ada", 2, ID, entry.signal().type().text(),
                new PlainLine.Speaker("agent", "ada"), data(), TIME, new PlainLine.Place(RUN, 3), CONFIDENCE);
    }
}
