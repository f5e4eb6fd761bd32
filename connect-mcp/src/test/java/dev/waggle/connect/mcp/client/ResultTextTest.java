package dev.waggle.connect.mcp.client;

import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolOutcome;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultTextTest {

    @Test
    void textsStandBelowEachOtherAndTheStructuredPartIsKept() {
        assertThat(outcome(false, Map.of("n", 5), McpSchema.TextContent.builder("a").build(),
                McpSchema.TextContent.builder("b").build()))
                .isEqualTo(new ToolOutcome.Done("a\nb", JsonText.read("{\"n\":5}")));
    }

    @Test
    void withoutTextTheStructuredPartIsTheText() {
        assertThat(outcome(false, Map.of("n", 5))).isEqualTo(new ToolOutcome.Done("{\"n\":5}",
                JsonText.read("{\"n\":5}")));
    }

    @Test
    void imagesAndResourcesAreNamedAndNotShown() {
        ToolOutcome.Done done = (ToolOutcome.Done) outcome(false, null,
                McpSchema.ImageContent.builder("QUJD".repeat(1_000), "image/png").build(),
                McpSchema.EmbeddedResource.builder(
                        McpSchema.TextResourceContents.builder("file:///a\n", "secret").mimeType("text/plain").build())
                        .build());

        assertThat(done.text()).isEqualTo("""
                [an image of type "image/png" with about 3,000 bytes, not shown]
                [the resource at "file:///a\\n" of type "text/plain", not shown]""");
        assertThat(done.details()).isEqualTo(JsonValue.ofNull());
    }

    @Test
    void whatIsTooLargeIsCutWithANote() {
        ToolOutcome.Done done = (ToolOutcome.Done) outcome(false, Map.of("n", "x".repeat(200_000)),
                McpSchema.TextContent.builder("x".repeat(ResultText.MAX_TEXT - 1) + "\ud83d\ude00tail").build());

        assertThat(done.text()).hasSizeLessThan(ResultText.MAX_TEXT + 100).contains("[cut here: ", "more characters]");
        assertThat(done.text().charAt(ResultText.MAX_TEXT - 1)).isEqualTo('\n');
        assertThat(done.details()).isEqualTo(JsonValue.ofNull());
    }

    @Test
    void anErrorStaysOne() {
        assertThat(outcome(true, null, McpSchema.TextContent.builder("no such file").build()))
                .isEqualTo(new ToolOutcome.Failed("no such file"));
        assertThat(outcome(true, null)).isEqualTo(new ToolOutcome.Failed("the tool failed and did not say why"));
    }

    private static ToolOutcome outcome(boolean isError, @Nullable Object structured, McpSchema.Content... content) {
        return ResultText.outcome(new McpSchema.CallToolResult(List.of(content), isError, structured, null));
    }
}
