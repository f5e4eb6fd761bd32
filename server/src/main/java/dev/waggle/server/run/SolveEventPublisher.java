package dev.waggle.server.run;

import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.server.stream.EventHub;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.event.json.SwarmEventJson;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of a solve to its streams. Published signals are left out, because a stream has their entries, and so
 * are the events that a resumed solve repeats. Deliveries, one for each signal and agent, are most of the events. They
 * go only to the stream with them.
 */
final class SolveEventPublisher implements Consumer<SwarmEvent> {

    private final String run;
    private final EventHub hub;
    private final @Nullable FileJournal log;
    private final long before;
    private final SolveObserver observer;
    private boolean isLive;

    SolveEventPublisher(String run, EventHub hub, @Nullable FileJournal resumed, long before,
            SolveObserver observer) {
        this.run = run;
        this.hub = hub;
        this.log = resumed;
        this.before = before;
        this.observer = observer;
    }

    /**
     * Name of a stream of a run.
     *
     * @param withDeliveries whether it has the deliveries of signals to agents
     */
    static String topic(String run, boolean withDeliveries) {
        return (withDeliveries ? "deliveries:" : "run:") + run;
    }

    @Override
    public void accept(SwarmEvent event) {
        if (!(event instanceof SwarmEvent.SignalEmitted) && isLive()) {
            Supplier<FeedMessage> message = () -> FeedMessage.live("event",
                    JsonText.write(SwarmEventJson.ofRun(run, event)));
            hub.live(topic(run, true), message);
            if (!(event instanceof SwarmEvent.SignalDelivered)) {
                hub.live(topic(run, false), message);
            }
            observer.happened(run, event);
        }
    }

    private synchronized boolean isLive() {
        isLive = isLive || log == null
                || !log.select(JournalQuery.ALL.startingAt(before + 1).ofRun(run).withFirst(1)).isEmpty();
        return isLive;
    }
}
