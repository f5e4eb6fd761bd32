package dev.waggle.cli.serve;

import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.server.run.SeatRegistry.OpenRequest;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/**
 * {@code list_seats}: the people that suspended runs wait for.
 *
 * @param reader the caller whose runs are listed
 */
record ListSeatsTool(SeatRegistry seats, CallerIdentity reader) implements Tool {

    /** Maximum number of requests, because a model reads no more. */
    static final int MAX_REQUESTS = 20;

    private static final ToolDefinition DEFINITION = new ToolDefinition("list_seats",
            "Lists open requests to people who answer later, the earliest first: run, seat, question, new signals,"
                    + " deadline, and the forms of an answer. At most " + MAX_REQUESTS + " are listed.",
            ToolInputSchema.of("""
                    {"type": "object",
                     "properties": {"run": {"type": "string", "description": "A run; all runs, if left out"}},
                     "additionalProperties": false}"""));

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) {
        try {
            JsonObjectReader in = JsonObjectReader.root("the input", input);
            String run = in.optionalText("run");
            in.rejectUnknownFields();
            List<OpenSeat> open = run == null ? seats.open(reader, 0, MAX_REQUESTS) : seats.open(run, reader);
            JsonValue listed = new JsonObjectBuilder().with("requests", open.stream().limit(MAX_REQUESTS)
                    .flatMap(seat -> seats.read(seat).stream()).map(OpenRequest::json).toList()).json();
            return new ToolOutcome.Done(JsonText.write(listed), listed);
        } catch (ProblemException refused) {
            return AnswerSeatTool.failed(refused);
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
    }
}
