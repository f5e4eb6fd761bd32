package dev.waggle.signal;

/**
 * The family of signals that a type belongs to. The same word means different things in different families
 * ({@code tool:result} of a swarm is not {@code tool:result} of a harness), so the family is part of the type.
 */
public enum Profile {
    /** Deliberation: the eleven types of {@link Payload}, each with its own record. */
    SWARM("swarm", ':'),
    /** Coordination of threads: dotted classes, no payload but a summary. */
    CONNECTIVITY("connectivity", '.'),
    /** Durable runtime events with open types. */
    DURABLE("durable", ':'),
    /** What a model harness was asked and said. */
    HARNESS("harness", ':'),
    /** Everything that users define themselves. */
    CUSTOM("custom", ':');

    private final String wireName;
    private final char separator;

    Profile(String word, char separator) {
        this.wireName = word;
        this.separator = separator;
    }

    /** The word that stands in logs and files. */
    public String wireName() {
        return wireName;
    }

    /** The character that splits a type of this family into segments. */
    public char separator() {
        return separator;
    }

    /** The profile of a word; refuses unknown words. */
    public static Profile of(String word) {
        for (Profile profile : values()) {
            if (profile.wireName.equals(word)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("profile must be swarm, connectivity, durable, harness or custom, got \""
                + word + "\"");
    }
}
