package dev.waggle.journal.signals;

import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** JSON of subscriptions, inbox items, dead letters and delayed signals, as commands and servers write it. */
public final class DeliveryJson {

    private DeliveryJson() {}

    /** The object of a subscription; times are milliseconds. */
    public static JsonValue.Obj of(Subscription one) {
        JsonObjectBuilder fields = new JsonObjectBuilder().with("agentId", one.agentId())
                .with("pattern", one.pattern())
                .withPresent("tenant", one.tenant())
                .with("silent", one.silent())
                .with("own", one.own());
        if (one.bookkeeping()) {
            fields.with("bookkeeping", true);
        }
        return fields.with("createdAt", one.createdAt().toEpochMilli())
                .with("updatedAt", one.updatedAt().toEpochMilli())
                .with("after", one.after()).json();
    }

    /** The object of an inbox item, with its entry as in the log. */
    public static JsonValue.Obj of(InboxItem item) {
        return new JsonObjectBuilder().withTexts("patterns", item.patterns())
                .with("silent", item.silent())
                .with("entry", EntryCodec.encode(item.entry())).json();
    }

    /** The object of a dead letter; the time is in milliseconds. */
    public static JsonValue.Obj of(DeadLetter letter) {
        return new JsonObjectBuilder().with("agentId", letter.agentId())
                .with("from", letter.from())
                .with("to", letter.to())
                .with("count", letter.count())
                .with("reason", letter.reason().word())
                .with("attempts", letter.attempts())
                .with("detail", letter.detail())
                .with("at", letter.at().toEpochMilli())
                .with("requeueable", letter.isRequeueable()).json();
    }

    /** The object of a signal that waits for its time, which is in milliseconds. */
    public static JsonValue.Obj of(DelayedSignal one) {
        return new JsonObjectBuilder().with("deliverAt", one.deliverAt().toEpochMilli())
                .with("owner", one.owner().emitter())
                .withPresent("repeatKey", one.delay().repeatKey())
                .withPresent("tenant", one.owner().tenant())
                .with("signal", SignalCodec.encode(one.signal())).json();
    }
}
