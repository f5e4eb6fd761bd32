package dev.waggle.server.api.a2a;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskPage;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.run.SolveSpending;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Tasks of callers: their beginning, their messages and their lists. Each refusal is an {@link A2aException}. */
final class TaskService {

    static final int MAX_PAGE = 100;

    private static final int DEFAULT_PAGE = 50;
    private static final int MAX_ID = 256;

    private final TaskStore store;
    private final TaskStates states;
    private final TaskView view;
    private final SolveRegistry solves;
    private final AccessLimiter limits;
    private final SeatReply seats;
    private final PushConfigs push;
    private final World world;

    /**
     * Parts of a service.
     *
     * @param limits limits of tokens
     */
    record Parts(TaskStore store, TaskStates states, TaskView view, SolveRegistry solves, AccessLimiter limits,
            SeatReply seats, PushConfigs push) {}

    TaskService(Parts parts, World world) {
        this.store = parts.store();
        this.states = parts.states();
        this.view = parts.view();
        this.solves = parts.solves();
        this.limits = parts.limits();
        this.seats = parts.seats();
        this.push = parts.push();
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
        requireId("messageId", message.messageId());
        requireId("contextId", message.links().contextId());
        if (message.role() != A2aRole.USER) {
            throw OrderReader.invalid("role must be that of the user");
        }
        OrderReader.requireKnownOutputs(send.options().acceptedOutputModes());
        push.require(send.options().pushTarget());
        String task = message.links().taskId();
        return task == null ? begin(send, caller, version, OrderReader.verbosity(send, verbosity))
                : goOn(require(task, caller), send, caller, version);
    }

    /** A task of the caller. That of somebody else is as unknown as one that there is not. */
    TaskRecord require(String id, CallerIdentity caller) {
        return store.find(id).filter(task -> task.isOf(caller)).orElseThrow(() -> new A2aException(
                A2aErrorCode.TASK_NOT_FOUND, "there is no such task"));
    }

    /** Tasks of the caller that fit a filter, the newest first. */
    A2aTaskPage list(A2aRequest.ListTasks request, CallerIdentity caller) {
        Integer asked = request.page().size();
        int size = asked == null ? DEFAULT_PAGE : asked;
        if (size < 1 || size > MAX_PAGE) {
            throw OrderReader.invalid("pageSize must be between 1 and " + MAX_PAGE + ", got " + size);
        }
        List<TaskRecord> all = store.newestFirst().stream()
                .filter(task -> task.isOf(caller) && isWanted(task, request.filter())).toList();
        int from = place(all, request.page().token());
        List<TaskRecord> page = all.subList(from, Math.min(all.size(), from + size));
        boolean isLast = from + page.size() == all.size();
        int history = request.historyLength() == null ? 0 : request.historyLength();
        List<A2aTask> tasks = page.stream().map(task -> view.of(task, history, request.hasArtifacts())).toList();
        return new A2aTaskPage(tasks, isLast ? null : page.getLast().id(), size, all.size());
    }

    private static int place(List<TaskRecord> all, @Nullable String token) {
        if (token == null) {
            return 0;
        }
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id().equals(token)) {
                return i + 1;
            }
        }
        throw OrderReader.invalid("pageToken must be the nextPageToken of a page with the same filter");
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
            if (known.isPresent()) {
                return requireSame(known.get(), message);
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
        } catch (UncheckedIOException | IllegalArgumentException failed) {
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
            reject(run, spending, words(refused.problem()));
        } catch (AccessRefusedException | IllegalArgumentException refused) {
            reject(run, spending, String.valueOf(refused.getMessage()));
        } catch (RuntimeException | Error failed) {
            reject(run, spending, "the server failed\nMaybe see its log.");
            throw failed;
        }
    }

    private static String words(Problem problem) {
        return problem.remedy() == null ? problem.detail() : problem.detail() + '\n' + problem.remedy();
    }

    private void reject(String run, SolveSpending spending, String reason) {
        spending.settle(null);
        store.store(new TaskChange.Rejected(run, reason));
    }

    private static TaskRecord requireSame(TaskRecord known, A2aMessage message) {
        List<A2aPart> before = known.messages().getFirst().parts();
        if (!before.equals(message.parts())) {
            throw OrderReader.invalid("the messageId was used for another message, of the task " + known.id()
                    + "\nMaybe use a new id.");
        }
        return known;
    }

    private TaskRecord goOn(TaskRecord task, A2aRequest.SendMessage send, CallerIdentity caller, A2aVersion version) {
        A2aMessage message = send.message();
        String context = message.links().contextId();
        if (context != null && !context.equals(task.origin().contextId())) {
            throw OrderReader.invalid("contextId must be that of the task, " + task.origin().contextId());
        }
        if (task.has(message.messageId())) {
            return task;
        }
        A2aTaskState state = states.state(task);
        if (state != A2aTaskState.INPUT_REQUIRED) {
            throw new A2aException(A2aErrorCode.UNSUPPORTED_OPERATION, "the task takes no message, it is "
                    + state.name().toLowerCase(Locale.ROOT)
                    + (state.isTerminal() ? "\nMaybe send a message without taskId." : ""));
        }
        List<OpenSeat> open = states.openSeats(task.id());
        SeatReply.Answer answer = seats.read(task, open, message, caller);
        if (send.options().pushTarget() != null) {
            var _ = push.set(task, send.options().pushTarget(), version);
        }
        store.store(new TaskChange.Messaged(task.id(), message));
        seats.store(answer, caller);
        return require(task.id(), caller);
    }

    private static void requireId(String name, @Nullable String id) {
        if (id != null && (id.isBlank() || id.length() > MAX_ID)) {
            throw OrderReader.invalid(name + " must have 1 to " + MAX_ID + " characters, got " + id.length());
        }
    }
}
