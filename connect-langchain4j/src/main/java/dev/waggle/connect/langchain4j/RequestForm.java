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
 */
record RequestForm(boolean rawSchemas, boolean toolChoice) {

    /** The form that loses nothing. */
    static final RequestForm WHOLE = new RequestForm(true, true);

    /**
     * Returns a form without the part that a module may have refused; empty when the failure is another one or no such
     * part is left. Ollama's module throws an UnsupportedFeatureException for a tool choice. Those of Gemini and Vertex AI
     * throw exceptions without a type of their own for a raw schema, and name its class.
     */
    Optional<RequestForm> simplerAfter(Throwable failure, ChatRequest request) {
        if (failure instanceof UnsupportedFeatureException && toolChoice && request.toolChoice() != null) {
            return Optional.of(new RequestForm(rawSchemas, false));
        }
        boolean isAboutSchemas = String.valueOf(failure.getMessage()).contains(JsonRawSchema.class.getSimpleName());
        return isAboutSchemas && rawSchemas
                ? Optional.of(new RequestForm(false, toolChoice))
                : Optional.empty();
    }
}
