package dev.waggle.connect.langchain4j;

import java.util.Optional;

import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;

/**
 * Form of a request that a module of the library can write. The modules differ, and they say so only when they are
 * called: they throw before anything is sent.
 *
 * @param rawSchemas whether schemas of tools go unchanged; otherwise in the library's own types, with what these lack
 *        in the descriptions
 * @param toolChoice whether a model can be told to call no tool
 * @param options whether the output limit and the temperature go with the request; otherwise those hold with which the
 *        model was built
 */
record RequestForm(boolean rawSchemas, boolean toolChoice, boolean options) {

    /** The form that loses nothing. */
    static final RequestForm WHOLE = new RequestForm(true, true, true);

    /**
     * Returns a form without the part that a module may have refused; empty when the failure is another one or no such
     * part is left. Vertex AI's module throws an UnsupportedFeatureException for an output limit, Ollama's for a tool
     * choice. Those of Gemini and Vertex AI throw exceptions without a type of their own for a raw schema, and name its
     * class.
     */
    Optional<RequestForm> simplerAfter(Throwable failure, ChatRequest request) {
        String words = String.valueOf(failure.getMessage());
        if (rawSchemas && words.contains(JsonRawSchema.class.getSimpleName())) {
            return Optional.of(new RequestForm(false, toolChoice, options));
        }
        if (!(failure instanceof UnsupportedFeatureException)) {
            return Optional.empty();
        }
        if (options && (words.contains("maxOutputTokens") || words.contains("temperature"))) {
            return Optional.of(new RequestForm(rawSchemas, toolChoice, false));
        }
        return toolChoice && request.toolChoice() != null
                ? Optional.of(new RequestForm(rawSchemas, false, options))
                : Optional.empty();
    }
}
