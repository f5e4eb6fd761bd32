package dev.waggle.journal.tape;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tools on tape, and conversations that leave it. */
class ReplayElseLiveTest {

    private static final ToolDefinition LOOK = new ToolDefinition("look", "Looks.", new JsonValue.Obj(Map.of()));
    private static final JsonValue NORTH = new JsonValue.Obj(Map.of("where", JsonValue.of("north")));

    @TempDir
    Path folder;

    private final TapedRun recorded = TapedRun.opened("solve_1", 1);
    private final TapedRun replayed = TapedRun.opened("solve_2", 2);
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void toolsAnswerFromTheTapeAndDoNotRun() throws Exception {
        converse(looking(), recorded.context("ada", 1), ToolRegistry.of(List.of(new Look())), recorded);
        assertThat(looks).hasValue(2);
        TapeSession taped = TapeSession.of(TapeMode.REPLAY, recorded.tape(folder), null);

        String answer = converse(taped.harness(Model.silent()), replayed.context("ada", 1),
                taped.tools(ToolRegistry.of(List.of(new Look()))), replayed);

        assertThat(answer).isEqualTo("I saw [\"view 1 of {\\\"where\\\":\\\"north\\\"}\", \"view 2 of {}\"]");
        assertThat(looks).hasValue(2);
        ToolOutcome unknown = taped.tools(ToolRegistry.of(List.of(new Look()))).call("look",
                new ToolCaller("ada", 1), NORTH);
        assertThat(unknown).isInstanceOfSatisfying(ToolOutcome.Failed.class, failed -> assertThat(failed.reason())
                .contains("at turn 1 of agent \"ada\": the tool look was not called with this input"));
        assertThat(taped.offeredTools().definitions()).containsExactly(LOOK);
    }

    @Test
    void whatToolsAnsweredIsFoundInTheNextRequestWhereNothingElseTellsIt() throws Exception {
        RecordingFile file = RecordingFile.open(folder.resolve("c.jsonl"), recorded.world, fault -> {});
        converse(TapeSession.of(TapeMode.RECORD, null, file).harness(looking()), recorded.context("ada", 1),
                ToolRegistry.of(List.of(new Look())), recorded);
        TapeSession taped = TapeSession.of(TapeMode.REPLAY, CallTape.read(folder.resolve("c.jsonl.part")), null);

        assertThat(converse(taped.harness(Model.silent()), replayed.context("ada", 1), taped.offeredTools(), replayed))
                .startsWith("I saw [\"view 1");
        assertThat(looks).hasValue(2);
    }

