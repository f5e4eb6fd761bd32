package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import dev.waggle.server.run.RunStatus;
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
 *   finished: escalated            input-required, until a client answers
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
        return new A2aTaskStatus(state, message(task, state, run.orElse(null)), time(task, run.orElse(null)));
    }

    A2aTaskState state(TaskRecord task) {
        return state(task, solves.find(task.id()).orElse(null));
    }

    /** True if a task has ended or waits for its client. */
    static boolean isOver(A2aTaskState state) {
        return state.isTerminal() || state.isInterrupted();
    }

    /** True if nothing is to come for a task, so that it may be forgotten. A person's answer is to come. */
    boolean isEnded(TaskRecord task) {
        Optional<RunLine> run = solves.find(task.id());
        if (run.isEmpty()) {
            return task.rejection() != null || !(starting.contains(task.id()) || solves.isActive(task.id()));
        }
        boolean isClosed = !EscalationQuestion.isOf(run.get()) || !task.isOpen();
        return run.get().status() == RunStatus.FAILED || (run.get().status() == RunStatus.FINISHED && isClosed);
    }

    /** True if the log of the run has no time of the state of a task that has ended or waits. */
    boolean isUntimed(TaskRecord task) {
        return task.isOpen() && task.rejection() == null
                && solves.find(task.id()).filter(run -> run.endedAt() == null).isPresent();
    }

    /** Time of the last known change of the state, in milliseconds, as a status has it. */
    Instant changedAt(TaskRecord task) {
        return time(task, solves.find(task.id()).orElse(null)).truncatedTo(ChronoUnit.MILLIS);
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
            case FINISHED -> EscalationQuestion.isOf(run) && task.answer() == null ? A2aTaskState.INPUT_REQUIRED
                    : ofEnding(run.ending());
        };
    }

    /** True if the run of a task has ended in an escalation. */
    boolean isEscalated(TaskRecord task) {
        return EscalationQuestion.isOf(solves.find(task.id()).orElse(null));
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

    private static Instant time(TaskRecord task, @Nullable RunLine run) {
        if (task.canceledAt() != null) {
            return task.canceledAt();
        }
        Instant noted = task.changes().lastAt();
        Instant logged = run == null ? task.origin().at() : run.endedAt() == null ? run.startedAt() : run.endedAt();
        return noted == null || noted.isBefore(logged) ? logged : noted;
    }

    private @Nullable A2aMessage message(TaskRecord task, A2aTaskState state, @Nullable RunLine run) {
        return switch (state) {
            case REJECTED -> said(task, state, A2aPart.text(task.rejection() == null
                    ? "The server ended before the task began.\nMaybe send the message again with a new id."
                    : task.rejection()));
            case FAILED -> said(task, state, A2aPart.text(run == null || run.failure() == null
                    ? "Every turn of the last round failed." : run.failure()));
            case COMPLETED -> said(task, state, A2aPart.text(ended(task, run)));
            case CANCELED -> said(task, state, A2aPart.text("Canceled."));
            case INPUT_REQUIRED -> EscalationQuestion.isOf(run)
                    ? said(task, state, question(task))
                    : asked(task);
            case UNKNOWN, SUBMITTED, WORKING, AUTH_REQUIRED -> null;
        };
    }

    private List<A2aPart> question(TaskRecord task) {
        try {
            return EscalationQuestion.of(solves.result(task.id())).parts();
        } catch (RuntimeException unreadable) { // The view reads the result, too, and says so.
            return List.of(A2aPart.text("The swarm asks for a decision."));
        }
    }

    private static String ended(TaskRecord task, @Nullable RunLine run) {
        EscalationAnswer answer = task.answer();
        if (answer != null) {
            return answer.choice() instanceof EscalationAnswer.Choice.OfNothing
                    ? "Left undecided by " + answer.by() + '.'
                    : "Decided by " + answer.by() + ", not by the votes of the swarm.";
        }
        return run != null && Boolean.TRUE.equals(run.decided()) ? "Decided."
                : "Not decided: " + (run == null ? "" : run.ending()) + '.';
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
        return said(task, state, List.of(parts));
    }

    private static A2aMessage said(TaskRecord task, A2aTaskState state, List<A2aPart> parts) {
        return new A2aMessage(task.id() + '-' + state.name().toLowerCase(Locale.ROOT), A2aRole.AGENT,
                parts, A2aMessage.Links.to(task.origin().contextId(), task.id()));
    }
}
