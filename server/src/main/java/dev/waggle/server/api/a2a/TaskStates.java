package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.run.OpenSeat;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.jspecify.annotations.Nullable;

/**
 * States of tasks, derived from their runs. May be used by many threads.
 *
 * <pre>
 *   refused after acceptance       rejected
 *   about to start, no entry yet   submitted
 *   running                        working
 *   suspended, a seat is open      input-required
 *   suspended, all have answered   working, since it goes on by itself
 *   interrupted by a restart       working, since it goes on by itself
 *   finished: cancelled            canceled
 *   finished: every turn failed    failed
 *   finished otherwise             completed, decided or not
 *   could not go on                failed
 * </pre>
 */
final class TaskStates {

    private final SolveRegistry solves;
    private final SeatRegistry seats;
    /** Tasks whose runs are being prepared. */
    private final Set<String> starting = ConcurrentHashMap.newKeySet();

    TaskStates(SolveRegistry solves, SeatRegistry seats) {
        this.solves = solves;
        this.seats = seats;
    }

    void starting(String task) {
        starting.add(task);
    }

    void started(String task) {
        starting.remove(task);
    }

    /** The status with its message. */
    A2aTaskStatus status(TaskRecord task) {
        Optional<RunLine> run = solves.find(task.id());
        A2aTaskState state = state(task, run.orElse(null));
        return new A2aTaskStatus(state, message(task, state, run.orElse(null)), time(task, state, run.orElse(null)));
    }

    A2aTaskState state(TaskRecord task) {
        return state(task, solves.find(task.id()).orElse(null));
    }

    /** True if a task has ended or waits for its client. */
    static boolean isOver(A2aTaskState state) {
        return state.isTerminal() || state.isInterrupted();
    }

    /** Time of the last known change of the state. */
    Instant changedAt(TaskRecord task) {
        RunLine run = solves.find(task.id()).orElse(null);
        return time(task, state(task, run), run);
    }

    private A2aTaskState state(TaskRecord task, @Nullable RunLine run) {
        if (task.rejection() != null) {
            return A2aTaskState.REJECTED;
        }
        if (task.canceledAt() != null) {
            return A2aTaskState.CANCELED;
        }
        if (run == null) {
            return starting.contains(task.id()) || solves.isActive(task.id()) ? A2aTaskState.SUBMITTED
                    : A2aTaskState.REJECTED;
        }
        return switch (run.status()) {
            case RUNNING -> run.firstEntry() == null ? A2aTaskState.SUBMITTED : A2aTaskState.WORKING;
            case INTERRUPTED -> A2aTaskState.WORKING;
            case SUSPENDED -> openSeats(task.id()).isEmpty() ? A2aTaskState.WORKING : A2aTaskState.INPUT_REQUIRED;
            case FAILED -> A2aTaskState.FAILED;
            case FINISHED -> ofEnding(run.ending());
        };
    }

    private static A2aTaskState ofEnding(@Nullable String ending) {
        if (LoopStop.CANCELLED.wireName().equals(ending)) {
            return A2aTaskState.CANCELED;
        }
        return LoopStop.FAILURE.wireName().equals(ending) ? A2aTaskState.FAILED : A2aTaskState.COMPLETED;
    }

    /** Requests to people that wait for an answer. */
    List<OpenSeat> openSeats(String run) {
        return seats.open(run, CallerIdentity.owner());
    }

    private static Instant time(TaskRecord task, A2aTaskState state, @Nullable RunLine run) {
        if (state == A2aTaskState.CANCELED && task.canceledAt() != null) {
            return task.canceledAt();
        }
        if (run == null) {
            return task.origin().at();
        }
        return run.endedAt() == null ? run.startedAt() : run.endedAt();
    }

    private @Nullable A2aMessage message(TaskRecord task, A2aTaskState state, @Nullable RunLine run) {
        return switch (state) {
            case REJECTED -> said(task, state, A2aPart.text(task.rejection() == null
                    ? "The server ended before the task began.\nMaybe send the message again with a new id."
                    : task.rejection()));
            case FAILED -> said(task, state, A2aPart.text(run == null || run.failure() == null
                    ? "Every turn of the last round failed." : run.failure()));
            case COMPLETED -> said(task, state, A2aPart.text(run != null && Boolean.TRUE.equals(run.decided())
                    ? "Decided." : "Not decided: " + (run == null ? "" : run.ending()) + '.'));
            case CANCELED -> said(task, state, A2aPart.text("Canceled."));
            case INPUT_REQUIRED -> asked(task);
            case UNKNOWN, SUBMITTED, WORKING, AUTH_REQUIRED -> null;
        };
    }

    private A2aMessage asked(TaskRecord task) {
        List<OpenSeat> open = openSeats(task.id());
        String names = open.stream().map(seat -> seat.turn().seat()).collect(Collectors.joining(", "));
        List<JsonObjectBuilder> requests = open.stream().map(this::request).toList();
        return said(task, A2aTaskState.INPUT_REQUIRED,
                A2aPart.text("Waits for the answer of " + names + ". Send a message with this taskId; its text has a "
                        + "line for each statement, such as \"vote NAME agree 0.9 REASON\" or \"pass\". "
                        + "If several are asked, send a data part {\"seat\": NAME, \"lines\": [...]}."),
                A2aPart.data(new JsonObjectBuilder()
                        .with("seats", requests.stream().map(JsonObjectBuilder::json).toList()).json()));
    }

    private JsonObjectBuilder request(OpenSeat seat) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("seat", seat.turn().seat())
                .with("turn", seat.turn().turn()).with("round", seat.turn().round())
                .with("deadline", seat.deadline().toString());
        seats.read(seat).ifPresent(read -> to.withTexts("forms", read.request().forms()));
        return to;
    }

    /** A message about a state; its id is the same each time, so that a client knows it again. */
    private static A2aMessage said(TaskRecord task, A2aTaskState state, A2aPart... parts) {
        return new A2aMessage(task.id() + '-' + state.name().toLowerCase(Locale.ROOT), A2aRole.AGENT,
                List.of(parts), A2aMessage.Links.to(task.origin().contextId(), task.id()));
    }
}
