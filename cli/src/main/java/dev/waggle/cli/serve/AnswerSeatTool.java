package dev.waggle.cli.serve;

import java.util.List;

import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/**
 * {@code answer_seat}: the answer of a person that a suspended run waits for.
 *
 * @param writer the caller whose runs may be answered
 */
record AnswerSeatTool(SeatRegistry seats, CallerIdentity writer) implements Tool {

    private static final ToolDefinition DEFINITION = new ToolDefinition("answer_seat",
            "Answers for a person that a suspended run waits for, in the words of that person. A line is one act;"
                    + " list_seats has their forms. The first answer of a turn counts.",
            ToolInputSchema.of("""
                    {"type": "object",
                     "properties": {
                       "run": {"type": "string", "description": "The run"},
                       "seat": {"type": "string", "description": "The seat of the person"},
                       "lines": {"type": "array", "items": {"type": "string"}, "minItems": 1,
                         "description": "Such as: vote P4 agree 0.9 it fits the budget"},
                       "turn": {"type": "integer", "minimum": 1, "description": "The turn, to refuse another"}},
                     "required": ["run", "seat", "lines"], "additionalProperties": false}"""));

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) {
        try {
            JsonObjectReader in = JsonObjectReader.root("the input", input);
            String run = in.text("run");
            String seat = in.text("seat");
            Integer turn = in.optionalInt("turn");
            List<String> lines = in.texts("lines");
            in.rejectUnknownFields();
            SeatAnswer stored = seats.answer(seats.require(run, seat, turn, writer),
                    caller.agentId(), lines);
            return new ToolOutcome.Done("stored as the answer of the " + stored.turn(), SeatAnswerJson.of(stored));
        } catch (ProblemException refused) {
            return failed(refused);
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
    }

    static ToolOutcome failed(ProblemException refused) {
        String remedy = refused.problem().remedy();
        return new ToolOutcome.Failed(refused.problem().detail() + (remedy == null ? "" : "\n" + remedy));
    }
}
