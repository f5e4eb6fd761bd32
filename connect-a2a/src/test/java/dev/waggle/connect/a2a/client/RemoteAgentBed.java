package dev.waggle.connect.a2a.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.ModelScheme.SchemeOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Remote agents in code, and calls of them, for tests. */
abstract class RemoteAgentBed {

    final List<Signal> signals = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    FakeAgent agent(A2aVersion version, FakeAgent.AgentScript script) {
        FakeAgent agent = FakeAgent.of(version, script);
        open.add(agent);
        return agent;
    }

    FakeAgent ending(A2aTaskState state, @Nullable String words) {
        return agent(A2aVersion.V1_0, (request, reply) -> {
            if (request instanceof A2aRequest.SendMessage) {
                reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
                reply.event(status(state, words));
            } else {
                reply.task(task(A2aTaskState.CANCELED));
            }
        });
    }

    FakeAgent refusing(A2aErrorCode code) {
        return agent(A2aVersion.V1_0, (request, reply) -> reply.error(code, "no"));
    }

    String malformed(FakeAgent.AgentScript script) throws Exception {
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

    RemoteAgents agents(Map<String, String> environment) {
        RemoteAgents agents = new RemoteAgents(environment);
        open.add(agents);
        return agents;
    }

    Harness harness(FakeAgent agent, Map<String, String> environment) {
        return agents(environment).harness(agent.name(), SchemeOptions.NONE);
    }

    HarnessOutput run(FakeAgent agent, String question) throws Exception {
        return harness(agent, Map.of()).run(input(question), context(World.system(1)));
    }

    HarnessException failure(FakeAgent agent) {
        return catchThrowableOfType(HarnessException.class, () -> run(agent, "Go"));
    }

    static HarnessInput input(String question) {
        return new HarnessInput("Be brief.", List.of(Message.user(question)), List.of(), List.of(), null, null, null);
    }

    RunContext context(World world) {
        return context(world, signals::add);
    }

    static RunContext context(World world, Consumer<Signal> sink) {
        return RunContext.of(RunContext.Caller.of("ann", 1), world, sink);
    }

    List<String> texts(String type) {
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

    static A2aTask task(A2aTaskState state, A2aPart... parts) {
        return new A2aTask("task-1", "context-1", new A2aTaskStatus(state, null, null),
                parts.length == 0 ? List.of() : List.of(new A2aArtifact("one", null, null, List.of(parts), List.of(),
                        A2aMetadata.NONE)),
                List.of(), A2aMetadata.NONE);
    }

    static A2aEvent status(A2aTaskState state, @Nullable String words) {
        return new A2aEvent.StatusUpdate("task-1", "context-1",
                new A2aTaskStatus(state, words == null ? null : message(words), null),
                state.isTerminal() || state.isInterrupted(), A2aMetadata.NONE);
    }

    static A2aEvent artifact(String id, String text, boolean isAppend) {
        return new A2aEvent.ArtifactUpdate("task-1", "context-1", new A2aArtifact(id, null, null,
                List.of(A2aPart.text(text)), List.of(), A2aMetadata.NONE), isAppend, false, A2aMetadata.NONE);
    }

    static A2aMessage message(String text) {
        return new A2aMessage("message-1", A2aRole.AGENT, List.of(A2aPart.text(text)), A2aMessage.Links.NONE);
    }
}
