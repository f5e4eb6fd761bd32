package dev.waggle.cli.serve;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.decide.Column;
import dev.waggle.cli.decide.Column.Need;
import dev.waggle.cli.decide.Decider;
import dev.waggle.cli.decide.JsonReport;
import dev.waggle.cli.decide.Panel;
import dev.waggle.cli.decide.VoteReader;
import dev.waggle.cli.decide.VoteReader.VoteColumns;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.ObjReader;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Strategies;
import org.jspecify.annotations.Nullable;

/** {@code decide}: votes that are there already, decided item by item, as {@code waggle decide --json} does. */
public final class DecideTool implements Tool {

    /** Longest row in bytes, as long as the longest message. */
    private static final int MAX_ROW = 1 << 20;

    private static final ToolDefinition DEFINITION = new ToolDefinition("decide",
            "Decides votes that you have already: for each item the answer that the agents together support, with a"
                    + " confidence and the share of every answer. Each row is a vote for that answer and against all"
                    + " others of its item. A later answer of the same agent replaces the earlier one.",
            InputSchema.of("""
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
                       "strategy": {"enum": ["confidence-weighted", "bayesian", "entropy", "hierarchical", "voting"],
                         "description": "How votes become a decision; confidence-weighted, if left out"},
                       "threshold": {"type": "number", "minimum": 0, "maximum": 1,
                         "description": "The confidence that decides; 0.7, if left out"},
                       "minVoters": {"type": "integer", "minimum": 1,
                         "description": "How many agents must have answered; 2, if left out"}},
                     "required": ["votes"], "additionalProperties": false}"""));

    private final Screen screen;

    /** Complaints about data go to the outcome; nothing is written to the output of the screen. */
    public DecideTool(Screen screen) {
        this.screen = screen;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) {
        try {
            return decide(ObjReader.top("the input", input));
        } catch (UserError refused) {
            return new ToolOutcome.Failed(refused.getMessage() + "\n" + refused.remedy());
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
    }

    private ToolOutcome decide(ObjReader in) {
        List<ObjReader> rows = in.objects("votes");
        ConsensusConfig config = config(in);
        in.refuseOthers();
        if (rows.isEmpty()) {
            return new ToolOutcome.Failed(
                    "votes holds no row\nMaybe {\"item\": \"q1\", \"agent\": \"a\", \"answer\": \"x\"}.");
        }
        StringWriter report = new StringWriter();
        PrintWriter out = new PrintWriter(report);
        new Decider(config, read(lines(rows))).report(new JsonReport(out));
        out.flush();
        JsonValue details = JsonText.read(report.toString());
        return new ToolOutcome.Done(summary(details), details);
    }

    private static ConsensusConfig config(ObjReader in) {
        String strategy = in.optionalText("strategy");
        Double threshold = in.optionalNumber("threshold");
        Integer minVoters = in.optionalSmallWhole("minVoters");
        ConsensusConfig config = ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withMinVoters(Optional.ofNullable(minVoters).orElse(2));
        config = strategy == null ? config : config.withStrategy(Strategies.named(strategy));
        return threshold == null ? config : config.withThreshold(threshold);
    }

    /** The rows as a file would hold them, checked here, where a message can name the row by its place in the input. */
    private static String lines(List<ObjReader> rows) {
        List<String> lines = new ArrayList<>();
        for (ObjReader row : rows) {
            Map<String, JsonValue> line = new LinkedHashMap<>();
            line.put("item", name(row, "item"));
            line.put("agent", name(row, "agent"));
            line.put("answer", answer(row));
            Double confidence = row.optional("confidence") == null ? null : Double.valueOf(confidence(row));
            if (confidence != null) {
                line.put("confidence", JsonValue.of(confidence));
            }
            row.refuseOthers();
            lines.add(JsonText.write(JsonValue.of(line)));
        }
        return String.join("\n", lines);
    }

    private static JsonValue name(ObjReader row, String field) {
        JsonValue text = scalar(row, field, row.value(field));
        if (text instanceof JsonValue.Str(String name) && name.isBlank()) {
            throw row.wrong(field, "a name");
        }
        return text;
    }

    private static JsonValue answer(ObjReader row) {
        JsonValue answer = row.optional("answer");
        return answer == null || answer instanceof JsonValue.Null
                ? JsonValue.ofNull()
                : scalar(row, "answer", answer);
    }

    private static JsonValue scalar(ObjReader row, String field, JsonValue value) {
        return switch (value) {
            case JsonValue.Str text -> text;
            case JsonValue.Num(BigDecimal number) -> JsonValue.of(number.toString());
            case JsonValue.Bool(boolean flag) -> JsonValue.of(String.valueOf(flag));
            case JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ -> throw row.wrong(field, "a text or a number");
        };
    }

    private static double confidence(ObjReader row) {
        double number = row.number("confidence");
        if (!row.isWithin("confidence", 0, 1)) {
            throw row.wrong("confidence", "between 0 and 1");
        }
        return number;
    }

    private VoteReader read(String lines) {
        VoteReader reader = new VoteReader(screen);
        reader.readVotes(
                InputFile.of("votes", new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), MAX_ROW),
                new VoteColumns(column("item", Need.VALUE), column("agent", Need.VALUE), column("answer", Need.COLUMN),
                        column("confidence", Need.NOTHING), new Column("truth", "truth", List.of(), Need.NOTHING)),
                Panel.everybody());
        return reader;
    }

    private static Column column(String name, Need need) {
        return new Column(name, name, List.of(name), need);
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
