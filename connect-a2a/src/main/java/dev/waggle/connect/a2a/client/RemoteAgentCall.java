package dev.waggle.connect.a2a.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import dev.waggle.connect.a2a.codec.RpcResponse;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aSendOptions;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.llm.wire.EventFormat;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One message to a remote agent and the work on it.
 *
 * <pre>
 *   card offers streams -> stream -> [ it breaks off -> GetTask until done ] -> last state
 *   otherwise           -> send without waiting    -> GetTask until done     -> last state
 *   interrupt, deadline, silence, cut, failure     -> connection closed, CancelTask
 * </pre>
 *
 * An agent without streams is asked not to wait, because only a task whose id is known can be cancelled. Owned by the
 * thread of the call.
 */
final class RemoteAgentCall {

    /** Longest silence of an agent at work; one that solves in rounds may say nothing for minutes. */
    static final Duration SILENCE = Duration.ofMinutes(10);

    /** First and longest wait between two questions for a task, and the factor between. */
    static final Duration FIRST_WAIT = Duration.ofMillis(250);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
    private static final int WAIT_FACTOR = 2;

    /** Maximum number of consecutive questions for a task that fail on the way. */
    private static final int MAX_FAILED_POLLS = 3;

    /** Largest answer that is no stream, in bytes. */
    private static final long MAX_ANSWER = 16L * 1_024 * 1_024;

    private final RemoteAgent agent;
    private final RunContext context;
    private final HarnessRun run;
    private final AgentFailures failures;
    private final AnswerSink sink;
    private final RemoteTask task;
    private AgentEndpoint endpoint;

    RemoteAgentCall(RemoteAgent agent, AgentEndpoint endpoint, RunContext context, HarnessRun run, AnswerSink sink,
            AgentFailures failures) {
        this.agent = agent;
        this.endpoint = endpoint;
        this.context = context;
        this.run = run;
        this.sink = sink;
        this.failures = failures;
        task = new RemoteTask(sink);
    }

    /** Sends the message and waits for the answer, which goes to the run. */
    void run(A2aMessage message) throws HarnessException, InterruptedException {
        boolean isComplete = false;
        try {
            send(message);
            poll();
            isComplete = run.isCut() || task.state() == A2aTaskState.COMPLETED;
            if (!run.isCut() && (!isComplete || !task.finish())) {
                throw failures.ended(task);
            }
        } catch (TransportException | RemoteErrorException | A2aException failed) {
            throw failures.of(failed);
        } finally {
            sink.flush();
            if (isComplete) {
                agent.contexts().put(context.caller(), task.contextId());
            } else {
                agent.contexts().remove(context.caller());
                agent.forget();
            }
            cancel();
        }
    }

    private void send(A2aMessage message) throws HarnessException, InterruptedException {
        if (endpoint.isStreaming()) {
            try {
                stream(message);
                return;
            } catch (RemoteErrorException refused) {
                if (task.taskId() != null || !isWithoutStreams(refused)) {
                    throw refused;
                }
                endpoint = endpoint.withoutStreams();
                agent.correct(endpoint);
            }
        }
        A2aSendOptions atOnce = new A2aSendOptions(List.of(), null, false, null);
        JsonValue result = result(new A2aRequest.SendMessage(message, atOnce, A2aMetadata.NONE, false));
        run.markChargeable();
        task.read(checked(() -> endpoint.codec().event(result)));
    }

    private static boolean isWithoutStreams(RemoteErrorException refused) {
        return refused.code() == A2aErrorCode.UNSUPPORTED_OPERATION.code()
                || refused.code() == A2aErrorCode.METHOD_NOT_FOUND.code();
    }

    private void stream(A2aMessage message) throws HarnessException, InterruptedException {
        long id = agent.nextId();
        var request = endpoint.message(id, new A2aRequest.SendMessage(message, A2aSendOptions.DEFAULTS,
                A2aMetadata.NONE, true), true).build();
        StreamingRequest line = agent.newRequest(context.world());
        EventInput events = new EventInput(id);
        try {
            exchange(line, context.deadline()).await(() -> {
                line.run(request, EventFormat.SERVER_SENT_EVENTS, events);
                return true;
            });
        } catch (TransportException broken) {
            boolean mayGoOn = broken.error() instanceof TransportError.Interruption
                    || broken.error() instanceof TransportError.ForeignFormat;
            boolean isUnknown = task.taskId() == null && !task.isDone();
            if (isUnknown || !mayGoOn) {
                throw statusError(broken);
            }
        } finally {
            if (line.isAccepted()) {
                run.markChargeable();
            }
        }
    }

