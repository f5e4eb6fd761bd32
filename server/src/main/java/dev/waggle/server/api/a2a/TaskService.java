package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskPage;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.run.SolveSpending;
import dev.waggle.signal.world.World;

/** Tasks of callers: their beginning, their messages and their lists. Each refusal is an {@link A2aException}. */
final class TaskService {

    static final int MAX_PAGE = 100;

    private static final int DEFAULT_PAGE = 50;
    /** Length of a page from which on it has no further task, in characters. */
    private static final long MAX_PAGE_LENGTH = 4 << 20;
    private static final A2aCodec CODEC = A2aCodec.of(A2aVersion.V1_0);

    private final TaskStore store;
    private final TaskStates states;
    private final TaskView view;
    private final SolveRegistry solves;
    private final AccessLimiter limits;
    private final TaskReplies replies;
    private final PushConfigs push;
    private final Consumer<String> onEnd;
    private final World world;

    /**
     * Parts of a service.
     *
     * @param limits limits of tokens
     * @param onEnd receives the id of a task that was rejected
     */
    record Parts(TaskStore store, TaskStates states, TaskView view, SolveRegistry solves, AccessLimiter limits,
            TaskReplies replies, PushConfigs push, Consumer<String> onEnd) {}

    TaskService(Parts parts, World world) {
        this.store = parts.store();
        this.states = parts.states();
        this.view = parts.view();
        this.solves = parts.solves();
        this.limits = parts.limits();
        this.replies = parts.replies();
        this.push = parts.push();
        this.onEnd = parts.onEnd();
        this.world = world;
    }

    /**
     * Accepts a message: it begins a task, or answers for a person.
     *
     * @param verbosity verbosity of a task whose message asks for none
     */
    TaskRecord accept(A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version,
            EventVerbosity verbosity) {
        A2aMessage message = send.message();
        MessageBounds.require(message);
        if (message.role() != A2aRole.USER) {
            throw OrderReader.invalid("role must be that of the user");
        }
        OrderReader.requireKnownOutputs(send.options().acceptedOutputModes());
        push.require(send.options().pushTarget());
        EventVerbosity wanted = OrderReader.verbosity(send, verbosity); // Refused before anything is accepted.
        String task = message.links().taskId();
        return task == null ? begin(send, caller, version, wanted)
                : goOn(require(task, caller), send, caller, version);
    }

    private TaskRecord goOn(TaskRecord task, A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version) {
        replies.accept(task, send, caller, version);
        return require(task.id(), caller);
    }

    /** A task of the caller. That of somebody else is as unknown as one that there is not. */
    TaskRecord require(String id, CallerIdentity caller) {
        return store.find(id).filter(task -> task.isOf(caller)).orElseThrow(() -> new A2aException(
                A2aErrorCode.TASK_NOT_FOUND, "there is no such task"));
    }

    /**
     * Tasks of the caller that fit a filter, the one whose state changed last first. A page ends early where it would become
     * too long.
     */
    A2aTaskPage list(A2aRequest.ListTasks request, CallerIdentity caller) {
        Integer asked = request.page().size();
        int size = asked == null ? DEFAULT_PAGE : asked;
        if (size < 1 || size > MAX_PAGE) {
            throw OrderReader.invalid("pageSize must be between 1 and " + MAX_PAGE + ", got " + size);
        }
        NavigableMap<TaskPlace, TaskRecord> all = new TreeMap<>();
        store.newestFirst().stream().filter(task -> task.isOf(caller) && isWanted(task, request.filter()))
                .forEach(task -> all.put(new TaskPlace(states.changedAt(task), task.id()), task));
        String token = request.page().token();
        NavigableMap<TaskPlace, TaskRecord> rest = token == null ? all : all.tailMap(TaskPlace.of(token), false);
        int history = request.historyLength() == null ? 0 : request.historyLength();
        List<A2aTask> tasks = new ArrayList<>();
        TaskPlace last = null;
        long length = 0;
        for (Map.Entry<TaskPlace, TaskRecord> entry : rest.entrySet()) {
            if (tasks.size() == size || length > MAX_PAGE_LENGTH) {
                break;
            }
            last = entry.getKey();
            tasks.add(view.of(entry.getValue(), history, request.hasArtifacts()));
            length += JsonText.write(CODEC.task(tasks.getLast())).length();
        }
        return new A2aTaskPage(tasks, last == null || last.equals(all.lastKey()) ? null : last.token(), size,
                all.size());
    }

