package dev.waggle.server.api.a2a;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.web.WebPolicy;
import dev.waggle.connect.web.WebPost;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.run.RunCatalog;
import dev.waggle.server.run.RunEscalation;
import dev.waggle.server.run.RunResumption;
import dev.waggle.server.run.SeatRegistry;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;

/** Server of the Agent2Agent protocol on the solves of a data folder. */
public final class A2aServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(A2aServer.class.getName());
    private static final Integer[] PORTS = {80, 443, 8080, 8443};

    private final TaskStore store;
    private final A2aApi api;
    private final PushDelivery delivery;
    private final TaskRuns runs;

    private A2aServer(TaskStore store, A2aApi api, PushDelivery delivery, TaskRuns runs) {
        this.store = store;
        this.api = api;
        this.delivery = delivery;
        this.runs = runs;
    }

    /**
     * Parts of a server.
     *
     * @param settings its settings
     * @param log the log of the runs
     * @param limits the limits of tokens
     */
    public record Parts(A2aSettings settings, FileJournal log, RunCatalog catalog, EventHub hub, SolveRegistry solves,
            SeatRegistry seats, AccessLimiter limits) {}

    /**
     * Opens the tasks of a data folder. Tasks that a restart interrupted go on.
     *
     * @param data the data folder
     */
    public static A2aServer open(Parts parts, Path data, World world) {
        A2aSettings settings = parts.settings();
        WebPost post = WebPost.of(WebPolicy.defaults().withPorts(PORTS)
                .allowing(settings.pushPlaces().toArray(String[]::new)), world);
        SolveRegistry solves = parts.solves();
        TaskStates states = new TaskStates(solves, parts.seats());
        TaskStore store = TaskStore.open(data, states::isEnded, world);
        TaskView view = new TaskView(solves, states);
        TaskStreams streams = new TaskStreams(parts.hub(), solves, states, view, world);
        PushDelivery delivery = new PushDelivery(post, world);
        PushConfigs push = new PushConfigs(store, post, world);
        TaskRuns runs = new TaskRuns(new TaskRuns.Parts(store, states, solves,
                new RunResumption(solves, parts.catalog(), parts.limits(), world),
                new Updates(store, states, view, streams, delivery, world)), world);
        TaskReplies replies = new TaskReplies(new TaskReplies.Parts(store, states, new SeatReply(parts.seats()),
                new EscalationReply(solves), push, runs::over), world);
        TaskService tasks = new TaskService(new TaskService.Parts(store, states, view, solves, parts.limits(),
                replies, push, runs::over), world);
        solves.observe(runs);
        runs.resumeInterrupted();
        return new A2aServer(store, new A2aApi(new A2aApi.Parts(tasks, runs, view, streams, push, states), settings,
                parts.log(), parts.limits()), delivery, runs);
    }

    /** Its operations. */
    public A2aApi api() {
        return api;
    }

    /** The escalation that ended a run, with the answer of the client whose task the run is; empty for another end. */
    public Optional<RunEscalation> escalation(SwarmResult result) {
        return result.ending() != LoopStop.ESCALATED ? Optional.empty() : Optional.of(EscalationQuestion.of(result)
                .with(store.find(result.solveId()).map(TaskRecord::answer).orElse(null)));
    }

    /** Updates that no receiver got. */
    public long lostUpdates() {
        return delivery.lost();
    }

    @Override
    public void close() {
        try (delivery; runs) {
            // First the waits end, then the attempts.
        }
    }

    /** Updates of tasks for streams and for receivers. */
    private record Updates(TaskStore store, TaskStates states, TaskView view, TaskStreams streams,
            PushDelivery delivery, World world) implements TaskRuns.Listener {

        @Override
        public void happened(String run, SwarmEvent event) {
            streams.happened(run, event);
        }

        @Override
        public void begun(TaskRecord task) {
            if (states.state(task) == A2aTaskState.WORKING) { // It goes on.
                noteChange(task);
            }
            if (!task.targets().isEmpty()) {
                A2aTaskStatus status = new A2aTaskStatus(A2aTaskState.WORKING, null, task.origin().at());
                delivery.send(task, List.of(new A2aEvent.StatusUpdate(task.id(), task.origin().contextId(), status,
                        false, A2aMetadata.NONE)), view.whole(task, 0));
            }
        }

        @Override
        public void over(TaskRecord task) {
            if (states.isUntimed(task)) {
                noteChange(task);
            }
            TaskRecord known = store.find(task.id()).orElse(task); // A client may have answered since.
            streams.ended(known);
            if (!known.targets().isEmpty()) {
                delivery.send(known, streams.lastEvents(known), view.whole(known, 0));
            }
        }

        private void noteChange(TaskRecord task) {
            try {
                boolean _ = store.storeIf(_ -> true, new TaskChange.Changed(task.id(), world.now()));
            } catch (UncheckedIOException failed) { // A solve goes on without it.
                LOG.log(Level.WARNING, "a change of the task " + task.id() + " has no time: " + failed.getMessage());
            }
        }
    }
}
