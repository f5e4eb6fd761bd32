package dev.waggle.connect.llm.provider;

import dev.waggle.signal.text.VisibleText;

/**
 * Name of a model in the form {@code provider:model}. The first colon separates the two, so a model may contain more
 * of them, as in {@code ollama:llama3.2:3b}.
 *
 * @param provider a small letter, then small letters, digits, {@code _}, {@code -} or {@code .}, 1 to 64 in all
 * @param model its name at the provider, 1 to 256 visible characters without white space
 */
public record ModelName(String provider, String model) {

    private static final int MAX_MODEL = 256;

    public ModelName {
        requireProvider(provider);
        boolean isPlain = model.codePoints().noneMatch(Character::isWhitespace)
                && VisibleText.of(model).equals(model);
        if (model.isEmpty() || model.length() > MAX_MODEL || !isPlain) {
            throw new IllegalArgumentException("a model's name must be 1 to " + MAX_MODEL
                    + " visible characters without white space, got \"" + VisibleText.of(shortened(model)) + "\"");
        }
    }

    /**
     * Reads {@code provider:model}.
     *
     * @throws IllegalArgumentException when it is not of that form
     */
    public static ModelName of(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("a model is named provider:model, got \""
                    + VisibleText.of(shortened(text)) + "\"\nMaybe openai:" + VisibleText.of(shortened(text))
                    + ", or ollama:" + VisibleText.of(shortened(text)) + ".");
        }
        return new ModelName(text.substring(0, colon), text.substring(colon + 1));
    }

    static void requireProvider(String name) {
        if (!name.matches("[a-z][a-z0-9_.-]{0,63}")) {
            throw new IllegalArgumentException("a provider's name must be 1 to 64 small letters, digits, _, - or .,"
                    + " the first a letter, got \"" + VisibleText.of(shortened(name)) + "\"");
        }
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }

    /** {@code provider:model}. */
    @Override
    public String toString() {
        return provider + ":" + model;
    }
}
