package dev.waggle.server.api.a2a;

import java.time.Instant;
import java.util.List;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcResponse;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.journal.JsonText;
import dev.waggle.server.stream.FeedMessage;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.runlog.RunFacts;

/**
 * Form of one stream of a task.
 *
 * @param topic name of the stream
 * @param id id of the request, which every event repeats
 */
record StreamForm(String topic, A2aVersion version, JsonValue id, EventVerbosity verbosity,
        TaskRecord.Origin origin) {

    /** Line of an event. */
    String line(A2aEvent event) {
        return JsonText.write(RpcResponse.result(id, A2aCodec.of(version).event(event)));
    }

    /** Message of an entry of the log: the beginning of the run, or a published signal. */
    FeedMessage entry(LogEntry entry) {
        String run = origin.id();
        A2aTaskStatus status = entry.signal().type().equals(RunFacts.OPENED)
                ? new A2aTaskStatus(A2aTaskState.WORKING, null, entry.recordedAt())
                : working(run + '-' + entry.sequence(), "signal:emitted", new JsonObjectBuilder()
                        .with("signal", SignalCodec.encode(entry.signal())).json(), entry);
        return FeedMessage.unnamed(entry.sequence(), List.of(line(update(status, false))), false);
    }

    private A2aTaskStatus working(String messageId, String type, JsonValue data, LogEntry entry) {
        return new A2aTaskStatus(A2aTaskState.WORKING, message(messageId, type, data), entry.recordedAt());
    }

    /** Message of an event that no log has. */
    FeedMessage live(String messageId, String type, JsonValue data, Instant now) {
        return FeedMessage.unnamed(0, List.of(line(update(
                new A2aTaskStatus(A2aTaskState.WORKING, message(messageId, type, data), now), false))), false);
    }

    A2aEvent update(A2aTaskStatus status, boolean isFinal) {
        return new A2aEvent.StatusUpdate(origin.id(), origin.contextId(), status, isFinal, A2aMetadata.NONE);
    }

    private A2aMessage message(String messageId, String type, JsonValue data) {
        return new A2aMessage(messageId, A2aRole.AGENT, List.of(A2aPart.text(type), A2aPart.data(data)),
                A2aMessage.Links.to(origin.contextId(), origin.id()));
    }
}
