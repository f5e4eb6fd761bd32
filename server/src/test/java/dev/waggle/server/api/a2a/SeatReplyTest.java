package dev.waggle.server.api.a2a;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.CodedSolves;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers for people in messages: none is lost behind a success. */
@Timeout(60)
class SeatReplyTest {

    private static final String[] SEAT = {"result", "task", "status", "message", "parts", "1", "data", "seats", "0"};

    @TempDir
    private Path home;

    private A2aFolder folder;
    private A2aCaller client;

    @BeforeEach
    void serve() {
        folder = new A2aFolder(home, A2aSettings.of("test"));
        client = new A2aCaller(folder.port(), "1.0", Map.of());
    }

    @AfterEach
    void close() {
        client.close();
        folder.close();
    }

    /** Ends the server when it has stored the message "pass" for a turn, and not its answer. */
    private void endAfterMessage(JsonValue asked, SeatTurn turn) {
        client.close();
        folder.closeWithoutOpening();
        String context = A2aCaller.at(asked, "result", "task", "contextId");
        TaskStore.open(home, _ -> true, World.system())
                .store(new TaskChange.Messaged(turn.run(), new A2aMessage("a1", A2aRole.USER,
                        List.of(A2aPart.text("pass")), A2aMessage.Links.to(context, turn.run())), turn));
    }

    @Test
    void aServerThatEndsBetweenMessageAndAnswerStoresTheAnswerWhenTheMessageComesAgain() throws Exception {
        JsonValue asked = client.call("SendMessage", message("", "m1", "ask eva"));
        String task = A2aCaller.at(asked, "result", "task", "id");
        SeatTurn turn = turn(asked, task);
        endAfterMessage(asked, turn);
        serve();

        JsonValue again = client.call("SendMessage", message(task, "a1", "pass"));
        assertThat(answers().find(turn)).get().returns("owner", SeatAnswer::by)
                .returns(List.of("pass"), SeatAnswer::lines);
        assertThat(client.call("SendMessage", message(task, "a1", "pass"))).as("it answers no further turn")
                .isEqualTo(again);
    }

    @Test
    void aMessageWhoseTurnAnotherHasAnsweredIsRefusedEachTime() throws Exception {
        JsonValue asked = client.call("SendMessage", message("", "m1", "ask eva"));
        String task = A2aCaller.at(asked, "result", "task", "id");
        SeatTurn turn = turn(asked, task);
        endAfterMessage(asked, turn);
        SeatAnswer _ = answers().store(turn, World.system().now().plusSeconds(60), "eva", List.of("say hello"));
        serve();

        for (int i = 0; i < 2; i++) {
            assertThat(client.text("SendMessage", message(task, "a1", "pass"), "error", "message"))
                    .contains("has its answer already, from \"eva\"");
        }
    }

    @Test
    void aMessageWithABadVerbosityAnswersNothing() throws Exception {
        JsonValue asked = client.call("SendMessage", message("", "m1", "ask eva"));
        String task = A2aCaller.at(asked, "result", "task", "id");
        String bad = message(task, "a1", "pass").replaceFirst("}$", ",\"metadata\":{\"verbosity\":\"loud\"}}");

        assertThat(client.text("SendStreamingMessage", bad, "error", "code")).isEqualTo("-32602");
        assertThat(answers().find(turn(asked, task))).isEmpty();
        assertThat(client.text("GetTask", "{\"id\":\"" + task + "\"}", "result", "history", "1")).isEqualTo("null");
    }

    private FileSeatAnswers answers() {
        return FileSeatAnswers.open(home, World.system());
    }

    private static SeatTurn turn(JsonValue asked, String task) {
        return new SeatTurn(task, CodedSolves.PERSON, number(asked, "round"), number(asked, "turn"));
    }

    private static int number(JsonValue asked, String name) {
        String[] path = List.of(SEAT).toArray(new String[SEAT.length + 1]);
        path[SEAT.length] = name;
        return Integer.parseInt(A2aCaller.at(asked, path));
    }

    private static String message(String task, String id, String line) {
        return "{\"message\":{\"messageId\":\"" + id + "\",\"role\":\"ROLE_USER\","
                + (task.isEmpty() ? "" : "\"taskId\":\"" + task + "\",") + "\"parts\":[{\"text\":\"" + line + "\"}]}}";
    }
}
