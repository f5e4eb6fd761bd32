package dev.waggle.journal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import dev.waggle.signal.Audience;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Generator of valid signals of every shape, mostly of awkward ones. */
public final class RandomSignals {

    /** Awkward texts: half surrogate pairs, controls, line separators, quotes, astral signs, byte order marks. */
    private static final List<String> AWKWARD = List.of("\ud800", "\udc00", "\udc00\ud800", "a\ud83d", "\ud83d\ude00",
            "\u0000", "\u0007\b\f", "\n", "\r\n", "\t", "\u001b[31m", "\u007f", "\u0085", "\u009b", "\u2028", "\u2029",
            "\ufeff", "\ufffd", "\uffff", "\"", "\\", "\\u0000", "/", "</script>", "{}", "null", "1e5", "\u202e",
            "e\u0301", "\u4e16\u754c", " ", "''", "\\\"", "\ud83d" + "\\ude00");

    private static final List<String> FIELD_NAMES = List.of("id", "type", "seq", "by", "recordedAt", "invocation",
            "data", "summary", "details", "schema", "profile", "extensions", "source", "createdAt", "scope", "crc", "");

    private static final List<Instant> TIMES = List.of(Instant.EPOCH, Instant.MIN, Instant.MAX,
            Instant.ofEpochSecond(Long.MAX_VALUE / 1_000), Instant.ofEpochSecond(Long.MIN_VALUE / 1_000),
            Instant.ofEpochMilli(-1), Instant.parse("1969-12-31T23:59:59.999999999Z"),
            Instant.parse("2026-01-01T00:00:00.000000001Z"), Instant.parse("-0001-02-03T04:05:06.789Z"),
            Instant.parse("+12026-01-01T00:00:00.100200300Z"));

