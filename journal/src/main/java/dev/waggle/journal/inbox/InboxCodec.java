package dev.waggle.journal.inbox;

import java.time.Instant;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/** Codec of subscriptions and dead letters as JSON, in delivery facts and between processes. */
public final class InboxCodec {

    private InboxCodec() {}

    /** The fields of a subscription. */
    public static JsonObjectBuilder encode(Subscription it) {
        JsonObjectBuilder data = new JsonObjectBuilder().with("agentId", it.agentId())
                .with("pattern", it.pattern())
                .withPresent("tenant", it.tenant())
                .with("silent", it.silent())
                .with("own", it.own());
        if (it.bookkeeping()) {
            data.with("bookkeeping", true);
        }
        return data.with("createdAt", it.createdAt().toEpochMilli())
                .with("updatedAt", it.updatedAt().toEpochMilli())
                .with("after", it.after());
    }

    /**
     * The subscription of these fields.
     *
     * @throws IllegalArgumentException when they are none
     */
    public static Subscription subscription(JsonObjectReader in) {
        return in.build(() -> new Subscription(in.text("agentId"), in.text("pattern"), in.optionalText("tenant"),
                in.flag("silent"), in.flag("own"), Boolean.TRUE.equals(in.optionalFlag("bookkeeping")),
                Instant.ofEpochMilli(in.integer("createdAt")),
                Instant.ofEpochMilli(in.integer("updatedAt")), in.integer("after")));
    }

    /** The fields of a dead letter. */
    public static JsonObjectBuilder encode(DeadLetter it) {
        JsonObjectBuilder letter = new JsonObjectBuilder().with("agentId", it.agentId())
                .with("from", it.from())
                .with("to", it.to())
                .with("count", it.count())
                .with("reason", it.reason().name())
                .with("detail", it.detail())
                .with("at", it.at().toEpochMilli());
        return it.attempts() == 0 ? letter : letter.with("attempts", it.attempts());
    }

    /**
     * The dead letter of these fields.
     *
     * @throws IllegalArgumentException when they are none
     */
    public static DeadLetter letter(JsonObjectReader in) {
        return in.build(
                () -> new DeadLetter(in.text("agentId"), in.integer("from"), in.integer("to"), in.integer("count"),
                        DeadLetter.Reason.valueOf(in.text("reason")), in.text("detail"),
                        Instant.ofEpochMilli(in.integer("at")), attempts(in.optionalInt("attempts"))));
    }

    private static int attempts(@Nullable Integer stated) {
        return stated == null ? 0 : stated;
    }
}
