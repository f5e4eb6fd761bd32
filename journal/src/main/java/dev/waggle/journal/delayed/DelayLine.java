package dev.waggle.journal.delayed;

import java.time.Instant;
import java.util.List;

import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;

/**
 * Codec of an event of the schedule as a line of a file.
 *
 * <pre>
 *   {"log":"delayed","version":1}
 *   {"event":"scheduled","deliverAt":1795393566692,"repeatKey":"k","by":"ada","after":7,"signal":{ ... },"crc":"1f"}
 *   {"event":"begun","ids":["sig_..."],"after":9,"crc":"5a6b7c8d"}
 *   {"event":"generated","ids":["sig_..."],"crc":"0a1b2c3d"}
 *   {"event":"cancelled","id":"sig_...","crc":"9a8b7c6d"}
 * </pre>
 */
final class DelayLine {

    /** Beginning of the first line, up to the version. */
    static final String BEGINNING = "{\"log\":\"delayed\",\"version\":1";

    /** The first line. */
    static final String HEAD = BEGINNING + "}\n";

    private static final String EVENT = "event";
    private static final String SCHEDULED = "scheduled";
    private static final String CANCELLED = "cancelled";
    private static final String BEGUN = "begun";
    private static final String GENERATED = "generated";

    private DelayLine() {}

    /**
     * The bytes of a line.
     *
     * @throws IllegalArgumentException when it would be too long
     */
    static byte[] encode(DelayEvent event) {
        JsonObjectBuilder line = new JsonObjectBuilder();
        switch (event) {
            case DelayEvent.Scheduled(DelayedSignal it) -> {
                line.with(EVENT, SCHEDULED).with("deliverAt", it.deliverAt().toEpochMilli())
                        .withPresent("repeatKey", it.delay().repeatKey()).with("by", it.emission().by());
                if (it.emission().invocation() > 0) {
                    line.with("invocation", it.emission().invocation());
                }
                line.with("after", it.after()).with("signal", SignalCodec.encode(it.signal()));
            }
            case DelayEvent.Cancelled it -> line.with(EVENT, CANCELLED).with("id", it.id());
            case DelayEvent.Begun it -> line.with(EVENT, BEGUN).withTexts("ids", it.ids()).with("after", it.after());
            case DelayEvent.Generated it -> line.with(EVENT, GENERATED).withTexts("ids", it.ids());
        }
        return ChecksummedLine.encode("a delayed signal", line.json());
    }

    /**
     * The event of a line.
     *
     * @throws IllegalArgumentException when it is damaged
     */
    static DelayEvent decode(byte[] line) {
        JsonObjectReader in = JsonObjectReader.root("a line of the schedule", ChecksummedLine.decode(line));
        String event = in.text(EVENT);
        return switch (event) {
            case SCHEDULED -> new DelayEvent.Scheduled(delayed(in));
            case CANCELLED -> new DelayEvent.Cancelled(in.text("id"));
            case BEGUN -> new DelayEvent.Begun(in.texts("ids"), in.integer("after"));
            case GENERATED -> new DelayEvent.Generated(in.texts("ids"));
            default -> throw in.invalid(EVENT, "one of " + List.of(SCHEDULED, CANCELLED, BEGUN, GENERATED));
        };
    }

    private static DelayedSignal delayed(JsonObjectReader in) {
        Instant deliverAt = Instant.ofEpochMilli(in.integer("deliverAt"));
        Integer invocation = in.optionalInt("invocation");
        return in.build(() -> new DelayedSignal(SignalCodec.decode(in.object("signal")),
                new Emission(in.text("by"), invocation == null ? 0 : invocation),
                new SignalDelay(deliverAt, in.optionalText("repeatKey")), in.integer("after")));
    }
}
