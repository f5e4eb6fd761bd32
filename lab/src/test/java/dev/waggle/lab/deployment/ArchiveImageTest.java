package dev.waggle.lab.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The Dockerfile of the archive, and the same file with one mistake each. */
class ArchiveImageTest {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());

    @Test
    void theArchivesAreNamedByVersionAndSystem() throws IOException {
        ArchiveLayout archive = ArchiveLayout.read(ROOT);

        assertThat(archive.plainName()).isEqualTo("waggle-1.2.3.tar.gz");
        assertThat(archive.linuxNames()).containsExactly("waggle-1.2.3-linux-x64.tar.gz",
                "waggle-1.2.3-linux-aarch64.tar.gz");
        assertThat(archive.topFolder()).isEqualTo("waggle-1.2.3");
        assertThat(archive.launcher()).isEqualTo("bin/waggle");
    }

    @Test
    void theFileHasNoProblems() throws IOException {
        assertThat(problems(text())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FROM debian:13-slim     | FROM debian                | no tag with a version
            -linux-*.tar.gz         | .tar.gz                    | ADD does not take the archive of Linux alone
            -linux-*.tar.gz         | -linux-x64.tar.gz          | ADD does not take the archive of Linux alone
            mv /opt/waggle-*        | mv /opt/waggle_*           | the folder of the archive is not moved
            --from=unpacked         | --from=build               | COPY does not take /opt/waggle
            COPY --from=unpacked /opt/waggle | COPY --from=unpacked /opt/other | COPY does not take /opt/waggle
            /opt/waggle/bin/waggle"] | /opt/waggle/waggle"]      | ENTRYPOINT is not the launcher of the archive
            USER waggle             | USER root                  | it runs as root
            VOLUME /data            | VOLUME /store              | the folder /store does not belong to waggle
            EXPOSE 8484             | EXPOSE 80                  | EXPOSE is not the port of the server, 8484
            "0.0.0.0"               | "127.0.0.1"                | no other container reaches 127.0.0.1
            ENV WAGGLE_DATA=/data   | ENV OPENAI_API_KEY=x       | a secret would be in the image: OPENAI_API_KEY
            """)
    void everyMistakeIsFound(String text, String mistake, String problem) throws IOException {
        assertThat(text()).contains(text);
        assertThat(problems(text().replace(text, mistake))).anyMatch(it -> it.contains(problem));
    }

    private static String text() throws IOException {
        return Files.readString(ROOT.resolve("build/release/Dockerfile"));
    }

    private static List<String> problems(String text) throws IOException {
        return DockerfileLint.ofArchive(text, ArchiveLayout.read(ROOT)).problems();
    }
}
