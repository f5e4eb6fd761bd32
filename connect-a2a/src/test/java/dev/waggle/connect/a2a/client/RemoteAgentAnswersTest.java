package dev.waggle.connect.a2a.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers of a remote agent, and ends without one. */
class RemoteAgentAnswersTest extends RemoteAgentBed {

    @ParameterizedTest
    @EnumSource(A2aVersion.class)
    void piecesOfAStreamAreTheAnswer(A2aVersion version) throws Exception {
        FakeAgent agent = agent(version, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.SUBMITTED)));
            reply.event(status(A2aTaskState.WORKING, "thinking hard"));
            reply.event(artifact("one", "for", false));
            reply.event(artifact("one", "ty-two", true));
            reply.event(artifact("two", "and more", false));
            reply.event(status(A2aTaskState.COMPLETED, null));
        });

        HarnessOutput output = run(agent, "What is it?");

        assertThat(output.content()).isEqualTo("forty-two\nand more");
        assertThat(output.usage()).isNull();
        assertThat(texts(HarnessSignals.TEXT_DELTA.toString())).containsExactly("for", "ty-two", "\n", "and more");
        assertThat(texts(HarnessSignals.THINKING_DELTA.toString())).containsExactly("thinking hard\n");
        A2aRequest.SendMessage sent = agent.next(A2aRequest.SendMessage.class);
        assertThat(sent.message().text()).isEqualTo("Be brief.\n\nWhat is it?");
        assertThat(sent.isStreaming()).isTrue();
        assertThat(agent.requests().getLast().headers()).containsEntry("a2a-version", version.number())
                .containsEntry("accept", "text/event-stream").doesNotContainKey("authorization");
    }

    @ParameterizedTest
    @EnumSource(A2aVersion.class)
    void aCallTellsTheAgentOfItsSpan(A2aVersion version) throws Exception {
        FakeAgent agent = agent(version,
                (_, reply) -> reply.event(new A2aEvent.Snapshot(task(A2aTaskState.COMPLETED, A2aPart.text("done")))));
        Map<String, String> trace = Map.of("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "tracestate", "vendor=1");

        HarnessOutput _ = TraceSpan.incoming(new HeaderTracer(), trace).within(() -> run(agent, "Go"));
        assertThat(agent.requests().getLast().headers()).containsAllEntriesOf(trace);

        HarnessOutput _ = run(agent, "Go on");
        assertThat(agent.requests().getLast().headers()).doesNotContainKeys("traceparent", "tracestate");
    }

    @ParameterizedTest
    @EnumSource(A2aVersion.class)
    void anAgentWithoutStreamsIsAskedUntilItsTaskIsDone(A2aVersion version) throws Exception {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        FakeAgent agent = agent(version, (request, reply) -> {
            switch (request) {
                case A2aRequest.SendMessage send -> {
                    assertThat(send.options().isBlocking()).isFalse();
                    reply.answer(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                }
                case A2aRequest.GetTask _ -> {
                    reply.task(asked.isDone()
                            ? task(A2aTaskState.COMPLETED, A2aPart.text("done"))
                            : task(A2aTaskState.WORKING, A2aPart.text("do")));
                    asked.complete(null);
                }
                default -> throw new AssertionError(request);
            }
        }).withCard(url -> FakeAgent.cardOf(version, url, false, ""));

        assertThat(run(agent, "Go").content()).isEqualTo("done");
        assertThat(texts(HarnessSignals.TEXT_DELTA.toString())).containsExactly("do", "ne");
    }

    @Test
    void aMessageWithoutATaskIsTheAnswer() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0,
                (request, reply) -> reply.event(new A2aEvent.Reply(message("hello"))));

        assertThat(run(agent, "Hi").content()).isEqualTo("hello");
    }

    @Test
    void aStreamThatBreaksOffGoesOnWithQuestionsForTheTask() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                reply.event(artifact("one", "for", false));
            } else {
                reply.task(task(A2aTaskState.COMPLETED, A2aPart.text("for"), A2aPart.text("ty-two")));
            }
        });

        assertThat(run(agent, "Go").content()).isEqualTo("forty-two");
        assertThat(agent.requests().stream().filter(one -> one.request() instanceof A2aRequest.SendMessage)).hasSize(1);
    }

    @Test
    void anAgentWhoseStreamsAreRefusedIsAskedWithoutThem() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage send && send.isStreaming()) {
                reply.error(A2aErrorCode.UNSUPPORTED_OPERATION, "no streams");
            } else {
                reply.answer(new A2aEvent.Snapshot(task(A2aTaskState.COMPLETED, A2aPart.text("yes"))));
            }
        });

        Harness harness = harness(agent, Map.of());
        for (int turn = 1; turn <= 3; turn++) {
            assertThat(harness.run(input("Go"), context(World.system(1))).content()).isEqualTo("yes");
        }
        assertThat(agent.requests().stream().map(FakeAgent.HeardRequest::request)
                .filter(A2aRequest.SendMessage.class::isInstance).map(A2aRequest.SendMessage.class::cast)
                .map(A2aRequest.SendMessage::isStreaming)).containsExactly(true, false, false, false);
    }

    @Test
    void dataThatIsAppendedFollowsTheEarlierData() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            reply.event(votes(1, false));
            reply.event(votes(2, false));
            reply.event(votes(3, true));
            reply.event(votes(4, true));
            reply.event(status(A2aTaskState.COMPLETED, null));
        });

        assertThat(run(agent, "Go").content()).isEqualTo("{\"votes\":2}\n{\"votes\":3}\n{\"votes\":4}");
    }

    private static A2aEvent votes(long count, boolean isAppend) {
        return new A2aEvent.ArtifactUpdate("task-1", "context-1", new A2aArtifact("one", null, null,
                List.of(A2aPart.data(new JsonValue.Obj(Map.of("votes", JsonValue.of(count))))), List.of(),
                A2aMetadata.NONE), isAppend, false, A2aMetadata.NONE);
    }

    @Test
    void theLastWordsAreTheAnswerOfATaskWithoutArtifactsAndDataComesLast() throws Exception {
        FakeAgent words = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            reply.event(status(A2aTaskState.COMPLETED, "it is done"));
        });
        FakeAgent data = agent(A2aVersion.V1_0, (request, reply) -> reply.event(new A2aEvent.Snapshot(
                task(A2aTaskState.COMPLETED, A2aPart.data(new JsonValue.Obj(Map.of("votes", JsonValue.of(3L))))))));

        assertThat(run(words, "Go").content()).isEqualTo("it is done");
        assertThat(run(data, "Go").content()).isEqualTo("{\"votes\":3}");
    }

    @Test
    void aConversationBelongsToOneAgentOfOneSolve() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0,
                (request, reply) -> reply
                        .event(new A2aEvent.Snapshot(task(A2aTaskState.COMPLETED, A2aPart.text("x")))));
        Harness harness = harness(agent, Map.of());

        List<Optional<String>> contexts = new ArrayList<>();
        for (String caller : List.of("run-1 ann", "run-1 ann", "run-1 ben", "run-2 ann")) {
            String[] words = caller.split(" ", -1);
            HarnessOutput _ = harness.run(HarnessInput.of(List.of(Message.user("x"))),
                    RunContext.of(new RunContext.Caller(new Emission(words[1], 1), Scope.ofRun(words[0], 1), null),
                            World.system(1), signals::add));
            contexts.add(Optional.ofNullable(
                    agent.next(A2aRequest.SendMessage.class).message().links().contextId()));
        }

        assertThat(contexts).containsExactly(Optional.empty(), Optional.of("context-1"), Optional.empty(),
                Optional.empty());
    }

    @Test
    void aQuestionIsAFailedTurnThatQuotesItAndCancelsTheTask() throws Exception {
        FakeAgent agent = ending(A2aTaskState.INPUT_REQUIRED, "Which of the two?");

        HarnessException failed = failure(agent);

        assertThat(failed.failure().kind()).isEqualTo(Kind.FAILED);
        assertThat(failed).hasMessageContaining("asks back: \"Which of the two?\"").hasMessageContaining("\nMaybe ");
        assertThat(agent.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
    }

    @Test
    void otherEndsAreFailuresOfTheirOwnKind() throws Exception {
        assertThat(failure(ending(A2aTaskState.FAILED, "out of order")).failure().message())
                .contains("failed: \"out of order\"");
        assertThat(failure(ending(A2aTaskState.REJECTED, null)).failure().kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure(ending(A2aTaskState.CANCELED, null)).failure().message()).contains("cancelled the task");
        assertThat(failure(ending(A2aTaskState.AUTH_REQUIRED, "at the bank")).failure().message())
                .contains("wants a login").contains("at the bank");
        assertThat(failure(ending(A2aTaskState.COMPLETED, null)).failure().kind()).isEqualTo(Kind.MALFORMED);
    }
}
