package dev.waggle.signal.tool;

import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.json.JsonValue;

/** A tool that an agent may call. */
public interface Tool {

    ToolDefinition definition();

    /**
     * Runs the tool on behalf of that caller. The host authenticates the caller, and the input cannot change it.
     *
     * @param input the model's input; any JSON value, to be checked here
     * @return the outcome; a bad input is an outcome, not an exception
     * @throws InterruptedException when the caller has no time left
     */
    ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException;

    /**
     * A tool with text parameters, all required, in alphabetical order. Its text is the outcome. An input with a
     * missing, unknown or wrong parameter fails with the name of it, and the function is not called.
     *
     * @param name see {@link ToolDefinition}
     * @param description its purpose, for a model to read
     * @param parameters descriptions of the parameters by name, for a model to read; may be empty
     * @param function computes the text from the parameters by name
     * @throws IllegalArgumentException when the name or a description is not valid
     */
    static Tool of(String name, String description, Map<String, String> parameters, TextFunction function) {
        TextParameters texts = TextParameters.of(name, parameters);
        ToolDefinition definition = new ToolDefinition(name, description, texts.schema());
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
                String text;
                try {
                    text = function.apply(texts.read(input));
                } catch (IllegalArgumentException refused) {
                    return new ToolOutcome.Failed(
                            Objects.requireNonNullElse(refused.getMessage(), "the input is not valid"));
                }
                if (text == null) {
                    throw new IllegalStateException("the function of the tool " + name + " returned null");
                }
                return new ToolOutcome.Done(text, JsonValue.of(text));
            }
        };
    }

    /** Function of a tool with text parameters. */
    @FunctionalInterface
    interface TextFunction {

        /**
         * Computes the text for the model. It runs on a virtual thread, for several calls at once.
         *
         * @param input the value of each parameter by name
         * @throws IllegalArgumentException when a value is bad; the model reads the message
         * @throws InterruptedException when the caller has no time left
         */
        String apply(Map<String, String> input) throws InterruptedException;
    }
}
