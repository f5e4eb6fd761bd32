package dev.waggle.connect.a2a.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Lies, floods and nonsense of a remote agent. */
class HostileAgentTest extends RemoteAgentBed {

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

    @Test
    void endlessIdsAndDataAreRefused() throws Exception {
        String id = "i".repeat(RemoteTask.MAX_ID + 1);
        assertThat(malformed((request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            reply.event(artifact(id, "text", false));
        })).contains("an artifact with an id of 1025 characters");
        assertThat(malformed((request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            reply.event(new A2aEvent.StatusUpdate("task-1", "context-1", new A2aTaskStatus(A2aTaskState.WORKING,
                    new A2aMessage(id, A2aRole.AGENT, List.of(A2aPart.text("x")), A2aMessage.Links.NONE), null), false,
                    A2aMetadata.NONE));
        })).contains("a message with an id of 1025 characters");
        assertThat(malformed((request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            for (int i = 0; i < 12; i++) {
                reply.event(data("d" + i, "x".repeat(100_000)));
            }
            reply.event(status(A2aTaskState.COMPLETED, null));
        })).contains("more than 1000000 characters of data");
    }

    @Test
    void muchDataBesideATextIsIgnored() throws Exception {
        FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> {
            reply.event(new A2aEvent.Snapshot(task(A2aTaskState.WORKING)));
            for (int i = 0; i < 12; i++) {
                reply.event(data("d" + i, "x".repeat(100_000)));
            }
            reply.event(artifact("one", "the answer", false));
            reply.event(status(A2aTaskState.COMPLETED, null));
        });

        assertThat(run(agent, "Go").content()).isEqualTo("the answer");
    }

    @Test
    void aCardThatCannotBeUsedIsRefusedBeforeAMessage() {
        String card = FakeAgent.cardOf(A2aVersion.V1_0, "URL", true, "");
        Map<String, String> reasons = Map.of(
                card.replace("\"1.0\"", "\"2.0\""), "only JSONRPC of the versions 1.0 and 0.3",
                card.replace("JSONRPC", "GRPC"), "only JSONRPC of the versions 1.0 and 0.3",
                card.replace("URL/rpc", "file:///etc/passwd"), "only JSONRPC of the versions 1.0 and 0.3",
                card.replace("\"streaming\":true", "\"extensions\":[{\"uri\":\"urn:x\",\"required\":true}]"),
                "requires the extension \"urn:x\"",
                card.replace("\"skills\"", "\"x\":\"" + "y".repeat(1_100_000) + "\",\"skills\""), "sent more than",
                card.replace("\"skills\"", "\"x\":" + "[".repeat(5_000) + ",\"skills\""), "is none",
                card.replace("Bob", ""), "is none");

        reasons.forEach((written, reason) -> {
            FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> reply.hang())
                    .withCard(url -> written.replace("URL", url));
            assertThat(failure(agent)).hasMessageContaining(reason);
            assertThat(agent.requests()).allSatisfy(request -> assertThat(request.request()).isNull());
        });
    }

    @Test
    void aCardCannotPutTheTokenIntoAHeaderOfTheConnection() {
        for (String header : List.of("Host", "Content-Length", "a b", "x\\r\\nHost")) {
            FakeAgent agent = agent(A2aVersion.V1_0, (request, reply) -> reply.hang()).withCard(url -> FakeAgent.cardOf(
                    A2aVersion.V1_0, url, true, ",\"securitySchemes\":{\"k\":{\"apiKeySecurityScheme\":{\"location\":"
                            + "\"header\",\"name\":\"" + header
                            + "\"}}},\"securityRequirements\":[{\"schemes\":{\"k\":{}}}]"));
            Map<String,
                    String> environment = Map.of(AgentAddress.of(agent.name()).tokenVariable(), "token-of-the-user");

            HarnessException refused = catchThrowableOfType(HarnessException.class,
                    () -> harness(agent, environment).run(input("Go"), context(World.system(1))));

            assertThat(refused.failure().kind()).isEqualTo(Kind.MALFORMED);
            assertThat(refused).hasMessageContaining("which no client may set")
                    .hasMessageNotContaining("token-of-the-user");
            assertThat(agent.requests()).allSatisfy(request -> assertThat(request.headers().toString())
                    .doesNotContain("token-of-the-user"));
        }
    }

    @Test
    @Timeout(20)
    void aCancelWhoseAnswerNeverEndsIsGivenUp() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        CancelQueue cancels = new CancelQueue(world);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        cancels.send(() -> {
            begun.countDown();
            try {
                stopped.await();
                ended.countDown();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }, stopped::countDown);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();

        while (!ended.await(10, TimeUnit.MILLISECONDS)) {
            world.advance(CancelQueue.LIMIT);
        }

        cancels.drain();
    }

    private static A2aEvent data(String id, String text) {
        return new A2aEvent.ArtifactUpdate("task-1", "context-1", new A2aArtifact(id, null, null,
                List.of(A2aPart.data(new JsonValue.Obj(Map.of("text", JsonValue.of(text))))), List.of(),
                A2aMetadata.NONE), false, false, A2aMetadata.NONE);
    }
}
