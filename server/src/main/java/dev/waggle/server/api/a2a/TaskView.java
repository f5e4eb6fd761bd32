package dev.waggle.server.api.a2a;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/** Tasks as callers see them. */
final class TaskView {

    private static final A2aPart UNREADABLE = A2aPart.text("Its result cannot be read from the log any more.");
    private static final System.Logger LOG = System.getLogger(TaskView.class.getName());

    private final SolveRegistry solves;
    private final TaskStates states;

    TaskView(SolveRegistry solves, TaskStates states) {
        this.solves = solves;
        this.states = states;
    }

    /** A task with its artifacts and the latest messages; all messages without a length. */
    A2aTask whole(TaskRecord task, @Nullable Integer historyLength) {
        return of(task, historyLength, true);
    }

    A2aTask of(TaskRecord task, @Nullable Integer historyLength, boolean hasArtifacts) {
        Outcome outcome = hasArtifacts ? outcome(task) : new Outcome(states.status(task), List.of());
        return new A2aTask(task.id(), task.origin().contextId(), outcome.status(), outcome.artifacts(),
                history(task, historyLength), A2aMetadata.NONE);
    }

    /**
     * State of a task with all that its run has made.
     *
     * @param artifacts empty if the result cannot be read from the log any more, which the status then says
     */
    record Outcome(A2aTaskStatus status, List<A2aArtifact> artifacts) {}

    /** The outcome so far. A task that waits for an answer to an escalation has all artifacts but the answer. */
    Outcome outcome(TaskRecord task) {
        A2aTaskStatus status = states.status(task);
        A2aTaskState state = status.state();
        boolean isOver = state == A2aTaskState.COMPLETED || state == A2aTaskState.INPUT_REQUIRED;
        if (!isOver || solves.find(task.id()).filter(run -> run.status() == RunStatus.FINISHED).isEmpty()) {
            return new Outcome(status, List.of());
        }
        try {
            SwarmResult result = solves.result(task.id());
            return new Outcome(status, state == A2aTaskState.COMPLETED
                    ? TaskArtifacts.of(result, task.answer())
                    : TaskArtifacts.asked(result));
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, "the result of the task " + task.id() + " cannot be read from the log: "
                    + failed.getMessage());
            return new Outcome(unreadable(status), List.of());
        }
    }

    private static A2aTaskStatus unreadable(A2aTaskStatus status) {
        A2aMessage said = status.message();
        return said == null ? status
                : new A2aTaskStatus(status.state(), new A2aMessage(said.messageId(), said.role(),
                        Stream.concat(said.parts().stream(), Stream.of(UNREADABLE)).toList(), said.links()),
                        status.time());
    }

    private static List<A2aMessage> history(TaskRecord task, @Nullable Integer length) {
        List<A2aMessage> all = task.messages();
        int from = length == null ? 0 : Math.max(0, all.size() - length);
        return all.subList(from, all.size()).stream().map(message -> message.withLinks(new A2aMessage.Links(
                task.origin().contextId(), task.id(), message.links().referenceTaskIds()))).toList();
    }
}
