package dev.waggle.server.folder;

import java.util.List;

import dev.waggle.journal.delayed.DelayBroker;
import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * The delayed signals of a data folder that another process owns. Many threads may use it.
 *
 * @param client the connection
 * @param log the log that has them later
 */
record RemoteDelayBroker(FolderClient client, RemoteJournal log) implements DelayBroker {

    /** Schedules a signal, as {@link dev.waggle.journal.delayed.DelayedSignals#schedule} does. */
    DelayedSignal schedule(Signal signal, Emission emission, SignalDelay delay) {
        JsonObjectReader answer = client.call(FolderCall.SCHEDULE,
                FolderCodec.delay(delay).with("after", log.lastKnown()),
                List.of(new LogEntry(1, signal.time(), emission, signal))).in();
        String refused = answer.optionalText("refused");
        if (refused != null) {
            throw DelayLimitException.reported(refused);
        }
        return new DelayedSignal(signal, emission, delay, answer.integer("after"));
    }

    @Override
    public boolean cancel(DelayOwner owner, String type, String repeatKey) {
        return cancel(arguments(owner).with("type", type).with("repeatKey", repeatKey));
    }

    @Override
    public boolean cancel(DelayOwner owner, String id) {
        return cancel(arguments(owner).with("id", id));
    }

    private boolean cancel(JsonObjectBuilder arguments) {
        return client.call(FolderCall.CANCEL, arguments).in().flag("cancelled");
    }

    private static JsonObjectBuilder arguments(DelayOwner owner) {
        return new JsonObjectBuilder().with("emitter", owner.emitter()).withPresent("tenant", owner.tenant());
    }
}
