package dev.waggle.cli.browser;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of a finished run: scrubber, what-if, signals, keys, and texts that would like to be markup. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class RunPageTest {

    @TempDir
    private static Path folder;
    private static ServedFolder server;
    private static String crossing = "";
    private static String hostile = "";

    @BeforeAll
    static void serve() throws Exception {
        Path data = folder.resolve("data");
        crossing = SampleFolder.play(data, "crossing");
        hostile = HostileRun.store(data, folder);
        server = ServedFolder.of(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void theScrubberStepsThroughTheLog(BrowserWindow window) throws Exception {
        open(window, crossing);
        long count = RunMarks.count(window);
        assertThat(RunMarks.position(window)).isEqualTo(count);
        String end = answer(window);
        assertThat(end).contains("fifteen");

        window.element(RunMarks.SLIDER).sendKeys(Keys.HOME);
        window.until(RunMarks.POSITION + " === 0");
        window.element(RunMarks.SLIDER).sendKeys(Keys.ARROW_RIGHT);
        window.until(RunMarks.POSITION + " === 1");
        assertThat(answer(window)).as("no answer is known at the start").doesNotContain("fifteen");
        window.element(RunMarks.SLIDER).sendKeys(Keys.PAGE_UP, Keys.PAGE_UP);
        window.until(RunMarks.POSITION + " > 5");
        window.element(RunMarks.SLIDER).sendKeys(Keys.END);
        window.until(RunMarks.POSITION + " === " + count);
        assertThat(answer(window)).isEqualTo(end);
        assertThat(RunMarks.all(window)).hasSize((int) count + 1);
    }

    @Test
    void aChangeFlipsTheDecisionOfTheCrossing(BrowserWindow window) throws Exception {
        open(window, crossing);
        window.untilShown("#what-if .flip");

        window.click("#what-if .flip");
        window.untilShown("#what-if .whatif-flipped");
        window.click("#what-if .whatif-head button");
        window.until("document.querySelector('#what-if .whatif-flipped') === null");
        window.clickOn("[...document.querySelectorAll('#what-if .flip')].at(-1)");
        window.untilShown("#what-if .whatif-flipped");
        window.click("#what-if .whatif-head button");
        window.until("document.querySelector('#what-if .whatif-flipped') === null");

        window.element("#what-if input[type=range]").sendKeys(Keys.END);
        window.untilShown("#what-if .whatif-flipped");
        assertThat(window.text("document.querySelector('#what-if .whatif-decision').innerText"))
                .contains("No decision");
        window.click("#what-if .whatif-head button");
        window.until("document.querySelector('#what-if .whatif-flipped') === null");
        window.click("#what-if .vote");
        window.untilShown("#what-if .vote-changed");
    }

    @Test
    void aSignalOpensWithItsCausesByPointerAndByKeys(BrowserWindow window) throws Exception {
        open(window, crossing);
        window.element("button.lane-focus").sendKeys(Keys.ARROW_LEFT);
        window.untilShown(".lane-tip");
        String first = window.text("document.querySelector('button.lane-focus').getAttribute('aria-label')");
        window.press(Keys.ARROW_LEFT);
        window.until("document.querySelector('button.lane-focus').getAttribute('aria-label') !== "
                + BrowserWindow.quoted(first));

        window.press(Keys.ENTER);
        window.untilShown("dialog[open] .signal-fields");
        window.click("dialog[open] .signal-chain button");
        window.untilText("dialog[open]", "Back");
        window.press(Keys.ESCAPE);
        window.until("document.querySelector('dialog[open]') === null");
        assertThat(window.text("document.activeElement.className")).contains("lane-focus");
    }

    @Test
    void textsOfAllScriptsAndHostileOnesAreShownAndNotRun(BrowserWindow window) throws Exception {
        open(window, hostile);
        window.untilText(HostileRun.QUESTION);
        window.untilText(HostileRun.CHINESE);
        window.untilText(HostileRun.ARABIC);

        String all = String.join("\n", RunMarks.all(window).stream().map(String::valueOf).toList());
        assertThat(all).contains(HostileRun.IMAGE, HostileRun.SCRIPT, HostileRun.FAMILY, HostileRun.CHINESE);
        assertThat(window.text("String(window.attacked)")).isEqualTo("undefined");
        assertThat(window.number("document.querySelectorAll('main img, main script, main svg[onload],"
                + " a[href^=javascript]').length")).isZero();
        window.size(360, 800);
        window.until("innerWidth === 360");
        assertThat(PageState.wideElements(window)).isEmpty();
        AxeCheck.requireAccessible(window, "hostile run");
    }

    private static void open(BrowserWindow window, String run) throws Exception {
        server.show(window, "/runs/" + run);
        window.untilShown(RunMarks.SLIDER);
    }

    private static String answer(BrowserWindow window) {
        return window.text("document.querySelector('.run-bar').innerText");
    }
}
