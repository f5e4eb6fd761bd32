package dev.waggle.swarm.metric;

import java.util.List;
import java.util.Set;

import static dev.waggle.swarm.metric.MetricLabel.AGENT;
import static dev.waggle.swarm.metric.MetricLabel.DECIDED;
import static dev.waggle.swarm.metric.MetricLabel.ENDING;
import static dev.waggle.swarm.metric.MetricLabel.ENDPOINT;
import static dev.waggle.swarm.metric.MetricLabel.ERROR;
import static dev.waggle.swarm.metric.MetricLabel.MODEL;
import static dev.waggle.swarm.metric.MetricLabel.OPERATION;
import static dev.waggle.swarm.metric.MetricLabel.PROVIDER;
import static dev.waggle.swarm.metric.MetricLabel.REPAIR;
import static dev.waggle.swarm.metric.MetricLabel.TOKEN_TYPE;
import static dev.waggle.swarm.metric.MetricLabel.TOOL;

/** Metrics of solves, each with its name, unit, kind, labels and buckets. Units are those of UCUM. */
public enum SwarmMetric {
    /** Tokens of a call of a model, read and written apart. */
    TOKENS("gen_ai.client.token.usage", "{token}", "Tokens of a model call.", MetricKind.HISTOGRAM,
            Set.of(OPERATION, PROVIDER, MODEL, AGENT, TOKEN_TYPE), Buckets.TOKENS),
    /** Duration of a model call. */
    MODEL_DURATION("gen_ai.client.operation.duration", "s", "Duration of a model call.", MetricKind.HISTOGRAM,
            Set.of(OPERATION, PROVIDER, MODEL, AGENT, ERROR), Buckets.SECONDS),
    /** Duration of a tool call. */
    TOOL_DURATION("waggle.tool.duration", "s", "Duration of a tool call.", MetricKind.HISTOGRAM, Set.of(TOOL, ERROR),
            Buckets.SECONDS),
    /** Solves that ended, by cause. */
    SOLVES("waggle.solve.count", "{solve}", "Solves that ended.", MetricKind.COUNTER, Set.of(ENDING, DECIDED),
            List.of()),
    /** Duration of a solve. */
    SOLVE_DURATION("waggle.solve.duration", "s", "Duration of a solve.", MetricKind.HISTOGRAM, Set.of(ENDING),
            Buckets.SECONDS),
    /** Rounds of a solve. */
    ROUNDS("waggle.solve.rounds", "{round}", "Rounds of a solve.", MetricKind.HISTOGRAM, Set.of(ENDING),
            Buckets.COUNTS),
    /** Money that a solve cost. */
    COST("waggle.solve.cost", "{USD}", "Cost of a solve by the price table.", MetricKind.HISTOGRAM, Set.of(ENDING),
            Buckets.DOLLARS),
    /** Probability that the leading proposal is right. */
    CONFIDENCE("waggle.solve.confidence", "1", "Confidence of a result.", MetricKind.HISTOGRAM, Set.of(DECIDED),
            Buckets.SHARES),
    /** Turns that failed. */
    FAILED_TURNS("waggle.turn.failures", "{turn}", "Turns that failed.", MetricKind.COUNTER, Set.of(AGENT), List.of()),
    /** Replies of models that were mended, asked for again, or refused. */
    REPAIRS("waggle.reply.repairs", "{reply}", "Replies that were mended, asked for again or refused.",
            MetricKind.COUNTER, Set.of(MODEL, AGENT, REPAIR), List.of()),
    /** State of a circuit breaker: 0 closed, 1 half open, 2 open. */
    BREAKER_STATE("waggle.breaker.state", "1", "State of a circuit breaker: 0 closed, 1 half open, 2 open.",
            MetricKind.GAUGE, Set.of(ENDPOINT), List.of()),
    /** Signals that wait in the inbox of an agent. */
    INBOX_DEPTH("waggle.inbox.depth", "{signal}", "Signals that wait in an inbox.", MetricKind.GAUGE, Set.of(AGENT),
            List.of()),
    /** Duration of an append to the journal. */
    JOURNAL_APPEND("waggle.journal.append.duration", "s", "Duration of an append to the journal.",
            MetricKind.HISTOGRAM, Set.of(ERROR), Buckets.SHORT),
    /** Duration of a sync of the journal. */
    JOURNAL_SYNC("waggle.journal.sync.duration", "s", "Duration of a sync of the journal.", MetricKind.HISTOGRAM,
            Set.of(ERROR), Buckets.SHORT);

    private final String key;
    private final String unit;
    private final String description;
    private final MetricKind kind;
    private final Set<MetricLabel> labels;
    private final List<Double> buckets;

    SwarmMetric(String key, String unit, String description, MetricKind kind, Set<MetricLabel> labels,
            List<Double> buckets) {
        this.key = key;
        this.unit = unit;
        this.description = description;
        this.kind = kind;
        this.labels = labels;
        this.buckets = buckets;
    }

    /** Kind of a metric. */
    public enum MetricKind {
        /** Sum that only grows. */
        COUNTER,
        /** Distribution of values. */
        HISTOGRAM,
        /** State of now. */
        GAUGE
    }

    /** The name with dots. */
    public String key() {
        return key;
    }

    /** The unit in UCUM, for example {@code s}. */
    public String unit() {
        return unit;
    }

    public String description() {
        return description;
    }

    public MetricKind kind() {
        return kind;
    }

    /** Labels that a value may have. */
    public Set<MetricLabel> labels() {
        return labels;
    }

    /** Upper bounds of the buckets of a histogram, rising; empty for another kind. */
    public List<Double> buckets() {
        return buckets;
    }

    /** Upper bounds of buckets. Those of tokens and seconds are the ones that the conventions for GenAI advise. */
    private static final class Buckets {

        private static final List<Double> TOKENS = List.of(1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0,
                65536.0, 262144.0, 1048576.0, 4194304.0, 16777216.0, 67108864.0);
        private static final List<Double> SECONDS = List.of(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12,
                10.24, 20.48, 40.96, 81.92);
        private static final List<Double> SHORT = List.of(0.00001, 0.0001, 0.001, 0.01, 0.1, 1.0);
        private static final List<Double> COUNTS = List.of(1.0, 2.0, 3.0, 5.0, 8.0, 13.0, 21.0);
        private static final List<Double> DOLLARS = List.of(0.0001, 0.001, 0.01, 0.1, 1.0, 10.0);
        private static final List<Double> SHARES = List.of(0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99);

        private Buckets() {}
    }
}
