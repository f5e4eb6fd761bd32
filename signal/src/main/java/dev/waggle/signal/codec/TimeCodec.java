package dev.waggle.signal.codec;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Codec of dates and spans: a whole number of milliseconds if that is exact, else ISO-8601 text with every digit.
 * Both are read, in the notation of {@link TextPatterns}.
 */
public final class TimeCodec {

    private static final String A_TIME = "milliseconds since 1970 or an ISO-8601 date with its zone";
    private static final String A_SPAN = "milliseconds or an ISO-8601 duration";
    private static final int NANOS_PER_MILLI = 1_000_000;

    /** Seconds beyond this have no milliseconds in 64 bits. */
    private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000 - 1;

    private TimeCodec() {}

    /** Adds a date, exactly. */
    public static void encode(String name, Instant time, FieldSink to) {
        if (isMillis(time.getEpochSecond(), time.getNano())) {
            to.integer(name, time.toEpochMilli());
        } else {
            to.text(name, time.toString());
        }
    }

    /** Adds a span, exactly. */
    public static void encode(String name, Duration span, FieldSink to) {
        if (isMillis(span.getSeconds(), span.getNano())) {
            to.integer(name, span.toMillis());
        } else {
            to.text(name, span.toString());
        }
    }

    /**
     * Takes a date.
     *
     * @throws IllegalArgumentException when it is missing or something else; the message begins with its path
     */
    public static Instant instant(JsonObjectReader from, String name) {
        try {
            return switch (from.value(name)) {
                case JsonValue.Str text when TextPatterns.isTime(text.value()) -> Instant.parse(text.value());
                case JsonValue.Num millis -> Instant.ofEpochMilli(millis.value().longValueExact());
                case JsonValue.Str _, JsonValue.Bool _, JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ ->
                    throw from.invalid(name, A_TIME);
            };
        } catch (DateTimeException | ArithmeticException bad) {
            throw from.invalid(name, A_TIME);
        }
    }

    /**
     * Takes a span.
     *
     * @throws IllegalArgumentException when it is missing or something else; the message begins with its path
     */
    public static Duration duration(JsonObjectReader from, String name) {
        try {
            return switch (from.value(name)) {
                case JsonValue.Str text when TextPatterns.isDuration(text.value()) -> Duration.parse(text.value());
                case JsonValue.Num millis -> Duration.ofMillis(millis.value().longValueExact());
                case JsonValue.Str _, JsonValue.Bool _, JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ ->
                    throw from.invalid(name, A_SPAN);
            };
        } catch (DateTimeException | ArithmeticException bad) {
            throw from.invalid(name, A_SPAN);
        }
    }

    private static boolean isMillis(long seconds, int nanos) {
        return nanos % NANOS_PER_MILLI == 0 && seconds >= -MAX_SECONDS && seconds <= MAX_SECONDS;
    }
}
