package dev.waggle.lab.trace;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

import static org.assertj.core.api.Assertions.assertThat;

/** The picture of a trace in docs/tracing.md; {@code -Dwaggle.images=write} writes it. */
class TracePictureTest {

    private static final Path FILE = Path.of("../docs/trace.svg");

    @Test
    void theFileIsThePictureThatTheProgramDraws() throws IOException {
        if ("write".equals(System.getProperty("waggle.images"))) {
            TracePicture.main(new String[] {FILE.toString()});
        }

        assertThat(FILE).as("written with -Dwaggle.images=write").content().isEqualTo(TracePicture.draw());
        assertThat(Path.of("../docs/tracing.md")).content().contains("](trace.svg)");
    }

    @Test
    void itShowsEverySpanAndRunsNothing() throws Exception {
        List<SpanData> spans = TracedDebate.spans();
        String svg = new SpanWaterfall("a < b & \"c\"", spans).svg();
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));

        assertThat(document.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b & \"c\"");
        assertThat(spans).extracting(SpanData::getName).contains("debate", "consensus", "synthesis", "memory.recall",
                "execute_tool query_metrics", "chat large", "chat small", "invoke_agent scout");
        assertThat(spans).allSatisfy(span -> assertThat(svg).contains('>' + span.getName() + "</text>"));
        assertThat(svg).doesNotContain("<script", "href", "url(", "onload");
    }

    @Test
    void eachFamilyOfTheLegendIsInTheTrace() {
        assertThat(TracedDebate.spans()).extracting(span -> SpanFamily.of(span.getName()))
                .contains(SpanFamily.values());
    }
}
