package dev.waggle.connect.langchain4j;

import dev.waggle.signal.text.VisibleText;

/**
 * Name of a model in the form {@code provider:model}. The first colon separates the two.
 *
 * @param provider a small letter, then small letters, digits, {@code _}, {@code -} or {@code .}, 1 to 64 in all
 * @param model 1 to 256 visible characters without white space
 */
record ChatModelName(String provider, String model) {

    private static final int MAX_MODEL = 256;
    private static final int MAX_QUOTE = 80;

    static ChatModelName of(String text) {
        int colon = text.indexOf(':');
        String provider = colon < 0 ? "" : text.substring(0, colon);
        String model = text.substring(colon + 1);
        if (!provider.matches("[a-z][a-z0-9_.-]{0,63}")) {
            throw refused(text, "the provider has 1 to 64 small letters, digits, _, - or ., the first a letter");
        }
        boolean isPlain = model.codePoints().noneMatch(Character::isWhitespace) && VisibleText.of(model).equals(model);
        if (model.isEmpty() || model.length() > MAX_MODEL || !isPlain) {
            throw refused(text, "the model has 1 to " + MAX_MODEL + " visible characters without white space");
        }
        return new ChatModelName(provider, model);
    }

    private static IllegalArgumentException refused(String text, String rule) {
        String shown = text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE) + "...";
        return new IllegalArgumentException("a model is named provider:model, got \"" + VisibleText.of(shown)
                + "\"\nMaybe bedrock:my-model; " + rule + ".");
    }

    @Override
    public String toString() {
        return provider + ":" + model;
    }
}
