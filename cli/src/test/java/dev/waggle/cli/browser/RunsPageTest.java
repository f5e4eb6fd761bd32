package dev.waggle.cli.browser;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The list of runs: search, states, themes, and texts that would like to be markup. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class RunsPageTest {

    private static final String ROWS = "document.querySelectorAll('main tbody tr').length";

    @TempDir
    private static Path folder;
    private static ServedFolder server;

    @BeforeAll
    static void serve() throws Exception {
        Path data = folder.resolve("data");
        for (String name : new String[] {"crossing", "incident"}) {
            var _ = SampleFolder.play(data, name);
        }
        var _ = HostileRun.store(data, folder);
        server = ServedFolder.of(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void aSearchNarrowsTheListAndAReloadKeepsIt(BrowserWindow window) throws Exception {
        server.show(window, "/");
        window.until(ROWS + " === 3");

        window.fill("input[type=search]", "crossing");
        window.until(ROWS + " === 1");
        assertThat(window.text("document.querySelector('main tbody').innerText")).contains("level crossing");
        window.reload();
        window.until(ROWS + " === 1");
        assertThat(window.text("document.querySelector('input[type=search]').value")).isEqualTo("crossing");

        window.fill("input[type=search]", "nothing is called so");
        window.untilShown(".empty");
    }

    @Test
    void aChosenThemeOutlivesAReloadAndThePreferenceOfTheSystemHoldsWithoutOne(BrowserWindow window) throws Exception {
        server.show(window, "/");
        PageState.awaitReady(window);
        window.theme(PageTheme.LIGHT);
        String light = background(window);
        window.theme(PageTheme.DARK);
        String dark = background(window);
        assertThat(dark).isNotEqualTo(light);

        window.click("#tools button");
        window.until("document.documentElement.dataset.theme === 'light'");
        assertThat(background(window)).isEqualTo(light);
        window.reload();
        PageState.awaitReady(window);
        assertThat(background(window)).isEqualTo(light);
        window.click("#tools button");
        window.until("document.documentElement.dataset.theme === 'dark'");
        window.theme(PageTheme.LIGHT);
        assertThat(background(window)).isEqualTo(dark);
        window.click("#tools button");
        window.until("document.documentElement.dataset.theme === undefined");
        assertThat(background(window)).isEqualTo(light);
    }

    @Test
    void aHostileQuestionIsShownAndNotRun(BrowserWindow window) throws Exception {
        server.show(window, "/");
        window.until(ROWS + " === 3");

        assertThat(window.text("document.querySelector('main tbody').innerText")).contains(HostileRun.QUESTION);
        assertThat(window.text("String(window.attacked)")).isEqualTo("undefined");
        assertThat(window.number("document.querySelectorAll('main img, main script').length")).isZero();
    }

    private static String background(BrowserWindow window) {
        return window.text("getComputedStyle(document.body).backgroundColor");
    }
}
