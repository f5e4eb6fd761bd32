package dev.waggle.connect.llm.family;

/**
 * Change of requests that a provider's refusal asks for.
 */
public sealed interface RefusalLesson {

    /** The name of the output limit is another one. */
    record TokenField(TokenLimitField field) implements RefusalLesson {

        @Override
        public String consequence() {
            return "wants the output limit as " + field.fieldName();
        }
    }

    /**
     * The output limit is lower.
     *
     * @param tokens the most tokens of an answer, at least 1
     */
    record OutputCap(int tokens) implements RefusalLesson {

        public OutputCap {
            if (tokens < 1) {
                throw new IllegalArgumentException("an output limit must be at least 1 token, got " + tokens);
            }
        }

        @Override
        public String consequence() {
            return "writes at most " + tokens + " tokens";
        }
    }

    /**
     * The model is served by the Responses API.
     *
     * @param isForToolsOnly true if chat completions remain possible without tools, or with the effort {@code none}
     */
    record ResponsesApi(boolean isForToolsOnly) implements RefusalLesson {

        @Override
        public String consequence() {
            return isForToolsOnly ? "calls tools only through the Responses API" : "needs the Responses API";
        }
    }

    /** The request must lack a part. */
    enum Omission implements RefusalLesson {
        /** No temperature. */
        TEMPERATURE("takes no temperature"),
        /** No schema and no other response format. */
        SCHEMA("holds no answer to a schema; the prompt describes the format"),
        /** No response format in a request with tools. */
        SCHEMA_WITH_TOOLS("holds no answer to a schema beside tools; the prompt describes the format"),
        /** No tools. */
        TOOLS("calls no tools"),
        /** No setting for thinking or effort. */
        THINKING("does not take the setting for thinking"),
        /** No counts of tokens in a stream. */
        STREAM_USAGE("counts no tokens of a stream; they are estimated");

        private final String consequence;

        Omission(String consequence) {
            this.consequence = consequence;
        }

        @Override
        public String consequence() {
            return consequence;
        }
    }

    /** The rest of a sentence whose subject is the model, for people. */
    String consequence();
}