    /** Place of a task in a list, which it keeps until its state changes. */
    private record TaskPlace(Instant changedAt, String id) implements Comparable<TaskPlace> {

        static TaskPlace of(String token) {
            int end = token.indexOf('/');
            try {
                return new TaskPlace(Instant.parse(token.substring(0, Math.max(0, end))), token.substring(end + 1));
            } catch (DateTimeParseException invalid) {
                throw OrderReader.invalid("pageToken must be the nextPageToken of a page");
            }
        }

        String token() {
            return changedAt + "/" + id;
        }

        @Override
        public int compareTo(TaskPlace other) {
            int later = other.changedAt.compareTo(changedAt);
            return later == 0 ? other.id.compareTo(id) : later;
        }
    }

    private boolean isWanted(TaskRecord task, A2aRequest.TaskFilter filter) {
        return (filter.contextId() == null || filter.contextId().equals(task.origin().contextId()))
                && (filter.state() == null || filter.state() == states.state(task))
                && (filter.changedSince() == null || !states.changedAt(task).isBefore(filter.changedSince()));
    }

    private TaskRecord begin(A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version,
            EventVerbosity verbosity) {
        A2aMessage message = send.message();
        SolveOrder order = OrderReader.order(message);
        String key = "a2a " + (caller.tenant() == null ? "" : caller.tenant()) + '\n' + message.messageId();
        String run = SolveRegistry.runOf(caller.name(), key);
        String context = message.links().contextId();
        synchronized (this) {
            Optional<TaskRecord> known = store.find(run);
            if (known.isPresent() && known.get().has(message)) {
                return known.get();
            }
            states.starting(run);
            store(new TaskChange.Begun(new TaskRecord.Origin(run,
                    context == null ? world.nextId("context") : context, caller.name(), caller.tenant(), world.now(),
                    verbosity), message));
        }
        try {
            A2aPushTarget target = send.options().pushTarget();
            if (target != null) {
                var _ = push.set(require(run, caller), target, version);
            }
            start(run, key, order, caller);
        } finally {
            states.started(run);
        }
        return require(run, caller);
    }

    private void store(TaskChange change) {
        try {
            store.store(change);
        } catch (RuntimeException | Error failed) {
            states.started(change.task());
            throw failed;
        }
    }

    /** Starts the run of a task; what refuses it now rejects the task. */
    private void start(String run, String key, SolveOrder order, CallerIdentity caller) {
        SolveSpending spending = SolveSpending.of(limits, caller.name());
        try {
            SolveRegistry.Started _ = solves.start(order, caller.name(), key, caller.tenant(), spending::reserve,
                    spending::settle);
        } catch (ProblemException refused) {
            reject(run, spending, refused.problem().words());
        } catch (AccessRefusedException | IllegalArgumentException refused) {
            reject(run, spending, String.valueOf(refused.getMessage()));
        } catch (RuntimeException | Error failed) {
            reject(run, spending, "the server failed\nMaybe see its log.");
            throw failed;
        }
    }

    private void reject(String run, SolveSpending spending, String reason) {
        spending.settle(null);
        store.store(new TaskChange.Rejected(run, AnswerExcerpt.of(reason, AnswerExcerpt.MAX_REFUSAL), world.now()));
        onEnd.accept(run);
    }
}
