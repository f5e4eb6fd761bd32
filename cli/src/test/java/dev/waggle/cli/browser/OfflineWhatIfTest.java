package dev.waggle.cli.browser;

import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/** The what-if of the one file of a run: by the keyboard, and at the edges of what the file holds. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class OfflineWhatIfTest {

    private static final String DECISION = ".whatif-decision";

    @TempDir
    private Path folder;

    @Test
    void aCombinationThatIsNotInTheFileIsSaidAndNotGuessed(BrowserWindow window) {
        window.open(incident());
        window.untilText(DECISION, "P4 wins");
        for (int row : new int[] {1, 2, 3}) {
            window.click("#what-if tbody tr:nth-child(" + row + ") .vote");
        }
        window.untilText(".whatif-head", "not in the file");
        assertThat(window.isShown(DECISION)).isFalse();

        window.click(".whatif-head button");
        window.untilText(DECISION, "P4 wins");
    }

    @Test
    void aVoteIsTurnedByTheKeyboardAlone(BrowserWindow window) {
        window.open(incident());
        window.untilText(DECISION, "P4 wins");
        var _ = window.value("document.querySelector('#what-if .vote[tabindex=\"0\"]').focus()");
        window.press(Keys.ENTER);
        window.untilText(DECISION, "No decision");
        window.press(Keys.ARROW_RIGHT);
        window.press(Keys.ARROW_DOWN);

        assertThat(window.text("document.activeElement.dataset.place")).isEqualTo("1-1");
    }

    @Test
    void aSentenceSaysWhatTheChangeDoes(BrowserWindow window) {
        window.open(incident());
        window.untilText(DECISION, "P4 wins");
        window.click("#what-if .flip");
        window.untilShown(".whatif-flipped");

        window.untilText(".whatif-sentence", "no decision instead of P4");
    }

    private String incident() {
        Path log = folder.resolve("log");
        CommandRun solved = CommandRun.of("solve", "--play",
                ProjectFiles.at("examples/scripts/incident.txt").toString(), "--threshold", "0.4", "--log",
                log.toString());
        assertThat(solved.code()).as(solved.err()).isZero();
        Path file = folder.resolve("run.html");
        CommandRun written = CommandRun.of("explain", log.toString(), "--html", file.toString());
        assertThat(written.code()).as(written.err()).isZero();
        return file.toUri().toString();
    }
}