    /** Asks for the task until it has its last state. */
    private void poll() throws HarnessException, InterruptedException {
        Duration wait = FIRST_WAIT;
        Deadline quiet = Deadline.in(SILENCE, context.world());
        int failed = 0;
        int length = task.length();
        while (!task.isDone() && !run.isCut()) {
            String id = task.taskId();
            if (id == null) {
                throw new A2aException(A2aErrorCode.INVALID_AGENT_RESPONSE, "ended its answer before it named a task");
            }
            var _ = context.deadline().within(wait).await(new CompletableFuture<Void>());
            if (context.deadline().isExpired()) {
                throw failures.late();
            }
            try {
                JsonValue result = result(new A2aRequest.GetTask(id, null));
                task.read(checked(() -> endpoint.codec().task(result)));
                failed = 0;
            } catch (TransportException notThere) {
                if (++failed > MAX_FAILED_POLLS || !isTransient(notThere)) {
                    throw notThere;
                }
            }
            if (task.length() != length) {
                length = task.length();
                quiet = Deadline.in(SILENCE, context.world());
            } else if (quiet.isExpired()) {
                throw failures.silent(SILENCE);
            }
            wait = wait.multipliedBy(WAIT_FACTOR).compareTo(LONGEST_WAIT) < 0
                    ? wait.multipliedBy(WAIT_FACTOR)
                    : LONGEST_WAIT;
        }
    }

    /** True for a failure that another question may not have; a question changes nothing. */
    private static boolean isTransient(TransportException failed) {
        return failed.error() instanceof TransportError.Unreachable
                || failed.error() instanceof TransportError.Interruption
                || (failed.error() instanceof TransportError.Status status
                        && (status.code() >= 500 || status.code() == 429));
    }

    private JsonValue result(A2aRequest request) throws HarnessException, InterruptedException {
        long id = agent.nextId();
        var message = endpoint.message(id, request, false).build();
        StreamingRequest line = agent.newRequest(context.world());
        try {
            String body = exchange(line, context.deadline()).await(() -> line.readChecked(message, MAX_ANSWER));
            return checked(() -> resultOf(JsonText.read(body), id));
        } catch (TransportException failed) {
            throw statusError(failed);
        }
    }

    /** The error of JSON-RPC in the body of an HTTP error, if it has one. */
    private static RuntimeException statusError(TransportException failed) {
        if (failed.error() instanceof TransportError.Status(int code, String excerpt, _) && code != 401
                && code != 403) {
            try {
                if (RpcResponse.of(JsonText.read(excerpt)) instanceof RpcResponse.Failure(_, int error, String words)) {
                    return new RemoteErrorException(error, words);
                }
            } catch (IllegalArgumentException notRpc) {
                // Then the status says all that is known.
            }
        }
        return failed;
    }

    private static JsonValue resultOf(JsonValue body, long id) {
        return switch (RpcResponse.of(body)) {
            case RpcResponse.Failure(_, int code, String words) -> throw new RemoteErrorException(code, words);
            case RpcResponse.Result(JsonValue answered, JsonValue value) -> {
                if (!JsonValue.of(id).equals(answered)) {
                    throw new IllegalArgumentException("an answer to another request");
                }
                yield value;
            }
        };
    }

    private static <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException bad) {
            throw new A2aException(A2aErrorCode.INVALID_AGENT_RESPONSE, "sent what is not A2A: " + bad.getMessage());
        }
    }

    private AgentExchange exchange(StreamingRequest line, Deadline deadline) {
        return new AgentExchange(line, deadline, SILENCE, failures);
    }

    /** Cancels the task if it still runs, and does not wait for it. */
    private void cancel() {
        String id = task.taskId();
        if (id == null || !task.isOpen()) {
            return;
        }
        var request = endpoint.message(agent.nextId(), new A2aRequest.CancelTask(id, A2aMetadata.NONE), false)
                .timeout(CancelQueue.LIMIT).build();
        StreamingRequest line = agent.newRequest(context.world());
        agent.cancels().send(() -> {
            var _ = line.readChecked(request, MAX_ANSWER);
        }, line::stop);
    }

    /** Input of the events of a stream, on the thread of the request. */
    private final class EventInput implements StreamingRequest.EventConsumer {

        private final long id;

        EventInput(long id) {
            this.id = id;
        }

        @Override
        public void read(JsonValue event) {
            task.read(checked(() -> endpoint.codec().event(resultOf(event, id))));
        }

        @Override
        public boolean isComplete() {
            return task.isStreamEnd();
        }

        @Override
        public boolean isCut() {
            return run.isCut();
        }

        @Override
        public @Nullable String error() {
            return null; // An error of JSON-RPC is thrown where it is read.
        }
    }
}
