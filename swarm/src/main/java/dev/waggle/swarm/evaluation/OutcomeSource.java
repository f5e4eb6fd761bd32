package dev.waggle.swarm.evaluation;

import dev.waggle.signal.json.WireConstant;

/**
 * Source of an outcome.
 *
 * @param kind a person, a file or a model
 * @param name its name; empty for a person or a file that is not named, at most {@value #MAX_NAME} characters
 */
public record OutcomeSource(Kind kind, String name) {

    /** Maximum number of characters of a name. */
    public static final int MAX_NAME = 500;

    /** A person without a name. */
    public static final OutcomeSource PERSON = new OutcomeSource(Kind.PERSON, "");

    public OutcomeSource {
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException("the name of the source of an outcome must have at most " + MAX_NAME
                    + " characters, got " + name.length());
        }
        if (kind == Kind.EVALUATOR && name.isBlank()) {
            throw new IllegalArgumentException("an evaluator needs the name of its model, got \"" + name + "\"");
        }
    }

    /** A file of known truths. */
    public static OutcomeSource file(String name) {
        return new OutcomeSource(Kind.FILE, name);
    }

    /** A model that evaluates, for example {@code evaluator ollama:qwen3}. */
    public static OutcomeSource evaluator(String model) {
        return new OutcomeSource(Kind.EVALUATOR, model);
    }

    /** Kind and name, for people, for example {@code evaluator ollama:qwen3}. */
    public String inWords() {
        return name.isBlank() ? kind.wireName() : kind.wireName() + ' ' + name;
    }

    /** Kind of a source. */
    public enum Kind implements WireConstant {
        /** A person. */
        PERSON,
        /** A file with known truths. */
        FILE,
        /** A model. */
        EVALUATOR
    }
}
