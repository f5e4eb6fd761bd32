package dev.waggle.journal.tape;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RequestHash;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Reassembles the calls of a recording from its entries. Signals of one attempt are joined to its start by their cause,
 * at any position. So other signals between them and parallel agents do not matter. Signals of a start that is not
 * there are ignored. Owned by one thread, discarded with the reading.
 */
final class TapeSplicer {

    /** Maximum number of attempts of one tape: hundreds of agents in hundreds of turns. */
    static final int MAX_CALLS = 100_000;

    /** Maximum number of characters of requests and answers of one tape, all of which are held in memory. */
    static final long MAX_CHARACTERS = 256L * 1024 * 1024;

    private static final Duration MAX_RETRY_AFTER = Duration.ofDays(365);

    private final Map<String, AttemptBuilder> attempts = new LinkedHashMap<>();
    private final ToolCallSplicer tools = new ToolCallSplicer();
    private long characters;

    /** Builder of one attempt. */
    private static final class AttemptBuilder {
        final Emission emission;
        final RecordedAttempt.RecordedRequest asked;
        String thinking = "";
        String text = "";
        @Nullable HarnessFailure failure;
        RecordedAttempt.@Nullable End end;

        AttemptBuilder(Emission emission, RecordedAttempt.RecordedRequest request) {
            this.emission = emission;
            this.asked = request;
        }

        RecordedAttempt attempt() {
            return new RecordedAttempt(asked, thinking, text, end == null ? new RecordedAttempt.End.Open() : end);
        }
    }

    /** True if an entry belongs to a call of a model. Pieces are omitted; a later entry holds their sum. */
    static boolean isCallEntry(LogEntry entry) {
        SignalType type = entry.signal().type();
        return type.profile() == Profile.HARNESS && HarnessSignals.ALL.contains(type)
                && !type.equals(HarnessSignals.TEXT_DELTA) && !type.equals(HarnessSignals.THINKING_DELTA);
    }

    /**
     * Adds an entry; one that belongs to no call is skipped.
     *
     * @throws IllegalArgumentException when its content does not match its type, or there are too many
     */
    void accept(LogEntry entry) {
        if (!isCallEntry(entry)) {
            return;
        }
        Signal signal = entry.signal();
        HarnessPayload payload = HarnessCodec.recordedPayload(signal.type(), data(signal));
        requireRoom(signal);
        AttemptBuilder strip = signal.links().cause() == null ? null : attempts.get(signal.links().cause());
        switch (payload) {
            case HarnessPayload.Start start -> begin(entry, start.input());
            case HarnessPayload.Result result -> tools.addResult(entry.emission(), result);
            case HarnessPayload.Call _ -> { // The end names it, too.
            }
            case HarnessPayload.Thinking it -> {
                if (strip != null) {
                    strip.thinking = it.content();
                }
            }
            case HarnessPayload.Text it -> {
                if (strip != null) {
                    strip.text = it.content();
                }
            }
            case HarnessPayload.Error it -> {
                if (strip != null) {
                    strip.failure = new HarnessFailure(HarnessFailure.Kind.of(it.code()), it.message(),
                            retryAfter(signal), isChargeable(signal), null);
                }
            }
            case HarnessPayload.End it -> {
                if (strip != null && strip.end == null) {
                    end(strip, it.output());
                }
            }
        }
    }

    /** The calls by caller, each in the order of their starts. */
    Map<Emission, List<RecordedCall>> calls() {
        Map<Emission, List<List<RecordedAttempt>>> found = new LinkedHashMap<>();
        Map<AttemptKey, List<RecordedAttempt>> latest = new HashMap<>();
        for (AttemptBuilder strip : attempts.values()) {
            RecordedAttempt attempt = strip.attempt();
            AttemptKey key = new AttemptKey(strip.emission, attempt.request().model(),
                    attempt.request().withoutLimit());
            List<RecordedAttempt> before = latest.get(key);
            if (before != null && before.getLast().isRecoverable()) {
                before.add(attempt);
            } else {
                List<RecordedAttempt> call = new ArrayList<>(List.of(attempt));
                latest.put(key, call);
                found.computeIfAbsent(strip.emission, _ -> new ArrayList<>()).add(call);
            }
        }
        Map<Emission, List<RecordedCall>> calls = new LinkedHashMap<>();
        found.forEach((emission, attempts) -> calls.put(emission, attempts.stream().map(RecordedCall::new).toList()));
        return calls;
    }

