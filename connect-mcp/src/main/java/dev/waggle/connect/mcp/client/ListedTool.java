package dev.waggle.connect.mcp.client;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.connect.mcp.SdkJson;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server lists it, made safe to show to a model. The server's texts become quotations on one line,
 * without invisible characters and of limited length, in the schema too.
 *
 * @param name the server's name for it
 * @param description the quotation
 * @param inputSchema the description of its input for a model
 * @param check the schema as the server wrote it
 */
record ListedTool(String name, String description, JsonValue.Obj inputSchema, ForeignSchema check) {

    /** Longest description, in UTF-16 units: a good page of prose is no help in choosing. */
    static final int MAX_DESCRIPTION = 1_500;

    /** Longest schema as JSON, in UTF-16 units: every call of a model pays for it. */
    static final int MAX_SCHEMA = 64 * 1024;

    private static final int MAX_NAME = 256;
    private static final JsonValue.Obj ANY_OBJECT = new JsonValue.Obj(Map.of("type", JsonValue.of("object")));

    /**
     * That tool of that server.
     *
     * @throws IllegalArgumentException when it cannot be used; the message holds the reason
     */
    static ListedTool of(String server, McpSchema.Tool tool) {
        String name = tool.name();
        if (name == null || name.isBlank() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException("its name must have 1 to " + MAX_NAME + " characters");
        }
        Object listed = tool.inputSchema();
        JsonValue schema = listed == null ? ANY_OBJECT : SdkJson.read(listed, JsonText.MAX_DEPTH);
        if (!(schema instanceof JsonValue.Obj object)) {
            throw new IllegalArgumentException("its schema must be an object");
        }
        int length = JsonLine.of(object).length();
        if (length > MAX_SCHEMA) {
            throw new IllegalArgumentException("its schema has " + length + " characters, more than " + MAX_SCHEMA);
        }
        JsonValue.Obj shown = (JsonValue.Obj) plain(object);
        requireVisible(shown);
        return new ListedTool(name, quotation(server, tool), shown, ForeignSchema.of(object));
    }

    /** Description after its server's name, so that a model takes it as a foreign text and not as the host's. */
    private static String quotation(String server, McpSchema.Tool tool) {
        String description = line(firstOf(tool.description(), tool.title(), tool.name()));
        return "The tool server " + JsonLine.quoted(line(server)) + " describes it so: " + JsonLine.quoted(description);
    }

    private static String firstOf(@Nullable String description, @Nullable String title, String name) {
        if (description != null && !description.isBlank()) {
            return description;
        }
        return title != null && !title.isBlank() ? title : name;
    }

    /** The same schema with its prose on one line each. */
    private static JsonValue plain(JsonValue schema) {
        return switch (schema) {
            case JsonValue.Obj obj -> {
                Map<String, JsonValue> fields = new LinkedHashMap<>();
                obj.fields().forEach((name, value) -> fields.put(name, isProse(name, value)
                        ? JsonValue.of(line(((JsonValue.Str) value).value()))
                        : plain(value)));
                yield JsonValue.of(fields);
            }
            case JsonValue.Arr arr -> JsonValue.of(arr.items().stream().map(ListedTool::plain).toList());
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> schema;
        };
    }

    /** Refuses hidden characters in names and values, which stay as they are. Line ends and joiners may be there. */
    private static void requireVisible(JsonValue schema) {
        switch (schema) {
            case JsonValue.Obj obj -> obj.fields().forEach((name, value) -> {
                requireVisible(JsonValue.of(name));
                requireVisible(value);
            });
            case JsonValue.Arr arr -> arr.items().forEach(ListedTool::requireVisible);
            case JsonValue.Str(var text) -> {
                String rest = text.replaceAll("[\\n\\r\\t\\u200c\\u200d]", "");
                if (!VisibleText.of(rest).equals(rest)) {
                    throw new IllegalArgumentException("its schema has hidden characters in "
                            + VisibleText.of(TextClip.of(JsonLine.quoted(text), 64)));
                }
            }
            case JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
            }
        }
    }

    private static boolean isProse(String name, JsonValue value) {
        return value instanceof JsonValue.Str && (name.equals("description") || name.equals("title")
                || name.equals("$comment"));
    }

    /** One line without invisible characters, cut at the limit. */
    private static String line(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (Character.isWhitespace(point) || Character.isSpaceChar(point)) {
                if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                    line.append(' ');
                }
            } else if (isVisible(point)) {
                line.appendCodePoint(point);
            }
        });
        return TextClip.of(line.toString().strip(), MAX_DESCRIPTION);
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                false;
            default -> VisibleText.of(Character.toString(point)).length() == Character.charCount(point);
        };
    }
}
