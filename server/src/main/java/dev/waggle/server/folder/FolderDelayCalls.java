package dev.waggle.server.folder;

import dev.waggle.journal.delayed.DelayBroker;
import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.LogEntry;

/**
 * Calls on the delayed signals of a folder.
 *
 * @param delayed the delayed signals
 * @param log the log that has them later
 */
record FolderDelayCalls(DelayedSignals delayed, FolderLogCalls log) {

    /**
     * Schedules a signal. A repeated call first looks for it in the schedule and in the log, because this process may
     * have started since.
     */
    FolderMessage schedule(FolderMessage call) {
        JsonObjectReader in = call.in();
        long after = in.integer("after");
        if (call.entries().size() != 1) {
            throw new IllegalArgumentException("a schedule needs one entry, got " + call.entries().size());
        }
        LogEntry given = call.entries().getFirst();
        if (in.flag("repeated") && isStored(given.signal().id(), after)) {
            return FolderMessage.of(new JsonObjectBuilder().with("after", after));
        }
        try {
            return FolderMessage.of(new JsonObjectBuilder().with("after", delayed
                    .schedule(given.signal(), given.emission(), FolderCodec.delay(in)).after()));
        } catch (DelayLimitException full) {
            return FolderMessage.of(new JsonObjectBuilder().with("refused", String.valueOf(full.getMessage())));
        }
    }

    FolderMessage cancel(FolderMessage call) {
        JsonObjectReader in = call.in();
        DelayBroker schedule = delayed;
        DelayOwner owner = new DelayOwner(in.optionalText("tenant"), in.text("emitter"));
        String key = in.optionalText("repeatKey");
        boolean isCancelled = key == null
                ? schedule.cancel(owner, in.text("id"))
                : schedule.cancel(owner, in.text("type"), key);
        return FolderMessage.of(new JsonObjectBuilder().with("cancelled", isCancelled));
    }

    private boolean isStored(String id, long after) {
        return delayed.list().stream().anyMatch(one -> one.id().equals(id)) || log.hasSignal(id, after);
    }
}
