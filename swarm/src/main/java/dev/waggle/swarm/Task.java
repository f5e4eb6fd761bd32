package dev.waggle.swarm;

import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * A question for a swarm.
 *
 * @param text the question; not blank
 * @param context background for the agents, if there is any
 * @param title a headline for people, if there is one
 * @param signalId the id of the {@code task:new} signal, or {@code null} for a new one
 * @param type the kind of task, by which reliability and reputation are learned; {@value #GENERAL} if
 *        none is named
 */
public record Task(String text, @Nullable String context, @Nullable String title, @Nullable String signalId,
        String type) {

    /** Type of a task without a named one. */
    public static final String GENERAL = "general";

    /** Most characters of a question that agents read; they read the start of a longer one. */
    public static final int MAX_TEXT = 20_000;

    /** Most characters of a context that agents read: a book, more than most models read at once. */
    public static final int MAX_CONTEXT = 1_000_000;

    /** Maximum length of a type. */
    public static final int MAX_TYPE = 200;

    public Task {
        if (text.isBlank()) {
            throw new IllegalArgumentException("the task must not be blank");
        }
        String _ = requireType(type);
    }

    /**
     * Returns a valid type.
     *
     * @throws IllegalArgumentException when it is blank, has control characters or more than {@value #MAX_TYPE} characters
     */
    public static String requireType(String type) {
        if (type.isBlank() || type.length() > MAX_TYPE || type.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the type of a task must be a name of at most " + MAX_TYPE
                    + " characters, got \"" + VisibleText.of(type) + "\"");
        }
        return type;
    }

    /** A question of no named type. */
    public Task(String text, @Nullable String context, @Nullable String title, @Nullable String signalId) {
        this(text, context, title, signalId, GENERAL);
    }

    public static Task of(String text) {
        return new Task(text, null, null, null);
    }

    public Task withContext(@Nullable String newContext) {
        return new Task(text, newContext, title, signalId, type);
    }

    public Task withTitle(@Nullable String newTitle) {
        return new Task(text, context, newTitle, signalId, type);
    }

    /** Copy with that type, such as {@code math}. */
    public Task withType(String newType) {
        return new Task(text, context, title, signalId, newType);
    }

    /** The type as the category of learned decisions; empty for {@value #GENERAL}. */
    public String category() {
        return type.equals(GENERAL) ? "" : type;
    }
}
