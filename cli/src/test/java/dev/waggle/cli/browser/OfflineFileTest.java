package dev.waggle.cli.browser;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of a run as one file, opened from the disk. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class OfflineFileTest {

    private static final String LOADED = "performance.getEntriesByType('resource').map(one => one.name)";

    @TempDir
    private Path folder;

    @Test
    void theFileOpensFromTheDiskAndItsWhatIfFlipsTheDecision(BrowserWindow window) throws Exception {
        Path data = folder.resolve("data");
        String run = SampleFolder.play(data, "crossing");
        Path file = write(data, run);

        for (PageTheme theme : PageTheme.values()) {
            window.theme(theme);
            window.open(file.toUri().toString());
            window.untilShown("#what-if .flip");
            AxeCheck.requireAccessible(window, "file " + theme);
        }
        window.click("#what-if .flip");
        window.untilShown("#what-if .whatif-flipped");
        assertThat(window.text("document.querySelector('#what-if .flip').getAttribute('aria-pressed')"))
                .isEqualTo("true");
        window.click("#what-if .flip");
        window.until("document.querySelector('#what-if .whatif-flipped') === null");
        window.size(360, 800);
        assertThat(PageState.wideElements(window)).isEmpty();
        assertThat(window.text(LOADED)).as("loads nothing").isEqualTo("[]");
        assertThat(Files.readString(file)).doesNotContain(folder.toString());
    }

    @Test
    void hostileTextsOfTheFileAreShownAndNotRun(BrowserWindow window) throws Exception {
        Path data = folder.resolve("data");
        String run = HostileRun.store(data, folder);

        window.open(write(data, run).toUri().toString());
        window.untilText(HostileRun.QUESTION);
        window.untilText(HostileRun.CHINESE);
        assertThat(window.text("String(window.attacked)")).isEqualTo("undefined");
        assertThat(window.number("document.querySelectorAll('main img, main script, main svg[onload]').length"))
                .isZero();
        window.size(360, 800);
        assertThat(PageState.wideElements(window)).isEmpty();
    }

    private Path write(Path data, String run) {
        Path file = folder.resolve("run.html");
        CommandRun written = CommandRun.of("explain", data.toString(), "--run", run, "--html", file.toString());
        assertThat(written.code()).as(written.out() + written.err()).isZero();
        return file;
    }
}
