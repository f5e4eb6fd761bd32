package dev.waggle.lab.trace;

/** Family of spans that share a colour in a picture. */
enum SpanFamily {
    SOLVE("solve", "f0", "invoke_workflow"),
    ROUND("round and phase", "f1", "round", "phase"),
    TURN("turn of an agent", "f2", "invoke_agent"),
    MODEL("call of a model", "f3", "chat"),
    TOOL("tool", "f4", "execute_tool"),
    VOTES("debate and consensus", "f5", "debate", "consensus"),
    ANSWER("synthesis", "f6", "synthesis"),
    MEMORY("memory", "f7", "memory");

    private final String title;
    private final String style;
    private final String[] names;

    SpanFamily(String title, String style, String... names) {
        this.title = title;
        this.style = style;
        this.names = names;
    }

    /** The family of a span by the first word of its name. */
    static SpanFamily of(String span) {
        String first = span.split("[ .]", 2)[0];
        for (SpanFamily family : values()) {
            for (String name : family.names) {
                if (name.equals(first)) {
                    return family;
                }
            }
        }
        throw new IllegalArgumentException("no family has a span named \"" + span + '"');
    }

    /** Its words in the legend. */
    String title() {
        return title;
    }

    /** Class of its shapes in the style sheet. */
    String style() {
        return style;
    }
}