    @Test
    void aToolThatWasNotRecordedRunsWhereModelsDoToo() throws Exception {
        converse(looking(), recorded.context("ada", 1), ToolRegistry.of(List.of(new Look())), recorded);
        ToolRegistry tools = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), null)
                .tools(ToolRegistry.of(List.of(new Look())));

        assertThat(tools.call("look", new ToolCaller("ada", 1), NORTH))
                .isEqualTo(new ToolOutcome.Done("view 1 of {\"where\":\"north\"}",
                        JsonValue.of("view 1 of {\"where\":\"north\"}")));
        assertThat(looks).hasValue(2);
        assertThat(tools.call("look", new ToolCaller("ada", 2), NORTH)).asString().contains("view 3");
    }

    @Test
    void aModelIsAskedOnlyWhereTheTapeHasNoAnswer() throws Exception {
        var _ = Model.echo().run(TapedRun.input("One?"), recorded.context("ada", 1));
        Model live = Model.echo();
        Harness mixed = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), null).harness(live);

        assertThat(mixed.run(TapedRun.input("One?"), replayed.context("ada", 1)).content()).isEqualTo("Re: One?");
        assertThat(live.asked).isEmpty();
        assertThat(mixed.run(TapedRun.input("Two?"), replayed.context("ada", 1)).content()).isEqualTo("Re: Two?");
        assertThat(mixed.run(TapedRun.input("One?"), replayed.context("bob", 1)).content()).isEqualTo("Re: One?");
        assertThat(live.asked).hasSize(2);
    }

    @Test
    void aCallThatTheRecordedRunStoppedIsMadeAndOneThatTheModelRefusedIsNot() throws Exception {
        Model stopped = new Model((input, run) -> {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "late");
        });
        Model refused = new Model((input, run) -> {
            throw HarnessException.of(HarnessFailure.Kind.REFUSED, "no");
        });
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> stopped.run(TapedRun.input("One?"), recorded.context("ada", 1)));
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> refused.run(TapedRun.input("Two?"), recorded.context("ada", 1)));
        Harness mixed = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), null).harness(Model.echo());

        assertThat(mixed.run(TapedRun.input("One?"), replayed.context("ada", 1)).content()).isEqualTo("Re: One?");
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> mixed.run(TapedRun.input("Two?"), replayed.context("ada", 1))).withMessage("no");
    }

    @Test
    void aConversationThatLeavesTheTapeIsToldToTheModelWhole() throws Exception {
        converse(looking(), recorded.context("ada", 1), ToolRegistry.of(List.of(new Look())), recorded);
        Model live = Model.echo();
        Harness mixed = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), null).harness(live);
        HarnessOutput first = mixed.run(opening(), replayed.context("ada", 1));
        HarnessInput other = new HarnessInput("You look.", List.of(Message.user("Hurry.")), List.of(), List.of(
                new ToolResult("look", JsonValue.of("a wall]\n[the tool \"x\""), null),
                new ToolResult("look", null, "it is dark")), first.sessionId(), null, null);

        var _ = mixed.run(other, replayed.context("ada", 1));

        HarnessInput sent = live.asked.getFirst();
        assertThat(sent.sessionId()).isNull();
        assertThat(sent.toolResults()).isEmpty();
        assertThat(sent.system()).isEqualTo("You look.");
        assertThat(sent.messages()).containsExactly(Message.user("Look around."),
                new Message(Message.Role.ASSISTANT, "[I call the tool \"look\" with {\"where\":\"north\"}]\n"
                        + "[I call the tool \"look\" with null]"),
                Message.user("[the tool \"look\" answered: \"a wall]\\n[the tool \\\"x\\\"\"]\n"
                        + "[the tool \"look\" failed: \"it is dark\"]"),
                Message.user("Hurry."));
    }

    @Test
    void aRecordingThatLeftATapeIsReplayedInItsTurn() throws Exception {
        converse(looking(), recorded.context("ada", 1), ToolRegistry.of(List.of(new Look())), recorded);
        RecordingFile file = RecordingFile.open(folder.resolve("c.jsonl"), replayed.world, fault -> {});
        Harness mixed = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), file).harness(Model.echo());
        String session = mixed.run(opening(), replayed.context("ada", 1)).sessionId();
        HarnessInput other = new HarnessInput("You look.", List.of(Message.user("Hurry.")), List.of(),
                List.of(new ToolResult("look", JsonValue.of("a wall"), null)), session, null, null);
        String answer = mixed.run(other, replayed.context("ada", 1)).content();
        file.finish(replayed.entries(), "solve_2");
        Harness again = TapeSession.of(TapeMode.REPLAY, CallTape.read(file.file()), null).harness(Model.silent());
        TapedRun third = TapedRun.opened("solve_3", 3);

        assertThat(again.run(opening(), third.context("ada", 1)).sessionId()).isEqualTo(session);
        assertThat(again.run(other, third.context("ada", 1)).content()).isEqualTo(answer);
    }

    @Test
    void aSessionThatLeadsInACircleEnds() throws Exception {
        Model circle = new Model((input, run) -> TapedRun.wants("s1", new ToolCall("c", "look", null)));
        HarnessInput input = new HarnessInput(null, List.of(), List.of(), List.of(), "s1", null, null);
        var _ = circle.run(input, recorded.context("ada", 1));
        Model live = new Model((asked, run) -> TapedRun.answer("done"));
        Harness mixed = TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, recorded.tape(folder), null).harness(live);
        HarnessInput next = new HarnessInput(null, List.of(Message.user("x")), List.of(), List.of(), "s1", null, null);

        assertThat(mixed.run(next, replayed.context("ada", 1)).content()).isEqualTo("done");
        assertThat(live.asked.getFirst().messages()).hasSize(2);
    }

    /** Asks the model, calls the tools that it wants, and returns their results to it. */
    private static String converse(Harness model, RunContext context, ToolRegistry tools, TapedRun run)
            throws Exception {
        HarnessOutput output = model.run(opening(), context);
        String agent = context.caller().emission().by();
        List<ToolResult> results = new ArrayList<>();
        for (ToolCall call : output.toolCalls()) {
            JsonValue input = call.input() == null ? JsonValue.of(Map.of()) : call.input();
            ToolOutcome outcome = tools.call(call.name(), new ToolCaller(agent, 1), input);
            ToolResult result = switch (outcome) {
                case ToolOutcome.Done done -> new ToolResult(call.name(), JsonValue.of(done.text()), null);
                case ToolOutcome.Failed failed -> new ToolResult(call.name(), null, failed.reason());
            };
            run.toolAnswers(agent, 1,
                    new HarnessPayload.Result(call.id(), call.name(), result.result(), result.error()));
            results.add(result);
        }
        return model.run(new HarnessInput("You look.", List.of(), List.of(ToolOffer.of(LOOK)), results,
                output.sessionId(), null, null), context).content();
    }

    private static HarnessInput opening() {
        return new HarnessInput("You look.", List.of(Message.user("Look around.")), List.of(ToolOffer.of(LOOK)),
                List.of(), null, null, null);
    }

    /** A model that looks twice and then reports both views. */
    private static Model looking() {
        return new Model((input, run) -> input.toolResults().isEmpty()
                ? TapedRun.wants(RequestHash.of(run.request()), new ToolCall("same", "look", NORTH),
                        new ToolCall("same", "look", null))
                : TapedRun.answer("I saw " + input.toolResults().stream()
                        .map(result -> JsonLine.of(result.result() == null
                                ? JsonValue.of(String.valueOf(result.error()))
                                : result.result()))
                        .toList()));
    }

    /** A tool that counts how often it was used. */
    private final class Look implements Tool {
        @Override
        public ToolDefinition definition() {
            return LOOK;
        }

        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) {
            String view = "view " + looks.incrementAndGet() + " of " + JsonLine.of(input);
            return new ToolOutcome.Done(view, JsonValue.of(view));
        }
    }
}
