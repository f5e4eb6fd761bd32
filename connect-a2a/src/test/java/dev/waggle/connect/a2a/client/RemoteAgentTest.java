package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
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
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.trace.HeaderTracer;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.MeteredHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RemoteAgentTest {

    private final List<Signal> signals = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    // --- answers

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

        assertThat(run(agent, "Go").content()).isEqualTo("yes");
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

    // --- ends without an answer

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

    // --- cancel and time

    @ParameterizedTest
    @EnumSource(A2aVersion.class)
    void anInterruptCancelsTheTaskOfTheAgent(A2aVersion version) throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        FakeAgent agent = agent(version, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                reply.event(artifact("one", "begin", false));
                working.countDown();
                reply.hang();
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        });
        Harness harness = harness(agent, Map.of());
        CountDownLatch heard = new CountDownLatch(1);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                HarnessOutput _ = harness.run(input("Go"), context(World.system(1), signal -> {
                    if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                        heard.countDown();
                    }
                }));
            } catch (Throwable stopped) {
                ended.complete(stopped);
            }
        });
        assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();

        caller.interrupt();

        assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(agent.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
    }

    @Test
    void aDeadlineAndASilenceEndTheCallAndTheTask() throws Exception {
        for (Duration deadline : List.of(Duration.ofMinutes(1), Duration.ofDays(1))) {
            FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
                if (request instanceof A2aRequest.SendMessage) {
                    reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                    reply.event(artifact("one", "begin", false));
                    reply.hang();
                } else {
                    reply.task(task(A2aTaskState.CANCELED));
                }
            });
            ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
            CountDownLatch heard = new CountDownLatch(1);
            Harness harness = harness(agent, Map.of());
            CompletableFuture<HarnessOutput> call = new CompletableFuture<>();
            Thread _ = Thread.ofVirtual().start(() -> {
                try {
                    call.complete(harness.run(input("Go"), context(world, signal -> {
                        if (signal.type().equals(HarnessSignals.TEXT_DELTA)) {
                            heard.countDown();
                        }
                    }).within(deadline)));
                } catch (Throwable failed) {
                    call.completeExceptionally(failed);
                }
            });
            assertThat(heard.await(20, TimeUnit.SECONDS)).isTrue();

            world.advance(RemoteAgentCall.SILENCE.plusSeconds(1));

            ExecutionException ended = catchThrowableOfType(ExecutionException.class,
                    () -> call.get(20, TimeUnit.SECONDS));
            assertThat(ended.getCause()).isInstanceOfSatisfying(HarnessException.class,
                    failed -> assertThat(failed.failure().kind())
                            .isEqualTo(deadline.toDays() > 0 ? Kind.FAILED : Kind.DEADLINE));
            assertThat(agent.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
        }
    }

    // --- lies, floods and nonsense

    @Test
    void eventsOfAnotherTaskOrRequestAndNonsenseAreRefused() throws Exception {
        assertThat(malformed((request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            reply.event(new A2aEvent.StatusUpdate("task-2", "context-1",
                    new A2aTaskStatus(A2aTaskState.COMPLETED, null, null), true, A2aMetadata.NONE));
        })).contains("an event of the task \"task-2\"");
        assertThat(malformed((request, reply) -> reply.raw("""
                data: {"jsonrpc":"2.0","id":"other","result":{"message":{"messageId":"m","role":"ROLE_AGENT",\
                "parts":[{"text":"x"}]}}}

                """))).contains("an answer to another request");
        assertThat(malformed((request, reply) -> reply.raw("data: {\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}}\n\n")))
                .contains("jsonrpc");
        assertThat(malformed((request, reply) -> reply.result("{}")))
                .contains("an event must have one of");
        assertThat(malformed((request, reply) -> reply.raw("data: surprise\n\n"))).contains("not with A2A");
        assertThat(malformed((request, reply) -> reply.whole(200, "text/html", "<html>a page</html>")))
                .contains("text/html");
        assertThat(malformed((request, reply) -> reply.redirect("http://169.254.169.254/latest")))
                .contains("redirects (HTTP 302) to http://169.254.169.254/latest")
                .contains("\nMaybe name that address");
    }

    @Test
    void eventsAfterTheEndChangeNothing() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.COMPLETED, A2aPart.text("the answer"))));
            reply.event(artifact("one", "another answer", false));
            reply.event(status(A2aTaskState.FAILED, "or not"));
        });

        assertThat(run(agent, "Go").content()).isEqualTo("the answer");
    }

    @Test
    void aFloodIsCutAtTheLimitsAndTheTaskCancelled() throws Exception {
        String page = "x".repeat(100_000);
        FakeAgent words = agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                for (int i = 0; i < 1_000; i++) {
                    reply.event(artifact("one", page, true));
                }
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        });
        FakeAgent artifacts = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            for (int i = 0; i < 100_000; i++) {
                reply.event(artifact("a" + i, "", false));
            }
        });
        FakeAgent bytes = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            while (true) {
                reply.raw(": " + page + "\n");
            }
        });

        assertThat(failure(words).failure().kind()).isEqualTo(Kind.TOO_LARGE);
        assertThat(words.next(A2aRequest.CancelTask.class).id()).isEqualTo("task-1");
        assertThat(failure(artifacts)).hasMessageContaining("more than 1000 artifacts");
        assertThat(failure(bytes).failure().kind()).isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void errorsOfTheProtocolKeepTheirMeaning() throws Exception {
        assertThat(failure(refusing(A2aErrorCode.INTERNAL_ERROR)).failure().recoverable()).isFalse();
        assertThat(failure(refusing(A2aErrorCode.VERSION_NOT_SUPPORTED))).hasMessageContaining("version of its card");
        assertThat(failure(refusing(A2aErrorCode.INVALID_PARAMS)).failure().kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(failure(agent(A2aVersion.V1_0, (request, reply) -> reply.whole(503, "text/plain", "later")))
                .failure().kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(failure(agent(A2aVersion.V1_0, (request, reply) -> reply.whole(500, "text/plain", "broken")))
                .failure().recoverable()).isFalse();
    }

    // --- tokens

    @Test
    void aTokenGoesInTheHeaderOfTheCardAndIsNeverShown() throws Exception {
        String token = "secret-token-0123456789";
        String scheme = ",\"securitySchemes\":{\"key\":{\"apiKeySecurityScheme\":{\"location\":\"header\","
                + "\"name\":\"X-Agent-Key\"}}},\"securityRequirements\":[{\"schemes\":{\"key\":{\"list\":[]}}}]";
        FakeAgent agent = agent(A2aVersion.V1_0,
                (request, reply) -> reply.event(new A2aEvent.Reply(message("your token is " + token))))
                .withCard(url -> FakeAgent.cardOf(A2aVersion.V1_0, url, true, scheme));
        String variable = AgentAddress.of(agent.name()).tokenVariable();

        HarnessOutput output = harness(agent, Map.of(variable, token)).run(input("Go"), context(World.system(1)));

        assertThat(output.content()).isEqualTo("your token is " + SecretSet.MASK);
        assertThat(agent.requests().getLast().headers()).containsEntry("x-agent-key", token);
        HarnessException missing = failure(agent);
        assertThat(missing.failure().kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(missing).hasMessageContaining("\nMaybe set " + variable);
    }

    @Test
    void aBearerTokenOpensTheCardAndOtherSchemesAreRefused() throws Exception {
        FakeAgent closed = agent(A2aVersion.V0_3,
                (request, reply) -> reply.whole(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":"
                        + "{\"code\":-32603,\"message\":\"reached\"}}"))
                .withAuthorization("Bearer token-of-the-user-1");
        String variable = AgentAddress.of(closed.name()).tokenVariable();
        FakeAgent oauth = agent(A2aVersion.V0_3, (request, reply) -> reply.hang()).withCard(url -> FakeAgent.cardOf(
                A2aVersion.V0_3, url, true, ",\"securitySchemes\":{\"o\":{\"type\":\"oauth2\",\"flows\":{}}},"
                        + "\"security\":[{\"o\":[]}]"));

        HarnessException reached = catchThrowableOfType(HarnessException.class,
                () -> harness(closed, Map.of(variable, "token-of-the-user-1")).run(input("Go"),
                        context(World.system(1))));

        assertThat(reached).hasMessageContaining("reached");
        assertThat(failure(closed).failure().kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure(oauth)).hasMessageContaining("wants OAuth 2.0").hasMessageContaining("bearer token");
    }

    // --- cost

    @Test
    void aBudgetInMoneyRefusesAnAgentWithoutAPriceAndANoticeSaysThatItIsUnknown() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> reply.event(new A2aEvent.Reply(message("x"))));
        List<String> notices = new ArrayList<>();
        RemoteAgents agents = agents(Map.of());
        Harness paid = new MeteredHarness(
                agents.harness(agent.name(), new SchemeOptions(Optional.empty(), List.of(), notices::add)));

        HarnessException refused = catchThrowableOfType(HarnessException.class, () -> paid.run(input("Go"),
                context(World.system(1)).withMeter(
                        new BudgetLedger(Budget.ofUsd(1), PriceTable.FLAT).account("ann"))));
        HarnessOutput answered = paid.run(input("Go"), context(World.system(1)).withMeter(
                new BudgetLedger(Budget.ofTokens(10_000), PriceTable.FLAT).account("ann")));

        assertThat(refused.failure().kind()).isEqualTo(Kind.BUDGET);
        assertThat(refused).hasMessageContaining("its cost is unknown").hasMessageContaining("\nMaybe ");
        assertThat(answered.content()).isEqualTo("x");
        assertThat(notices).singleElement().asString().contains("cost of a remote agent is unknown");
    }

    // --- parts of the tests

    private FakeAgent agent(A2aVersion version, FakeAgent.AgentScript script) {
        FakeAgent agent = FakeAgent.of(version, script);
        open.add(agent);
        return agent;
    }

    private FakeAgent ending(A2aTaskState state, @Nullable String words) {
        return agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                reply.event(status(state, words));
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        });
    }

    private FakeAgent refusing(A2aErrorCode code) {
        return agent(A2aVersion.V1_0, (request, reply) -> reply.error(code, "no"));
    }

    private String malformed(FakeAgent.AgentScript script) throws Exception {
        HarnessException failed = failure(agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                script.answer(request, reply);
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        }));
        assertThat(failed.failure().kind()).isEqualTo(Kind.MALFORMED);
        return failed.failure().message();
    }

    private RemoteAgents agents(Map<String, String> environment) {
        RemoteAgents agents = new RemoteAgents(environment);
        open.add(agents);
        return agents;
    }

    private Harness harness(FakeAgent agent, Map<String, String> environment) {
        return agents(environment).harness(agent.name(), SchemeOptions.NONE);
    }

    private HarnessOutput run(FakeAgent agent, String question) throws Exception {
        return harness(agent, Map.of()).run(input(question), context(World.system(1)));
    }

    private HarnessException failure(FakeAgent agent) {
        return catchThrowableOfType(HarnessException.class, () -> run(agent, "Go"));
    }

    private static HarnessInput input(String question) {
        return new HarnessInput("Be brief.", List.of(Message.user(question)), List.of(), List.of(), null, null, null);
    }

    private RunContext context(World world) {
        return context(world, signals::add);
    }

    private static RunContext context(World world, Consumer<Signal> sink) {
        return RunContext.of(RunContext.Caller.of("ann", 1), world, sink);
    }

    private List<String> texts(String type) {
        List<String> texts = new ArrayList<>();
        for (Signal signal : signals) {
            if (signal.type().toString().equals(type) && signal.payload() instanceof Payload.Open open
                    && open.data() instanceof JsonValue.Obj data
                    && data.fields().get("content") instanceof JsonValue.Str(String text)) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static A2aTask task(A2aTaskState state, A2aPart... parts) {
        return new A2aTask("task-1", "context-1", new A2aTaskStatus(state, null, null),
                parts.length == 0 ? List.of() : List.of(new A2aArtifact("one", null, null, List.of(parts), List.of(),
                        A2aMetadata.NONE)),
                List.of(), A2aMetadata.NONE);
    }

    private static A2aEvent status(A2aTaskState state, @Nullable String words) {
        return new A2aEvent.StatusUpdate("task-1", "context-1",
                new A2aTaskStatus(state, words == null ? null : message(words), null),
                state.isTerminal() || state.isInterrupted(), A2aMetadata.NONE);
    }

    private static A2aEvent artifact(String id, String text, boolean isAppend) {
        return new A2aEvent.ArtifactUpdate("task-1", "context-1", new A2aArtifact(id, null, null,
                List.of(A2aPart.text(text)), List.of(), A2aMetadata.NONE), isAppend, false, A2aMetadata.NONE);
    }

    private static A2aMessage message(String text) {
        return new A2aMessage("message-1", A2aRole.AGENT, List.of(A2aPart.text(text)), A2aMessage.Links.NONE);
    }
}
