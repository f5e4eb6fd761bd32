package dev.waggle.cli.browser;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The first minute with a server: its address, opened in a browser. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class BrowserLoginTest {

    @TempDir
    private Path folder;

    @Test
    void theAddressOfTheServerOpensAPageAndBeginsASession(BrowserWindow window) throws Exception {
        try (ServedFolder server = ServedFolder.of(folder)) {
            window.open(server.printedLogin());

            PageState.awaitReady(window);
            assertThat(window.address()).isEqualTo(server.at("/"));
            assertThat(window.text("document.cookie")).as("no script reads the session").isEmpty();
            assertThat(window.number("fetch('/v1/solves').then(answer => answer.status)")).isEqualTo(200);
        }
    }
}
