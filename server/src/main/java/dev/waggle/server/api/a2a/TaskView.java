package dev.waggle.server.api.a2a;

import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.SolveRegistry;
import org.jspecify.annotations.Nullable;

/** Tasks as callers see them. */
final class TaskView {

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
        A2aTaskStatus status = states.status(task);
        return new A2aTask(task.id(), task.origin().contextId(), status,
                hasArtifacts && status.state() == A2aTaskState.COMPLETED ? artifacts(task) : List.of(),
                history(task, historyLength), A2aMetadata.NONE);
    }

    /** The artifacts of a task whose run has finished. */
    List<A2aArtifact> artifacts(TaskRecord task) {
        boolean isFinished = solves.find(task.id()).filter(run -> run.status() == RunStatus.FINISHED).isPresent();
        return isFinished ? TaskArtifacts.of(solves.result(task.id())) : List.of();
    }

    private static List<A2aMessage> history(TaskRecord task, @Nullable Integer length) {
        List<A2aMessage> all = task.messages();
        int from = length == null ? 0 : Math.max(0, all.size() - length);
        return all.subList(from, all.size()).stream().map(message -> message.withLinks(new A2aMessage.Links(
                task.origin().contextId(), task.id(), message.links().referenceTaskIds()))).toList();
    }
}
