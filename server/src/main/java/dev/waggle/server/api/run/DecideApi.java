package dev.waggle.server.api.run;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.ItemDecider;
import dev.waggle.review.batch.LearningMode;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.VoteBodyReader.VoteColumnNames;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Decisions on votes in a body, as {@code waggle decide} makes them. All votes are read first, so every error of the
 * body is a refusal. Then one line for each item is streamed, and the last line has the summary.
 */
public final class DecideApi {

    /** Largest body, also after decompression. */
    public static final long MAX_BYTES = 256L << 20;

    /** Bodies that are read or decided at once; each may take a part of the memory. */
    public static final int MAX_BATCHES = 2;

    private static final System.Logger LOG = System.getLogger(DecideApi.class.getName());
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final String STRATEGY = "learned";
    private static final double THRESHOLD = 0.7;
    private static final int MIN_VOTERS = 2;
    private static final int MOST_VOTERS = 1_000_000;
    private static final JsonFactory LINES = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET, StreamWriteFeature.FLUSH_PASSED_TO_STREAM).build();

    private final VoteBodyReader reader;
    private final WorkLimit batches = new WorkLimit(MAX_BATCHES);

    public DecideApi(VoteBodyReader reader) {
        this.reader = reader;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("decide", HttpVerb.POST, "/v1/decide",
                "Decides votes in the body item by item. A line has an item, the last one the field summary, or the"
                        + " field error where the decision failed in the middle.",
                this::decide)
                .with(Parameter.query("strategy", "The rule, learned by default; not with learn=batch."),
                        Parameter.query("threshold", "The agreement that decides, 0 to 1, " + THRESHOLD
                                + " by default; with learn=batch the confidence."),
                        Parameter.query("thresholdConfidence", "The probability of the leader that a decision needs"
                                + " beside the agreement, 0 to 1, 0 by default."),
                        Parameter.number("quorum", 1, MOST_VOTERS, "Minimum number of agents with an answer, "
                                + MIN_VOTERS + " by default."),
                        Parameter.query("learn", "none or batch, which learns the reliability of agents from all"
                                + " items."),
                        Parameter.query("item", "Column of the item voted on (item)."),
                        Parameter.query("agent", "Column of the voter (agent or worker)."),
                        Parameter.query("answer", "Column of the vote (answer or label)."),
                        Parameter.query("confidence", "Columns of the confidence, with commas between (confidence)."),
                        Parameter.query("truth", "Column of the right answer (truth or gold)."),
                        Parameter.query("category", "Column of the kind of task (category)."))
                .taking(BodyForm.raw(MAX_BYTES, "text/csv", "application/x-ndjson",
                        "application/jsonl"))
                .answering(AnswerForm.of(200, "A line of JSON for each item, then the summary.", AnswerForm.LINES))
                .refusing(413, 415, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    private ApiAnswer decide(ApiCall call) throws IOException {
        ConsensusConfig config = config(call);
        LearningMode learning = LearningMode.of(call.query("learn").orElse("none"));
        refuseUnused(call, learning);
        VoteColumnNames columns = new VoteColumnNames(name(call, "item"), name(call, "agent"), name(call, "answer"),
                call.query("confidence").map(names -> Stream.of(names.split(",", -1)).map(String::strip).toList())
                        .orElse(List.of()),
                name(call, "truth"), name(call, "category"));
        WorkLimit.WorkSlot slot = batches.enter();
        try {
            VoteStore votes = reader.read(plain(call.content()), columns);
            ItemDecider decider = learning.decider(config, votes);
            return new ApiAnswer.Written(AnswerForm.LINES, out -> {
                try (slot) {
                    write(decider, out);
                }
            });
        } catch (IOException | RuntimeException | Error refused) {
            slot.close();
            throw refused;
        }
    }

    /** The body, refused when it is gzip without the header, as only a declared compression is bounded. */
    private static InputStream plain(InputStream body) throws IOException {
        PushbackInputStream peeked = new PushbackInputStream(body, GZIP.length);
        byte[] head = peeked.readNBytes(GZIP.length);
        peeked.unread(head);
        if (Arrays.equals(head, GZIP)) {
            throw ProblemException.of(415, "the body is gzip and does not say so\nMaybe send the header"
                    + " Content-Encoding: gzip.");
        }
        return peeked;
    }

    private static @Nullable String name(ApiCall call, String parameter) {
        return call.query(parameter).orElse(null);
    }

    private static ConsensusConfig config(ApiCall call) {
        return ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(call.query("strategy").orElse(STRATEGY)))
                .withThreshold(share(call, "threshold").orElse(THRESHOLD))
                .withThresholdConfidence(share(call, "thresholdConfidence").orElse(0.0))
                .withMinVoters(call.integer("quorum", 1, MOST_VOTERS).orElse(MIN_VOTERS))
                .withBallots(BallotRule.EXCLUSIVE);
    }

    private static Optional<Double> share(ApiCall call, String name) {
        return call.query(name).map(text -> {
            double value;
            try {
                value = Double.parseDouble(text);
            } catch (NumberFormatException none) {
                value = Double.NaN;
            }
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(name + " must be a number from 0 to 1, got "
                        + JsonLine.quoted(text.substring(0, Math.min(text.length(), 60))));
            }
            return value;
        });
    }

    /** Refuses parameters that have no effect on a learned probability. */
    private static void refuseUnused(ApiCall call, LearningMode learning) {
        if (learning == LearningMode.BATCH) {
            for (String unused : List.of("strategy", "thresholdConfidence", "confidence")) {
                if (call.query(unused).isPresent()) {
                    throw new IllegalArgumentException(unused + " has no effect with learn=batch\nMaybe omit one of"
                            + " them.");
                }
            }
        }
    }

    /** The status is sent before the first line, so a failure is a line that no item and no summary can be. */
    private static void write(ItemDecider decider, OutputStream out) throws IOException {
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        try {
            BatchSummary summary = decider.decide(item -> line(text, json -> DecisionJson.item(json, item)));
            line(text, json -> {
                json.writeStartObject();
                json.writeObjectPropertyStart("summary");
                DecisionJson.summary(json, summary);
                json.writeEndObject();
                json.writeEndObject();
            });
        } catch (UncheckedIOException gone) {
            throw gone.getCause() == null ? new IOException(gone) : gone.getCause();
        } catch (RuntimeException failed) {
            LOG.log(Level.ERROR, "a decision failed", failed);
            text.write(JsonText.write(new JsonObjectBuilder().with("error",
                    Problem.of(500, "the decision failed, so the lines before are not all").json()).json()) + '\n');
        }
        text.flush();
    }

    /** Writer of one value. */
    @FunctionalInterface
    private interface JsonPart {
        void writeTo(JsonGenerator json);
    }

    private static void line(Writer text, JsonPart part) {
        try (JsonGenerator json = LINES.createGenerator(ObjectWriteContext.empty(), text)) {
            part.writeTo(json);
        } catch (JacksonIOException gone) {
            throw new UncheckedIOException(gone.getCause());
        }
        try {
            text.write('\n');
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
