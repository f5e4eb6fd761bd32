package dev.waggle.swarm.runlog;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonFieldException;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.agent.AgentProfile;

/** Codec between an agent's profile and JSON; types as {@code family/word}, sorted. */
public final class ProfileJson {

    private ProfileJson() {}

    /** The complete profile. */
    public static JsonValue of(AgentProfile profile) {
        return new JsonObjectBuilder().with("id", profile.id())
                .with("name", profile.name())
                .with("role", profile.role())
                .with("weight", profile.weight())
                .with("listens", types(profile.listens()))
                .with("canEmit", types(profile.canEmit())).json();
    }

    /**
     * Reads the output of {@link #of}.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static AgentProfile read(JsonValue json) {
        return read(JsonObjectReader.root("a profile", json));
    }

    /** As {@link #read(JsonValue)}, an object within another one. */
    public static AgentProfile read(JsonObjectReader fields) {
        AgentProfile profile = fields.build(() -> new AgentProfile(fields.text("id"), fields.text("name"),
                fields.text("role"), fields.nonNegative("weight"), types(fields, "listens"),
                types(fields, "canEmit")));
        fields.rejectUnknownFields();
        return profile;
    }

    private static JsonValue types(Set<SignalType> types) {
        return JsonValue.ofTexts(
                types.stream().map(type -> type.profile().wireName() + '/' + type.text()).sorted().toList());
    }

    private static Set<SignalType> types(JsonObjectReader fields, String name) {
        List<String> words = fields.texts(name);
        Set<SignalType> types = new LinkedHashSet<>();
        for (int i = 0; i < words.size(); i++) {
            types.add(type(fields, name + '[' + i + ']', words.get(i)));
        }
        if (!words.equals(List.copyOf(new TreeSet<>(words)))) {
            throw fields.invalid(name, "types in their order, each of them once");
        }
        return types;
    }

    private static SignalType type(JsonObjectReader fields, String place, String word) {
        int slash = word.indexOf('/');
        if (slash < 0) {
            throw JsonFieldException.ofField(fields.place(place), "a type like swarm/vote", JsonValue.of(word));
        }
        return JsonObjectReader.build(fields.place(place) + ": ",
                () -> new SignalType(Profile.of(word.substring(0, slash)), word.substring(slash + 1)));
    }
}
