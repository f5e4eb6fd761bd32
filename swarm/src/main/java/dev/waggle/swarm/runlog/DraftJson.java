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
import dev.waggle.signal.codec.PayloadCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.call.TurnAnswer;
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
 *
 * <p>The answer of a turn is a list of drafts, or an object with the reason of a deferral in {@code deferred}.
 */
public final class DraftJson {

    private static final int MAX_NANOS = 999_999_999;
    private static final String UNLIMITED = "unlimited";
    private static final String DEFERRED = "deferred";

    private DraftJson() {}

    /** Answer of a turn. */
    public static JsonValue ofAnswer(TurnAnswer answer) {
        return switch (answer) {
            case TurnAnswer.Drafted drafted -> of(drafted.drafts());
            case TurnAnswer.Deferred deferred -> new JsonObjectBuilder().with(DEFERRED, deferred.reason()).json();
        };
    }

    /**
     * Reads the output of {@link #ofAnswer}.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static TurnAnswer readAnswer(JsonValue json) {
        if (!(json instanceof JsonValue.Obj)) {
            return new TurnAnswer.Drafted(readAll(json));
        }
        JsonObjectReader fields = JsonObjectReader.root("answer", json);
        TurnAnswer answer = new TurnAnswer.Deferred(fields.text(DEFERRED));
        fields.rejectUnknownFields();
        return answer;
    }

    /** Drafts in their order. */
    public static JsonValue of(List<Draft> drafts) {
        return JsonValue.of(drafts.stream().map(DraftJson::of).toList());
    }

    /**
     * Reads the output of {@link #of(List)}.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static List<Draft> readAll(JsonValue json) {
        JsonObjectReader list = JsonObjectReader.root("drafts", JsonValue.of(Map.of("drafts", json)));
        return list.objects("drafts").stream().map(DraftJson::read).toList();
    }

    static JsonValue of(Draft draft) {
        return new JsonObjectBuilder().withPresent("id", draft.id())
                .with("type", draft.type().text())
                .with("payload", PayloadCodec.encode(draft.payload()))
                .withAll(rest(draft)).json();
    }

    static Draft read(JsonObjectReader fields) {
        SignalType type = type(fields);
        return read(fields, type, PayloadCodec.decode(type, fields.object("payload")));
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
                .withPresent("priorityValue", exact(grading.priorityValue()))
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

    /** A zero keeps its sign, because a solve that is done again must find the draft equal. */
    private static @Nullable JsonValue exact(@Nullable Double value) {
        return value == null ? null : JsonValue.exact(value);
    }

    static SignalType type(JsonObjectReader fields) {
        String text = fields.text("type");
        Profile profile = fields.optionalOneOf("profile", Profile.values(), Profile::wireName);
        return fields.build(() -> profile == null ? SignalType.of(text) : new SignalType(profile, text));
    }

    /** Takes all remaining fields of a draft; there may be no others. */
    static Draft read(JsonObjectReader fields, SignalType type, Payload payload) {
        JsonObjectReader extensions = fields.optionalObject("extensions");
        List<String> about = fields.optionalTexts("about");
        if (extensions != null && extensions.names().isEmpty()) {
            throw fields.invalid("extensions", "an object with fields");
        }
        if (fields.has("about") && about.isEmpty()) {
            throw fields.invalid("about", "an array with items");
        }
        Draft draft = fields.build(() -> new Draft(fields.optionalText("id"), type, payload,
                new Links(fields.optionalText("cause"), fields.optionalText("replyTo"),
                        fields.optionalText("replaces"), about),
                new Grading(fields.optionalFraction("confidence"),
                        fields.optionalOneOf("priority", Priority.values(), Priority::name),
                        fields.optionalNumber("priorityValue"),
                        fields.optionalOneOf("causalLevel", CausalLevel.values(), CausalLevel::name)),
                lifetime(fields), audience(fields), extensions == null ? Map.of() : extensions.unknownFields()));
        fields.rejectUnknownFields();
        return draft;
    }

    private static Lifetime lifetime(JsonObjectReader fields) {
        JsonValue lifetime = fields.optional("lifetime");
        if (lifetime == null) {
            return Lifetime.defaultTtl();
        }
        if (lifetime instanceof JsonValue.Str(String word)) {
            if (!word.equals(UNLIMITED)) {
                throw fields.invalid("lifetime", '"' + UNLIMITED + "\", a span or a step");
            }
            return Lifetime.unlimited();
        }
        JsonObjectReader span = fields.object("lifetime");
        if (span.has("nanos") && !span.isWithin("nanos", 0, MAX_NANOS)) {
            throw span.invalid("nanos", "a whole number from 0 to " + MAX_NANOS);
        }
        Lifetime read = span.build(() -> span.has("step")
                ? new Lifetime.UntilStep(span.integer("step"))
                : Lifetime.ttl(Duration.ofSeconds(span.integer("seconds"), span.integer("nanos"))));
        span.rejectUnknownFields();
        return read;
    }

    private static Audience audience(JsonObjectReader fields) {
        JsonValue audience = fields.optional("audience");
        if (audience == null) {
            return Audience.everyone();
        }
        return audience instanceof JsonValue.Str
                ? new Audience.Role(fields.constant("audience", Audience.RoleName.values()))
                : new Audience.Ids(fields.texts("audience"));
    }

    private static boolean isSwarmWord(String text) {
        return SignalType.of(text).profile() == Profile.SWARM;
    }

    /** Duration in one order in every process, since a log is compared byte by byte. */
    private static JsonValue span(Duration span) {
        return new JsonObjectBuilder().with("seconds", span.toSeconds())
                .with("nanos", span.toNanosPart()).json();
    }
}
