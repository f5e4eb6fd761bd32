package dev.waggle.cli.serve;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.mcp.server.ClientCall;
import dev.waggle.connect.mcp.server.LongRunningTool;
import dev.waggle.connect.mcp.server.ProgressReporter;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.ResultJson;
import org.jspecify.annotations.Nullable;

/** {@code solve}: sends a question to a swarm. The result equals {@code waggle solve --json}. */
final class SolveTool implements LongRunningTool {

    private static final JsonValue.Obj SCHEMA = ToolInputSchema.of("""
            {"type": "object",
             "properties": {
               "question": {"type": "string", "minLength": 1, "description": "What to answer"},
               "context": {"type": "string", "description": "Background that everybody should know"},
               "agents": {"type": "integer", "minimum": 1, "maximum": 50,
                 "description": "How many agents; the host decides, if left out"},
               "models": {"type": "array", "items": {"type": "string"},
                 "description": "What they think with, as provider:model; the host decides, if left out"},
               "taskType": {"type": "string", "minLength": 1, "maxLength": 200,
                 "description": "Kind of the task, such as math, for learning; general, if left out"}},
             "required": ["question"], "additionalProperties": false}""");

    private final SolveService solving;
    private final ToolDefinition definition;
    private final Semaphore room;

    public SolveTool(SolveService solving) {
        this.solving = solving;
        room = new Semaphore(solving.maxSolves());
        this.definition = new ToolDefinition("solve", "Lets a swarm of agents deliberate on a question and decide by"
                + " consensus. Answers the decision with its confidence, every vote and every dissent. It may take"
                + " minutes. " + solving.about(), SCHEMA);
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public ToolOutcome call(ClientCall call, JsonValue input) throws InterruptedException {
        if (!room.tryAcquire()) {
            int most = solving.maxSolves();
            return new ToolOutcome.Failed((most == 1 ? "a solve is" : most + " solves are")
                    + " running already, which is the most\nMaybe wait for " + (most == 1 ? "it" : "one")
                    + " to end.");
        }
        try {
            SolveRequest request = request(input, call.account());
            return solving.callerOf(call.account(), call.trace()).within(() -> solve(request, call.progress()));
        } catch (UserException refused) {
            return new ToolOutcome.Failed(refused.getMessage() + "\n" + refused.remedy());
        } catch (IllegalArgumentException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        } finally {
            room.release();
        }
    }

    private ToolOutcome solve(SolveRequest request, ProgressReporter progress) throws InterruptedException {
        SwarmResult result = solving.solve(request, new ProgressListener(progress));
        if (Thread.interrupted()) {
            throw new InterruptedException("the solve was taken back");
        }
        return new ToolOutcome.Done(summary(result), ResultJson.of(result));
    }

    private static SolveRequest request(JsonValue input, @Nullable String account) {
        JsonObjectReader in = JsonObjectReader.root("the input", input);
        String question = in.text("question");
        String context = in.optionalText("context");
        Integer agents = in.optionalInt("agents");
        String taskType = in.optionalText("taskType");
        SolveRequest request = new SolveRequest(question, context, agents,
                in.optional("models") == null ? List.of() : in.texts("models"),
                taskType == null ? Task.GENERAL : taskType, account);
        in.rejectUnknownFields();
        return request;
    }

    private static String summary(SwarmResult result) {
        return result.consensus().decided()
                ? String.format(PlainLocale.NONE, "Decided with confidence %.2f (%s), agreement %.2f: %s",
                        result.confidence(),
                        result.confidenceBasis(), result.agreement(), result.answer())
                : result.answer() + " (" + result.endingDetail() + ")";
    }

    /** Listener that reports agents and rounds as progress. Events come on one thread, except of harnesses. */
    private static final class ProgressListener implements Consumer<SwarmEvent> {

        private final ProgressReporter progress;
        private long step;
        private int round;

        private ProgressListener(ProgressReporter progress) {
            this.progress = progress;
        }

        @Override
        public void accept(SwarmEvent event) {
            switch (event) {
                case SwarmEvent.RoundStarted(int number) -> {
                    round = number;
                    report("round " + number);
                }
                case SwarmEvent.SignalEmitted(var signal) ->
                    report("round " + round + ": " + signal.type().text() + " of " + signal.source().label());
                case SwarmEvent.ConsensusChecked(var votes) ->
                    report("round " + round + (votes.decided() ? ": decided" : ": not decided"));
                default -> {
                    // Everything else happens in between.
                }
            }
        }

        private void report(String message) {
            step++;
            progress.report(step, message);
        }
    }
}