    /** Common key of the attempts of one call. */
    private record AttemptKey(Emission by, String model, HarnessInput unlimited) {}

    /** Tool results by caller, each in the order of the calls. */
    Map<Emission, List<RecordedToolCall>> tools() {
        return tools.toolCalls();
    }

    private void begin(LogEntry entry, HarnessInput input) {
        if (attempts.size() == MAX_CALLS) {
            throw new IllegalArgumentException("a recording must have at most " + MAX_CALLS + " calls");
        }
        Signal signal = entry.signal();
        String model = extension(signal, HarnessRun.MODEL);
        if (model == null && signal.source() instanceof Source.Harness source) {
            model = source.harness();
        }
        if (model == null) {
            throw new IllegalArgumentException("neither the extension " + HarnessRun.MODEL
                    + " nor the source says which model was asked");
        }
        String request = extension(signal, HarnessRun.REQUEST);
        RecordedAttempt.RecordedRequest recordedRequest = new RecordedAttempt.RecordedRequest(signal.id(),
                signal.scope().run(),
                model,
                request == null ? RequestHash.of(model, input, null) : request, input);
        if (attempts.putIfAbsent(signal.id(), new AttemptBuilder(entry.emission(), recordedRequest)) != null) {
            throw new IllegalArgumentException("two calls have the id " + signal.id());
        }
        tools.addRequest(entry.emission(), input);
    }

    private void end(AttemptBuilder strip, HarnessOutput output) {
        HarnessFailure failure = strip.failure;
        if (failure != null) {
            TokenUsage usage = output.usage();
            strip.end = new RecordedAttempt.End.Failed(usage == null ? failure : failure.withUsage(usage));
        } else {
            strip.end = new RecordedAttempt.End.Answered(output);
            tools.addCalls(strip.emission, output);
        }
    }

    private void requireRoom(Signal signal) {
        characters += characters(data(signal));
        if (characters > MAX_CHARACTERS) {
            throw new IllegalArgumentException("a recording must have at most " + MAX_CHARACTERS + " characters");
        }
    }

    private static long characters(JsonValue value) {
        return switch (value) {
            case JsonValue.Str text -> text.value().length();
            case JsonValue.Arr list -> list.items().stream().mapToLong(TapeSplicer::characters).sum() + 1;
            case JsonValue.Obj object -> object.fields().entrySet().stream()
                    .mapToLong(field -> field.getKey().length() + characters(field.getValue())).sum() + 1;
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> 1;
        };
    }

    private static JsonValue data(Signal signal) {
        return signal.payload() instanceof Payload.Open open && open.data() != null ? open.data() : JsonValue.ofNull();
    }

    private static @Nullable String extension(Signal signal, String name) {
        return signal.extensions().get(name) instanceof JsonValue.Str(String value) ? value : null;
    }

    /** True if a failed call is charged without output. A log of an earlier version never says so. */
    private static boolean isChargeable(Signal signal) {
        return signal.extensions().get(HarnessRun.CHARGEABLE) instanceof JsonValue.Bool(boolean value) && value;
    }

    private static @Nullable Duration retryAfter(Signal signal) {
        if (!(signal.extensions().get("retryAfterMs") instanceof JsonValue.Num(var number))) {
            return null;
        }
        double millis = number.doubleValue();
        return millis >= 0 && millis <= MAX_RETRY_AFTER.toMillis() ? Duration.ofMillis((long) millis) : null;
    }
}
