package dev.waggle.connect.mcp.client;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

import dev.waggle.connect.mcp.SdkJson;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.tool.ToolOutcome;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a tool as text for a model: its texts one below the other, everything else by name and size. The
 * structured part stays data; without a text it is the text too.
 */
final class ResultText {

    /** Maximum length of the text, in UTF-16 units: some 25,000 tokens, a quarter of the context of many models. */
    static final int MAX_TEXT = 100_000;

    /** Longest structured part as JSON, in UTF-16 units. */
    static final int MAX_DETAILS = 100_000;

    private static final int MAX_NAME = 200;

    private ResultText() {}

    static ToolOutcome outcome(McpSchema.CallToolResult result) {
        List<String> blocks = new ArrayList<>();
        if (result.content() != null) {
            result.content().forEach(content -> blocks.add(block(content)));
        }
        JsonValue details;
        try {
            details = SdkJson.read(result.structuredContent(), JsonText.MAX_DEPTH);
        } catch (IllegalArgumentException deep) {
            details = JsonValue.ofNull();
            blocks.add("[its structured part is left out: " + deep.getMessage() + "]");
        }
        String line = result.structuredContent() == null ? "" : JsonLine.of(details);
        if (blocks.isEmpty()) {
            blocks.add(line);
        }
        if (line.length() > MAX_DETAILS) {
            details = JsonValue.ofNull();
            blocks.add(String.format(PlainLocale.NONE, "[its structured part of %,d characters is left out]",
                    line.length()));
        }
        String text = cut(visible(String.join("\n", blocks)));
        if (Boolean.TRUE.equals(result.isError())) {
            return new ToolOutcome.Failed(text.isBlank() ? "the tool failed and did not say why" : text);
        }
        return new ToolOutcome.Done(text, details);
    }

    private static String block(McpSchema.Content content) {
        return switch (content) {
            case McpSchema.TextContent text -> text.text() == null ? "" : text.text();
            case McpSchema.ImageContent image ->
                "[an image of type " + name(image.mimeType()) + bytes(image.data()) + ", not shown]";
            case McpSchema.AudioContent audio ->
                "[a sound of type " + name(audio.mimeType()) + bytes(audio.data()) + ", not played]";
            case McpSchema.ResourceLink link ->
                "[the resource " + name(link.name()) + " at " + name(link.uri()) + ", not read]";
            case McpSchema.EmbeddedResource embedded -> embedded.resource() == null ? "[a resource, not shown]"
                    : "[the resource at " + name(embedded.resource().uri()) + " of type "
                            + name(embedded.resource().mimeType()) + ", not shown]";
            case null, default -> "[something of an unknown kind, not shown]";
        };
    }

    private static String name(@Nullable String name) {
        return name == null ? "unknown" : JsonLine.quoted(TextClip.of(name, MAX_NAME));
    }

    /** Number of bytes of a text in Base64. */
    private static String bytes(@Nullable String base64) {
        return base64 == null ? "" : String.format(PlainLocale.NONE, " with about %,d bytes", base64.length() * 3L / 4);
    }

    /** The lines with every hidden character written out: none moves a cursor, hides a text or turns it around. */
    private static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        StringTokenizer parts = new StringTokenizer(text.replace("\r\n", "\n"), "\n\t", true);
        while (parts.hasMoreTokens()) {
            String part = parts.nextToken();
            visible.append(part.equals("\n") || part.equals("\t") ? part : VisibleText.of(part));
        }
        return visible.toString();
    }

    private static String cut(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = TextClip.end(text, MAX_TEXT);
        return text.substring(0, end)
                + String.format(PlainLocale.NONE, "\n[cut here: %,d more characters]", text.length() - end);
    }
}
