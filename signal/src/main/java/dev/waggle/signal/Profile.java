package dev.waggle.signal;

/**
 * Family of signal types. One word, such as {@code tool:result}, has different meanings in a swarm and in a harness.
 * Therefore the family is part of the type.
 */
public enum Profile {
    /** Deliberation: the eleven types of {@link Payload}, each with its own record. */
    SWARM("swarm", ':'),
    /** Coordination of threads: dotted classes, no payload but a summary. */
    CONNECTIVITY("connectivity", '.'),
    /** Durable runtime events with open types. */
    DURABLE("durable", ':'),
    /** Requests to and responses of a model harness. */
    HARNESS("harness", ':'),
    /** All user-defined types. */
    CUSTOM("custom", ':');

    private final String wireName;
    private final char separator;

    Profile(String word, char separator) {
        this.wireName = word;
        this.separator = separator;
    }

    /** Returns the name used in logs and files. */
    public String wireName() {
        return wireName;
    }

    /** Returns the character that splits a type of this family into segments. */
    public char separator() {
        return separator;
    }

    /** Returns the profile of a name; refuses unknown names. */
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
