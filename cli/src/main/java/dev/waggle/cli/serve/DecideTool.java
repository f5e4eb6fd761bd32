package dev.waggle.cli.serve;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.decide.JsonReport;
import dev.waggle.journal.JsonText;
import dev.waggle.review.batch.LearningMode;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.StrategyCatalog;
import org.jspecify.annotations.Nullable;

/** {@code decide}: votes that are there already, decided item by item, as {@code waggle decide --json} does. */
final class DecideTool implements Tool {

    private static final ToolDefinition DEFINITION = new ToolDefinition("decide",
            "Decides votes that you have already: for each item the answer that the agents together support, with a"
                    + " confidence and the share of every answer. Each row is a vote for that answer and against all"
                    + " others of its item. A later answer of the same agent replaces the earlier one.",
            ToolInputSchema.of("""
                    {"type": "object",
                     "properties": {
                       "votes": {"type": "array", "minItems": 1, "description": "One row for each vote",
                         "items": {"type": "object",
                           "properties": {
                             "item": {"type": "string", "description": "What was voted on"},
                             "agent": {"type": "string", "description": "Who voted"},
                             "answer": {"type": "string", "description": "The vote; leave it out to abstain"},
                             "confidence": {"type": "number", "minimum": 0, "maximum": 1,
                               "description": "How sure the agent is; 1, if left out"}},
                           "required": ["item", "agent"], "additionalProperties": false}},
                       "strategy": {"enum": ["learned", "confidence-weighted", "bayesian", "entropy", "hierarchical", "voting"],
                         "description": "How votes become a decision; confidence-weighted, if left out"},
                       "learn": {"enum": ["none", "batch"],
                         "description": "batch learns from all items how reliable each agent is, and then the confidence decides; none, if left out"},
                       "threshold": {"type": "number", "minimum": 0, "maximum": 1,
                         "description": "The agreement that decides, or with learn batch the confidence; 0.7, if left out"},
                       "minVoters": {"type": "integer", "minimum": 1,
                         "description": "How many agents must have answered; 2, if left out"}},
                     "required": ["votes"], "additionalProperties": false}"""));

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) {
        try {
            return decide(JsonObjectReader.root("the input", input));
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
    }

    private ToolOutcome decide(JsonObjectReader in) {
        List<JsonObjectReader> rows = in.objects("votes");
        ConsensusConfig config = config(in);
        String learn = in.optionalText("learn");
        LearningMode learning = learn == null ? LearningMode.NONE : LearningMode.of(learn);
        if (learning == LearningMode.BATCH && in.optionalText("strategy") != null) {
            return new ToolOutcome.Failed("strategy has no effect with learn batch\nMaybe omit one of them.");
        }
        in.rejectUnknownFields();
        if (rows.isEmpty()) {
            return new ToolOutcome.Failed(
                    "votes holds no row\nMaybe {\"item\": \"q1\", \"agent\": \"a\", \"answer\": \"x\"}.");
        }
        StringWriter report = new StringWriter();
        PrintWriter out = new PrintWriter(report);
        new JsonReport(out, 0).write(learning.decider(config, votes(rows)));
        out.flush();
        JsonValue details = JsonText.read(report.toString());
        return new ToolOutcome.Done(summary(details), details);
    }

    private static ConsensusConfig config(JsonObjectReader in) {
        String strategy = in.optionalText("strategy");
        Double threshold = in.optionalNumber("threshold");
        Integer minVoters = in.optionalInt("minVoters");
        ConsensusConfig config = ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withMinVoters(Optional.ofNullable(minVoters).orElse(2));
        config = strategy == null ? config : config.withStrategy(StrategyCatalog.named(strategy));
        return threshold == null ? config : config.withThreshold(threshold);
    }

    private static VoteStore votes(List<JsonObjectReader> rows) {
        VoteStore votes = new VoteStore();
        for (JsonObjectReader row : rows) {
            String item = name(row, "item");
            String agent = name(row, "agent");
            String answer = answer(row);
            double confidence = row.optional("confidence") == null ? Double.NaN : confidence(row);
            row.rejectUnknownFields();
            votes.add(item, agent, answer, confidence);
        }
        return votes;
    }

    private static String name(JsonObjectReader row, String field) {
        String name = scalar(row, field, row.value(field));
        if (name.isEmpty()) {
            throw row.invalid(field, "a name");
        }
        return name;
    }

    private static String answer(JsonObjectReader row) {
        JsonValue answer = row.optional("answer");
        return answer == null || answer instanceof JsonValue.Null ? "" : scalar(row, "answer", answer);
    }

    private static String scalar(JsonObjectReader row, String field, JsonValue value) {
        return switch (value) {
            case JsonValue.Str(String text) -> text.strip();
            case JsonValue.Num(BigDecimal number) -> number.toString();
            case JsonValue.Bool(boolean flag) -> String.valueOf(flag);
            case JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ -> throw row.invalid(field, "a text or a number");
        };
    }

    private static double confidence(JsonObjectReader row) {
        double number = row.number("confidence");
        if (!row.isWithin("confidence", 0, 1)) {
            throw row.invalid("confidence", "between 0 and 1");
        }
        return number;
    }

    private static String summary(JsonValue report) {
        List<JsonValue> items = report instanceof JsonValue.Obj(var fields)
                && fields.get("items") instanceof JsonValue.Arr(var listed) ? listed : List.of();
        long decided = items.stream().filter(item -> text(item, "decision") != null).count();
        String first = items.size() == 1 ? text(items.getFirst(), "decision") : null;
        return first == null
                ? decided + " of " + items.size() + (items.size() == 1 ? " item is" : " items are") + " decided"
                : "Decided: " + first;
    }

    private static @Nullable String text(JsonValue item, String field) {
        return item instanceof JsonValue.Obj(var fields) && fields.get(field) instanceof JsonValue.Str(String text)
                ? text
                : null;
    }
}
