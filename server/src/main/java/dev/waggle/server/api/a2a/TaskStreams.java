package dev.waggle.server.api.a2a;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.stream.EventFeed;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.server.stream.TopicFeed;
import dev.waggle.signal.Profile;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.SwarmEventJson;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Streams of tasks. A stream has the task first, then the entries of the log, then live events. Its last event is the
 * status at which the task ends or waits for its client. Each event from the log carries its number as its id, with which a broken
 * stream goes on. May be used by many threads.
 */
final class TaskStreams {

    private final EventHub hub;
    private final SolveRegistry solves;
    private final TaskStates states;
    private final TaskView view;
    private final World world;
    private final AtomicLong count = new AtomicLong();
    /** Open streams by run. */
    private final Map<String, Set<StreamForm>> open = new ConcurrentHashMap<>();

    TaskStreams(EventHub hub, SolveRegistry solves, TaskStates states, TaskView view, World world) {
        this.hub = hub;
        this.solves = solves;
        this.states = states;
        this.view = view;
        this.world = world;
    }

    /**
     * Request of a stream.
     *
     * @param id id of the request
     * @param verbosity amount of its events
     * @param after number of the last entry that the client has; the task itself is its first event without one
     * @param historyLength maximum number of messages in the task
     */
    record StreamRequest(A2aVersion version, JsonValue id, EventVerbosity verbosity, @Nullable Long after,
            @Nullable Integer historyLength) {}

    /** The stream of a task for a client in that place. */
    EventFeed feed(TaskRecord task, StreamRequest request, long from, AccessLimiter.Permit place) {
        StreamForm form = new StreamForm("a2a:" + count.incrementAndGet(), request.version(), request.id(),
                request.verbosity(), task.origin());
        return out -> {
            open.computeIfAbsent(task.id(), _ -> ConcurrentHashMap.newKeySet()).add(form);
            boolean isBegun = false;
            try {
                if (request.after() == null) {
                    out.writeNow(bytes(form.line(new A2aEvent.Snapshot(
                            view.of(task, request.historyLength(), false)))));
                }
                isBegun = true;
            } finally {
                if (!isBegun) {
                    leave(form, place);
                }
            }
            hub.feed(key(form), from, place::isValid, () -> leave(form, place)).start(out);
            end(task, List.of(form)); // Its end may have come before this stream.
        };
    }

    private void leave(StreamForm form, AccessLimiter.Permit place) {
        open.computeIfPresent(form.origin().id(), (_, forms) -> {
            forms.remove(form);
            return forms.isEmpty() ? null : forms;
        });
        place.close();
    }

    private static ByteBuffer bytes(String line) {
        return TopicFeed.bytes(FeedMessage.unnamed(0, List.of(line), false));
    }

    private static EventHub.TopicKey key(StreamForm form) {
        return new EventHub.TopicKey(form.topic(), JournalQuery.ALL.ofRun(form.origin().id()),
                entry -> isShown(form, entry), form::entry, _ -> null);
    }

    private static boolean isShown(StreamForm form, LogEntry entry) {
        if (entry.signal().type().equals(RunFacts.OPENED)) {
            return true;
        }
        return form.verbosity().has(EventVerbosity.VERBOSE) && !RuntimeBookkeeping.contains(entry)
                && entry.signal().type().profile() != Profile.HARNESS;
    }

    /** Sends an event of a run to its streams. */
    void happened(String run, SwarmEvent event) {
        for (StreamForm form : open.getOrDefault(run, Set.of())) {
            if (EventMapping.isUpdate(event, form.verbosity())) {
                hub.live(form.topic(), () -> {
                    JsonValue.Obj json = SwarmEventJson.ofRun(run, event);
                    String type = json.fields().get("type") instanceof JsonValue.Str(String word) ? word : "event";
                    return form.live(world.nextId("message"), type, json, world.now());
                });
            }
        }
    }

    /** Ends the streams of a task, if it has ended or waits. */
    void ended(TaskRecord task) {
        end(task, List.copyOf(open.getOrDefault(task.id(), Set.of())));
    }

    private void end(TaskRecord task, List<StreamForm> forms) {
        if (forms.isEmpty() || !TaskStates.isOver(states.state(task))) {
            return;
        }
        List<A2aEvent> events = lastEvents(task);
        long last = solves.find(task.id()).map(run -> run.lastEntry() == null ? 0L : run.lastEntry()).orElse(0L);
        try {
            for (StreamForm form : forms) {
                hub.last(form.topic(), () -> FeedMessage.unnamed(last, events.stream().map(form::line).toList(), true));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** The artifacts of a task and its last status; the last alone if it has no artifact. */
    List<A2aEvent> lastEvents(TaskRecord task) {
        TaskView.Outcome outcome = view.outcome(task);
        List<A2aEvent> events = new ArrayList<>();
        TaskRecord.Origin origin = task.origin();
        for (A2aArtifact artifact : outcome.artifacts()) {
            events.add(new A2aEvent.ArtifactUpdate(origin.id(), origin.contextId(), artifact, false, true,
                    A2aMetadata.NONE));
        }
        events.add(
                new A2aEvent.StatusUpdate(origin.id(), origin.contextId(), outcome.status(), true, A2aMetadata.NONE));
        return events;
    }
}
