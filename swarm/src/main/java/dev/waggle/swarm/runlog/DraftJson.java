package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Complete JSON form of a draft: {@code read(of(draft))} equals the draft.
 *
 * <pre>
 *   id, type, payload (by the names of its parts)
 *   profile         where it is neither swarm nor custom
 *   cause, replyTo, replaces, about
 *   confidence, priority, priorityValue, causalLevel
 *   lifetime        "unlimited", {"seconds", "nanos"} or {"step"}; the default is omitted
 *   audience        a word or a list of ids; everyone is omitted
 *   extensions
 * </pre>
 */
public final class DraftJson {

    private static final String UNLIMITED = "unlimited";

    private DraftJson() {}

    /** Drafts in their order. */
    public static JsonValue of(List<Draft> drafts) {
        return JsonValue.of(drafts.stream().map(DraftJson::of).toList());
    }

    /** Reads the output of {@link #of(List)}. */
    public static List<Draft> readAll(JsonValue json) {
        if (json instanceof JsonValue.Arr list) {
            return list.items().stream().map(item -> read(JsonFields.of(item))).toList();
        }
        throw new IllegalArgumentException("a list of drafts is expected, got " + json);
    }

    static JsonValue of(Draft draft) {
        return new JsonObjectBuilder().withPresent("id", draft.id())
                .with("type", draft.type().text())
                .with("payload", PayloadJson.of(draft.payload()))
                .withAll(rest(draft)).json();
    }

    static Draft read(JsonFields fields) {
        SignalType type = type(fields);
        return read(fields, type, PayloadJson.read(type, fields.object("payload")));
    }

    /** All but id, type and payload, as far as it is not the usual. */
    static JsonValue.Obj rest(Draft draft) {
        Profile profile = draft.type().profile();
        boolean isImplied = profile == Profile.SWARM
                || (profile == Profile.CUSTOM && !isSwarmWord(draft.type().text()));
        JsonObjectBuilder facts = new JsonObjectBuilder().withPresent("profile", isImplied ? null : profile.wireName())
                .withPresent("cause", draft.links().cause())
                .withPresent("replyTo", draft.links().replyTo())
                .withPresent("replaces", draft.links().replaces());
        if (!draft.links().about().isEmpty()) {
            facts.withTexts("about", draft.links().about());
        }
        Grading grading = draft.grading();
        facts.withPresent("confidence", grading.confidence())
                .withPresent("priority", grading.priority() == null ? null : grading.priority().name())
                .withPresent("priorityValue", grading.priorityValue())
                .withPresent("causalLevel", grading.causalLevel() == null ? null : grading.causalLevel().name());
        switch (draft.lifetime()) {
            case Lifetime.DefaultTtl _ -> {}
            case Lifetime.Unlimited _ -> facts.with("lifetime", UNLIMITED);
            case Lifetime.Ttl ttl -> facts.with("lifetime", span(ttl.span()));
            case Lifetime.UntilStep until ->
                facts.with("lifetime", new JsonObjectBuilder().with("step", until.step()).json());
        }
        switch (draft.audience()) {
            case Audience.Everyone _ -> {}
            case Audience.Role role -> facts.with("audience", role.word().name().toLowerCase(Locale.ROOT));
            case Audience.Ids ids -> facts.withTexts("audience", ids.recipients());
        }
        if (!draft.extensions().isEmpty()) {
            facts.with("extensions", draft.extensions());
        }
        return facts.json();
    }

    static SignalType type(JsonFields fields) {
        String text = fields.text("type");
        return fields.find("profile").map(word -> new SignalType(Profile.of(word), text))
                .orElseGet(() -> SignalType.of(text));
    }

    static Draft read(JsonFields fields, SignalType type, Payload payload) {
        return new Draft(fields.textOrNull("id"), type, payload,
                new Links(fields.textOrNull("cause"), fields.textOrNull("replyTo"), fields.textOrNull("replaces"),
                        fields.texts("about")),
                new Grading(number(fields, "confidence"),
                        fields.find("priority").map(Priority::valueOf).orElse(null), number(fields, "priorityValue"),
                        fields.find("causalLevel").map(CausalLevel::valueOf).orElse(null)),
                lifetime(fields), audience(fields),
                fields.has("extensions") ? fields.object("extensions").fields() : Map.of());
    }

    private static Lifetime lifetime(JsonFields fields) {
        return switch (fields.jsonOrNull("lifetime")) {
            case null -> Lifetime.defaultTtl();
            case JsonValue.Str _ -> Lifetime.unlimited();
            case JsonValue json -> {
                JsonFields span = JsonFields.of(json);
                yield span.has("step")
                        ? new Lifetime.UntilStep(span.wholeNumber("step"))
                        : Lifetime.ttl(Duration.ofSeconds(span.wholeNumber("seconds"), span.wholeNumber("nanos")));
            }
        };
    }

    private static Audience audience(JsonFields fields) {
        return switch (fields.jsonOrNull("audience")) {
            case null -> Audience.everyone();
            case JsonValue.Str word ->
                new Audience.Role(Audience.RoleName.valueOf(word.value().toUpperCase(Locale.ROOT)));
            case JsonValue _ -> new Audience.Ids(fields.texts("audience"));
        };
    }

    private static boolean isSwarmWord(String text) {
        return SignalType.of(text).profile() == Profile.SWARM;
    }

    private static @Nullable Double number(JsonFields fields, String name) {
        return fields.has(name) ? fields.number(name) : null;
    }

    /** Duration in one order in every process, since a log is compared byte by byte. */
    private static JsonValue span(Duration span) {
        return new JsonObjectBuilder().with("seconds", span.toSeconds())
                .with("nanos", span.toNanosPart()).json();
    }
}