    private static final List<Duration> SPANS = List.of(Duration.ZERO, Duration.ofMillis(1), Duration.ofNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999), Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofDays(36_500),
            Duration.ofSeconds(1, 500_000_001));

    private static final List<BigDecimal> DECIMALS = List.of(BigDecimal.ZERO, new BigDecimal("1.0"),
            new BigDecimal("1.00"), new BigDecimal("1E+3"), new BigDecimal("0E-7"), new BigDecimal("-0.1"),
            new BigDecimal("123456789012345678901234567890.123456789"), BigDecimal.valueOf(Long.MIN_VALUE),
            new BigDecimal(BigInteger.ONE, JsonText.MAX_SCALE), new BigDecimal(BigInteger.TEN, -JsonText.MAX_SCALE),
            new BigDecimal("1E+400"), new BigDecimal("9".repeat(900)), new BigDecimal("0." + "1".repeat(900)));

    private static final List<Double> DOUBLES = List.of(0.0, -0.0, 1.0, 0.1, 1.0 / 3, 1e-5, Double.MIN_VALUE,
            Double.MIN_NORMAL, Math.nextUp(0.0), Math.nextDown(1.0));

    private final RandomGenerator random;

    /** Signals that depend on that generator only. */
    public RandomSignals(RandomGenerator random) {
        this.random = random;
    }

    /** An entry at that place. */
    public LogEntry entry(long sequence) {
        return new LogEntry(sequence, time(), new Emission(visible(text()), random.nextInt(3)), signal());
    }

    Signal signal() {
        Payload payload = payload();
        SignalType swarm = payload.swarmType();
        SignalType type = swarm == null ? openType() : swarm;
        return new Signal(name(), type, source(), time(), payload, scope(), links(), grading(swarm != null), lifetime(),
                audience(), random.nextInt(4) == 0 ? fields(2) : Map.of());
    }

    private Payload payload() {
        return switch (random.nextInt(13)) {
            case 0 -> new Payload.Task(visible(text()), maybe(this::text));
            case 1 -> new Payload.Discovery(visible(text()), maybe(this::text), unit());
            case 2 -> new Payload.Proposal(name(), visible(text()), text());
            case 3 -> new Payload.Doubt(name(), visible(text()), any(Payload.Severity.values()));
            case 4 -> new Payload.Challenge(name(), visible(text()), maybe(this::text));
            case 5 -> new Payload.Vote(name(), any(Payload.Stance.values()), maybe(this::text), Math.abs(number()));
            case 6 -> new Payload.Conflict(name(), name(), text());
            case 7 -> new Payload.ConsensusReached(name(), visible(text()), unit());
            case 8 -> new Payload.Escalate(visible(text()), text());
            case 9 -> new Payload.SharedMemory(visible(text()), name(), unit());
            case 10 ->
                new Payload.ToolResult(name(), text(), random.nextBoolean(), random.nextLong() >>> 1, name());
            default -> new Payload.Open(maybe(this::text), maybe(this::text), maybe(() -> json(3)),
                    maybe(() -> any(List.of(URI.create("https://example.org/a?b=c#d"), URI.create("urn:x:%7e"),
                            URI.create("file:///a"), URI.create("mailto:ada@example.org")))));
        };
    }

    private SignalType openType() {
        Profile profile = any(List.of(Profile.CONNECTIVITY, Profile.DURABLE, Profile.HARNESS, Profile.CUSTOM));
        return new SignalType(profile, random.nextBoolean() ? any(SignalType.SWARM).text() : name());
    }

    private Source source() {
        return switch (random.nextInt(7)) {
            case 0 -> new Source.System();
            case 1 -> new Source.Agent(name());
            case 2 -> new Source.Webhook(maybe(this::name));
            case 3 -> new Source.Process(maybe(this::name));
            case 4 -> new Source.Harness(maybe(this::name), maybe(this::name));
            case 5 -> new Source.Named(name());
            default -> new Source.None();
        };
    }

    private Scope scope() {
        return new Scope(maybe(this::name), maybe(this::name), maybe(this::name),
                maybe(() -> random.nextInt() >>> 1), maybe(() -> random.nextLong() >>> 1));
    }

    private Links links() {
        List<String> about = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            about.add(name());
        }
        return new Links(maybe(this::name), maybe(this::name), maybe(this::name), about);
    }

    private Grading grading(boolean needsConfidence) {
        return new Grading(needsConfidence ? Double.valueOf(unit()) : maybe(this::unit),
                maybe(() -> any(Priority.values())), maybe(this::number), maybe(() -> any(CausalLevel.values())));
    }

    private Lifetime lifetime() {
        return switch (random.nextInt(4)) {
            case 0 -> Lifetime.unlimited();
            case 1 -> Lifetime.ttl(any(SPANS));
            case 2 -> new Lifetime.UntilStep(random.nextLong() >>> 1);
            default -> Lifetime.defaultTtl();
        };
    }

    private Audience audience() {
        return switch (random.nextInt(3)) {
            case 0 -> new Audience.Role(any(Audience.RoleName.values()));
            case 1 -> new Audience.Ids(random.nextBoolean() ? List.of() : List.of(name(), name()));
            default -> Audience.everyone();
        };
    }

    private JsonValue json(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> JsonValue.ofNull();
            case 1 -> JsonValue.of(random.nextBoolean());
            case 2 -> new JsonValue.Num(any(DECIMALS));
            case 3 -> JsonValue.of(Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
            case 4 -> JsonValue.of(text());
            case 5 -> JsonValue.of(List.of(json(depth - 1), json(depth - 1)));
            default -> JsonValue.of(fields(depth - 1));
        };
    }

    private Map<String, JsonValue> fields(int depth) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.put(random.nextBoolean() ? any(FIELD_NAMES) : fieldName(), json(depth));
        }
        return fields;
    }

    /** Half a surrogate pair is refused in the name of a field. */
    private String fieldName() {
        return text().codePoints()
                .filter(point -> point > Character.MAX_VALUE || !Character.isSurrogate((char) point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private Instant time() {
        return switch (random.nextInt(3)) {
            case 0 -> any(TIMES);
            case 1 -> Instant.ofEpochMilli(random.nextLong());
            default -> Instant.ofEpochSecond(random.nextLong(-1L << 54, 1L << 54), random.nextInt(1_000_000_000));
        };
    }

    private double unit() {
        return random.nextBoolean() ? any(DOUBLES) : random.nextDouble();
    }

    private double number() {
        return random.nextBoolean()
                ? any(DOUBLES)
                // Without the highest bit of the exponent nothing is infinite.
                : Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(random.nextBoolean() ? any(AWKWARD) : Integer.toString(random.nextInt(), 36));
        }
        return text.toString();
    }

    /** A text that is not blank. */
    private static String visible(String text) {
        return text.isBlank() ? "x" : text;
    }

    private String name() {
        return visible(text().codePoints()
                .filter(point -> !Character.isISOControl(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString());
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
