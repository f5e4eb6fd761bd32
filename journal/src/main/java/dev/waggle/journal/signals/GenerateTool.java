package dev.waggle.journal.signals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Tool {@code generate_signal}: a signal now or later. The tenant is that of the host, and no parameter names another.
 * Its owner is the caller, so a repeat key replaces signals of the same caller only.
 */
final class GenerateTool {

    /** Ten years; a longer span is a mistake. */
    private static final long MAX_SECONDS = 315_360_000;

    private static final String TTL = "ttlSeconds";
    private static final String DELAY = "delaySeconds";
    private static final String REPEAT_KEY = "repeatKey";

    private final Supplier<SignalBroker> signals;
    private final @Nullable String tenant;
    private final GeneratedCalls calls = new GeneratedCalls();

    /**
     * The tool on signals of a tenant.
     *
     * @param tenant the tenant; {@code null} for none
     */
    GenerateTool(Supplier<SignalBroker> signals, @Nullable String tenant) {
        this.signals = signals;
        this.tenant = tenant;
    }

    static ToolDefinition definition() {
        return new ToolDefinition("generate_signal",
                "Says something to everybody who subscribed to signals of that type.",
                new ToolSchemaBuilder()
                        .text("type", "What kind of signal: words separated by \":\", for example build:done")
                        .oneOf("source", List.of(ToolSchemaBuilder.kind("system"),
                                ToolSchemaBuilder.kindWithId("agent"), ToolSchemaBuilder.kindWithOptionalId("webhook"),
                                ToolSchemaBuilder.kindWithOptionalId("process")),
                                "Whom the signal is from; you, if left out. That you said it is recorded anyway")
                        .any("data", "Any value that belongs to it")
                        .integer(TTL, "Seconds after which it is delivered no more; no limit, if left out", 1,
                                MAX_SECONDS)
                        .integer(DELAY, "Seconds until it is generated; at once, if left out", 1, MAX_SECONDS)
                        .text(REPEAT_KEY, "With " + DELAY + ": a new signal of yours with the same type and key"
                                + " replaces one that still waits")
                        .requiring("type"));
    }

    /**
     * Runs a call.
     *
     * @param key the key of the call; {@code null} for one that is never made again
     */
    ToolOutcome call(ToolCaller caller, JsonObjectReader in, @Nullable String key) {
        String type = in.text("type");
        JsonObjectReader claimed = in.optionalObject("source");
        JsonValue data = in.optional("data");
        Long ttl = seconds(in, TTL);
        Long delay = seconds(in, DELAY);
        String repeatKey = in.optionalText(REPEAT_KEY);
        in.rejectUnknownFields();
        if (repeatKey != null && delay == null) {
            throw new IllegalArgumentException(REPEAT_KEY + " needs " + DELAY + "\nMaybe omit " + REPEAT_KEY + '.');
        }
        SignalRequest request = SignalRequest.of(type)
                .withSource(claimed == null ? Source.agent(caller.agentId()) : source(claimed)).withData(data)
                .withEmission(new Emission(caller.agentId(), caller.invocation())).withTenant(tenant);
        if (ttl != null) {
            request = request.withTtl(Duration.ofSeconds(ttl));
        }
        Map<String, JsonValue> extensions = key == null ? Map.of()
                : Map.of(GeneratedCalls.EXTENSION, JsonValue.of(key));
        Optional<Signal> earlier = key == null ? Optional.empty() : calls.earlier(key, signals.get());
        if (earlier.isPresent()) {
            return generated(earlier.get());
        }
        if (delay != null) {
            request = request.withDelay(SignalDelay.until(signals.get().now().plusSeconds(delay))
                    .withRepeatKey(repeatKey == null ? key : repeatKey));
        }
        return switch (signals.get().submit(request, extensions)) {
            case GeneratedSignal done -> {
                if (key != null) {
                    calls.keep(key, done.signal());
                }
                yield generated(done.signal());
            }
            case ScheduledSignal(DelayedSignal later) -> scheduled(later);
        };
    }

    private static @Nullable Long seconds(JsonObjectReader in, String name) {
        Long seconds = in.optionalInteger(name);
        if (seconds != null && (seconds < 1 || seconds > MAX_SECONDS)) {
            throw in.invalid(name, "a whole number from 1 to " + MAX_SECONDS);
        }
        return seconds;
    }

    private static Source source(JsonObjectReader in) {
        String kind = in.text("type");
        String id = kind.equals("system") ? null : in.optionalText("id");
        Source source = SourceNormalizer.of(kind, id);
        in.rejectUnknownFields();
        return source;
    }

    private static ToolOutcome generated(Signal signal) {
        return new ToolOutcome.Done("Signal " + JsonLine.quoted(signal.type().text()) + " was generated: "
                + signal.id(), new JsonObjectBuilder().with("signal", SignalCodec.encode(signal)).json());
    }

    private static ToolOutcome scheduled(DelayedSignal later) {
        return new ToolOutcome.Done("Signal " + JsonLine.quoted(later.signal().type().text())
                + " will be generated at " + later.deliverAt() + ": " + later.id(),
                new JsonObjectBuilder().with("signal", SignalCodec.encode(later.signal()))
                        .with("deliverAt", later.deliverAt().toString()).json());
    }
}
