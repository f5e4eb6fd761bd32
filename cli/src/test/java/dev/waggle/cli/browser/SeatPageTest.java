package dev.waggle.cli.browser;

import java.nio.file.Path;

import dev.waggle.cli.LabModelsFile;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A person in a seat: by a link without a login, and after a restart of the server. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class SeatPageTest {

    private static final String ORDER = """
            {"question": "Shard the database or buy time?", "agents": 2, "requireApproval": ["maya"], "veto": ["maya"],
             "models": ["lab:fake-fast"],
             "seats": [{"id": "maya", "name": "Maya", "role": "database engineer", "deadline": "3d"}]}""";
    private static final String AGREE = "[...document.querySelectorAll('.proposal')]"
            + ".find(e => e.innerText.includes('drop the memo')).querySelector('.own-vote label')";
    private static final int MAX_TURNS = 12;

    @TempDir
    private Path folder;

    @Test
    void aPersonAnswersByALinkAndTheRunEndsWithTheVoteCounted(BrowserWindow window) throws Exception {
        try (DemoServer demo = DemoServer.start(folder.resolve("data"))) {
            window.open(demo.address(DashboardPage.SEAT));
            window.untilShown(".seat .proposal");
            assertThat(window.isShown(".seat button[type=submit]:disabled")).as("nothing to send yet").isTrue();

            window.clickOn(AGREE);
            window.untilText(".seat .lines", "agree");
            window.reload();
            window.untilText(".seat .lines", "agree");
            window.click(".seat button[type=submit]:enabled");
            window.untilShown(".afterwards");

            window.open(demo.server().login());
            window.until(isFinished(DemoServer.SEAT_RUN));
            assertThat(window.text(json("/v1/solves/" + DemoServer.SEAT_RUN))).contains("approved by you",
                    "\"decided\":true");
            window.open(demo.address(DashboardPage.SEAT));
            window.untilShown(".empty");
            window.expect(problem -> problem.contains("/v1/seat-links/"));
        }
    }

    @Test
    void anApprovalAfterARestartOfTheServerIsTaken(BrowserWindow window) throws Exception {
        try (FakeModels models = FakeModels.answering(ScriptedDeliberators::answer);
                ServedFolder server = ServedFolder.of(folder.resolve("data"), "--models-file",
                        LabModelsFile.write(folder, models, WireFormatName.OPENAI).toString())) {
            String run = text(server.post("/v1/solves", ORDER), "run");
            server.show(window, "/seats");
            window.untilShown(".seat-card a.button");
            window.expect(problem -> problem.contains("ERR_CONNECTION_REFUSED") || problem.contains("401"));

            server.restart();
            server.show(window, "/seats");
            for (int i = 0; i < MAX_TURNS && !window.isTrue(isFinished(run)); i++) {
                answer(window, server, run);
            }
            assertThat(window.text(json("/v1/solves/" + run))).contains("approved by maya");
        }
    }

    /** Answers the open request: with a vote for the first proposal, or without a word where there is none. */
    private static void answer(BrowserWindow window, ServedFolder server, String run) {
        window.open(server.at("/seats?run=" + run + "&seat=maya"));
        PageState.awaitReady(window);
        if (!window.isShown(".seat")) {
            window.until(json("/v1/solves/" + run) + ".then(text => !text.includes('\"status\":\"running\"'))");
            return;
        }
        if (window.isShown(".proposal")) {
            window.clickOn("document.querySelector('.proposal .own-vote label')");
            window.click(".seat button[type=submit]:enabled");
        } else {
            window.click(".seat .actions button[type=button]");
        }
        window.untilShown(".afterwards");
    }

    private static String isFinished(String run) {
        return json("/v1/solves/" + run) + ".then(text => text.includes('\"status\":\"finished\"'))";
    }

    private static String json(String path) {
        return "fetch(" + BrowserWindow.quoted(path) + ").then(answer => answer.text())";
    }

    private static String text(JsonValue.Obj object, String name) {
        return object.fields().get(name) instanceof JsonValue.Str text ? text.value() : "";
    }
}
