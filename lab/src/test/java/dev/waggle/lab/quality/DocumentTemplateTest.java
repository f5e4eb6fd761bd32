package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.lab.math.MathQuality;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DocumentTemplateTest {

    @ParameterizedTest
    @ValueSource(strings = {"math-quality.md", "quality.md"})
    void aDocumentIsItsTemplateWithFigures(String name) throws IOException {
        String document = Files.readString(Path.of("../docs", name)).replaceAll("\\s+", " ");
        DocumentTemplate template = new DocumentTemplate(name);
        int place = 0;
        for (String prose : template.prose()) {
            String words = prose.replaceAll("\\s+", " ");
            place = document.indexOf(words, place);
            assertThat(place).as("in docs/%s, after %s", name, words).isNotNegative();
            place += words.length();
        }
        assertThat(document).doesNotContain("{{");
    }

    @Test
    void simulatedDebatesGiveTheFiguresOfTheirPage() throws IOException {
        Map<String, String> figures = MathQuality.figures(2, 1, _ -> {});
        assertThat(figures.keySet()).containsAll(new DocumentTemplate("math-quality.md").names().stream()
                .filter(name -> !name.startsWith("chats")).toList());
    }

    @Test
    void aMissingFigureIsRefused() throws IOException {
        DocumentTemplate template = new DocumentTemplate("math-quality.md");
        Map<String, String> figures = template.names().stream().distinct().filter(name -> !name.equals("summary"))
                .collect(Collectors.toMap(name -> name, name -> name));
        assertThatIllegalArgumentException().isThrownBy(() -> template.fill(figures))
                .withMessageContaining("needs the figure summary");
    }
}
