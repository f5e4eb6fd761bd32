package dev.waggle.spring.property;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Properties of the agents of a swarm, of people, and of the models beside them. */
public final class TeamProperties {

    private TeamProperties() {}

    /** The properties {@code waggle.agents[]}. */
    public record Agent(@Nullable String id, @Nullable String name, @Nullable String role, @Nullable Double weight,
            @Nullable List<String> listens, @Nullable List<String> canEmit, @Nullable String model,
            @Nullable List<String> strategies, @Nullable Traits personality) {}

    /**
     * The properties {@code waggle.agents[].personality}, or its name as a single word.
     *
     * @param word the name of a known personality; absent where numbers are given
     */
    public record Traits(@Nullable String word, @Nullable Double curiosity, @Nullable Double caution,
            @Nullable Double conformity, @Nullable Double verbosity) {

        /** The personality of that name; Spring converts a single word by it. */
        public static Traits of(String word) {
            return new Traits(word, null, null, null, null);
        }
    }

    /** The properties {@code waggle.seats[]}. */
    public record Seat(@Nullable String id, @Nullable String name, @Nullable String role, @Nullable Double weight,
            @Nullable String answers, @Nullable String deadline) {}

    /** The properties of a model beside the agents, such as {@code waggle.synthesizer}. */
    public record Assistant(@Nullable Boolean enabled, @Nullable String model) {}
}
