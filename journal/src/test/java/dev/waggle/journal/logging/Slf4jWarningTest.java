package dev.waggle.journal.logging;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class Slf4jWarningTest {

    @TempDir
    Path folder;

    @Test
    void isSuppressedInAProgramThatChoseNothing() throws IOException {
        Properties properties = after(new Properties());

        assertThat(properties).containsExactly(Map.entry(Slf4jWarning.VERBOSITY, "ERROR"));
        assertThat(after(properties)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
        "org/slf4j/impl/StaticLoggerBinder.class"})
    void staysWhenThereIsAProvider(String resource) throws IOException {
        Path file = folder.resolve(resource);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");

        assertThat(after(new Properties())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"slf4j.internal.verbosity,WARN", "slf4j.provider,org.example.Provider"})
    void staysAsTheProgramHasSetIt(String name, String value) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(name, value);

        assertThat(after(properties)).containsExactly(Map.entry(name, value));
    }

    /** The properties after a suppression in a program that has only the folder on its class path. */
    private Properties after(Properties properties) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Slf4jWarning.suppress(properties, loader);
            return properties;
        }
    }
}
