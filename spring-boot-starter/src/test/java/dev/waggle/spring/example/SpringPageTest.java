package dev.waggle.spring.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparison of the page about Spring Boot with the application that a test starts. */
class SpringPageTest {

    private static final Path ROOT = root();
    private static final String EXAMPLE = "spring-boot-starter/src/test/java/dev/waggle/spring/example/";

    @Test
    void theJavaOfThePageIsThatOfTheApplication() throws IOException {
        assertThat(blocks("java")).containsExactly(source("DecisionApplication"), source("DecisionController"));
    }

    @Test
    void thePropertiesOfThePageAreThoseOfTheApplication() throws IOException {
        assertThat(blocks("yaml")).containsExactly(
                Files.readString(ROOT.resolve("spring-boot-starter/src/test/resources/application.yaml")));
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("(?m)^```" + language + "\n(.*?)^```$", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/spring-boot.md"))).results()
                .map(block -> block.group(1)).toList();
    }

    /** A source behind its package. */
    private static String source(String name) throws IOException {
        String source = Files.readString(ROOT.resolve(EXAMPLE + name + ".java"));
        return source.substring(source.indexOf(";\n\n") + ";\n\n".length());
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no project around the tests");
        }
        return folder;
    }
}
