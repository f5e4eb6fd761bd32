package dev.waggle.cli.browser;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import dev.waggle.cli.LabModelsFile;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of a run that goes on: marks as they come, a reload and a restart of the server in the middle. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class LiveRunTest {

    private static final String ORDER = """
            {"question": "Shard the database or buy time?", "agents": 3, "models": ["lab:fake-fast"]}""";
    private static final String IS_OVER = "document.querySelector('.run-bar .state-decided,"
            + " .run-bar .state-open') !== null";

    @TempDir
    private Path folder;

    @Test
    void theDemoPlaysAndItsMarksAppearWhileItGoesOn(BrowserWindow window) throws Exception {
        try (DemoServer demo = DemoServer.start(folder.resolve("data"))) {
            window.open(demo.server().login());
            window.clickOn("[...document.querySelectorAll('main tbody tr')]"
                    + ".find(row => row.querySelector('.state-running')).querySelector('a')");
            window.untilShown(RunMarks.SLIDER);
            long before = RunMarks.count(window);
            window.until(RunMarks.COUNT + " > " + (before + 2));
            assertThat(RunMarks.position(window)).as("the page follows").isEqualTo(RunMarks.count(window));

            window.reload();
            window.untilShown(RunMarks.SLIDER);
            long reloaded = RunMarks.count(window);
            assertThat(reloaded).isGreaterThan(before);
            window.until(RunMarks.COUNT + " > " + reloaded);
        }
    }

    @Test
    void aRestartOfTheServerLeavesNoGapAndNoDouble(BrowserWindow window) throws Exception {
        try (GatedModels models = new GatedModels();
                ServedFolder server = ServedFolder.of(folder.resolve("data"), "--no-token", "--models-file",
                        LabModelsFile.write(folder, models.models(), WireFormatName.OPENAI).toString())) {
            String run = ((JsonValue.Str) Objects.requireNonNull(server.post("/v1/solves", ORDER).fields().get("run")))
                    .value();
            models.allow(3);
            window.open(server.at("/runs/" + run));
            window.untilShown(RunMarks.SLIDER);
            window.until(RunMarks.COUNT + " >= 3");
            window.expect(problem -> problem.contains("ERR_"));

            server.restart();
            window.until("document.querySelector('.run-head') !== null");
            models.allowAll();
            resume(window, run);
            window.until(IS_OVER);
            List<?> followed = RunMarks.all(window);
            window.reload();
            window.untilShown(RunMarks.SLIDER);
            assertThat(followed).hasSizeGreaterThan(5).isEqualTo(RunMarks.all(window));
            assertThat(window.text("document.querySelector('.run-bar').innerText")).isNotEmpty();
        }
    }

    /** An interrupted run goes on at a press of its button, unless the server has resumed it. */
    private static void resume(BrowserWindow window, String run) {
        window.until("fetch('/v1/solves/" + run + "').then(answer => answer.json()).then(line =>"
                + " line.status !== 'running' || true)");
        window.until("[...document.querySelectorAll('.run-head .actions .main')].some(e => e.checkVisibility()) || "
                + IS_OVER);
        if (window.isShown(".run-head .actions button.main")) {
            window.click(".run-head .actions button.main");
        }
    }
}
