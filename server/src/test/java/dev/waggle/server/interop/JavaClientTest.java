package dev.waggle.server.interop;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.a2a.A2A;
import io.a2a.client.Client;
import io.a2a.client.TaskEvent;
import io.a2a.client.TaskUpdateEvent;
import io.a2a.client.config.ClientConfig;
import io.a2a.client.http.A2ACardResolver;
import io.a2a.client.transport.jsonrpc.JSONRPCTransport;
import io.a2a.client.transport.jsonrpc.JSONRPCTransportConfig;
import io.a2a.spec.A2AClientException;
import io.a2a.spec.AgentCard;
import io.a2a.spec.DeleteTaskPushNotificationConfigParams;
import io.a2a.spec.GetTaskPushNotificationConfigParams;
import io.a2a.spec.ListTaskPushNotificationConfigParams;
import io.a2a.spec.PushNotificationConfig;
import io.a2a.spec.Task;
import io.a2a.spec.TaskIdParams;
import io.a2a.spec.TaskNotCancelableError;
import io.a2a.spec.TaskNotFoundError;
import io.a2a.spec.TaskPushNotificationConfig;
import io.a2a.spec.TaskQueryParams;
import io.a2a.spec.TaskState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The public Java client, version 0.3.3.Final, which speaks protocol 0.3, against our server. */
@Timeout(120)
class JavaClientTest {

    @TempDir
    private Path folder;

    private ServedAgent agent;
    private AgentCard card;
    private final BlockingQueue<Object> events = new LinkedBlockingQueue<>();

    @BeforeEach
    void serve() throws Exception {
        agent = new ServedAgent(folder);
        card = new A2ACardResolver(agent.url()).getAgentCard();
    }

    @AfterEach
    void close() {
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageIsSolved(boolean isStreaming) throws Exception {
        Client client = client(isStreaming);
        client.sendMessage(A2A.toUserMessage("solve this"));

        Task task = until(TaskState.COMPLETED);

        assertThat(card.name()).isEqualTo("Waggle");
        assertThat(task.getArtifacts().toString()).contains("answer");
        assertThat(client.getTask(new TaskQueryParams(task.getId())).getStatus().state())
                .isEqualTo(TaskState.COMPLETED);
        assertThatThrownBy(() -> client.cancelTask(new TaskIdParams(task.getId())))
                .isInstanceOf(A2AClientException.class).hasCauseInstanceOf(TaskNotCancelableError.class);
        assertThatThrownBy(() -> client.getTask(new TaskQueryParams("no-such-task")))
                .isInstanceOf(A2AClientException.class).hasCauseInstanceOf(TaskNotFoundError.class);
        client.close();
    }

    @Test
    void aTaskIsSubscribedWatchedByAReceiverAndCancelled() throws Exception {
        Client client = client(true);
        client.sendMessage(A2A.toUserMessage("wait for me"));
        String id = until(TaskState.WORKING).getId();

        TaskPushNotificationConfig set = client.setTaskPushNotificationConfiguration(new TaskPushNotificationConfig(id,
                new PushNotificationConfig.Builder().id("hook").url(agent.hook()).token("secret-of-the-hook").build()));
        assertThat(set.pushNotificationConfig().url()).isEqualTo(agent.hook());
        assertThat(client.getTaskPushNotificationConfiguration(new GetTaskPushNotificationConfigParams(id, "hook"))
                .taskId()).isEqualTo(id);
        assertThat(client.listTaskPushNotificationConfigurations(new ListTaskPushNotificationConfigParams(id)))
                .hasSize(1);
        client.resubscribe(new TaskIdParams(id));
        assertThat(client.cancelTask(new TaskIdParams(id)).getStatus().state()).isEqualTo(TaskState.CANCELED);

        assertThat(until(TaskState.CANCELED).getId()).isEqualTo(id);
        assertThat(agent.update().token()).isEqualTo("secret-of-the-hook");
        client.deleteTaskPushNotificationConfigurations(new DeleteTaskPushNotificationConfigParams(id, "hook"));
        assertThat(client.listTaskPushNotificationConfigurations(new ListTaskPushNotificationConfigParams(id)))
                .isEmpty();
        client.close();
    }

    @Test
    void aSeatThatWaitsForAPersonIsInputRequired() throws Exception {
        Client client = client(true);
        client.sendMessage(A2A.toUserMessage("ask somebody"));

        assertThat(until(TaskState.INPUT_REQUIRED).getId()).isNotBlank();
        client.close();
    }

    private Client client(boolean isStreaming) throws Exception {
        return Client.builder(card)
                .clientConfig(new ClientConfig.Builder().setStreaming(isStreaming).build())
                .withTransport(JSONRPCTransport.class, new JSONRPCTransportConfig())
                .addConsumer((event, _) -> events.add(event)).streamingErrorHandler(events::add).build();
    }

    /** The task when it has that state, with a bound. */
    private Task until(TaskState state) throws InterruptedException {
        while (true) {
            Object event = events.poll(60, TimeUnit.SECONDS);
            @Nullable Task task = switch (event) {
                case null -> throw new AssertionError("the state " + state + " never came");
                case TaskEvent whole -> whole.getTask();
                case TaskUpdateEvent update -> update.getTask();
                default -> null; // The end of the stream that the client closes itself comes as an error.
            };
            if (task != null && task.getStatus().state() == state) {
                return task;
            }
        }
    }
}
