package dev.waggle.signal.harness.session;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.session.SessionStore.StoredSession;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SessionStoreTest {

    private static final ToolOffer LOOK = new ToolOffer("look", "Looks around.", new JsonValue.Obj(Map.of()));

    private final SessionStore<String> sessions = new SessionStore<>();

    @Test
    void theLeastRecentlyUsedSessionsGoWhenThereAreTooMany() {
        store("first", 1);
        store("second", 1);
        for (int i = 2; i < SessionStore.MAX_SESSIONS; i++) {
            store("ses" + i, 1);
        }
        assertThat(sessions.of("first")).isPresent();

        store("one more", 1);

        assertThat(sessions.of("first")).isPresent();
        assertThat(sessions.of("second")).isEmpty();
        assertThat(sessions.of("one more")).isPresent();
    }

    @Test
    void theyGoWhenTheyAreTooLongTogetherAndTheNewestStays() {
        long half = SessionStore.MAX_CHARACTERS / 2;
        store("first", half);
        store("first", 9);
        store("second", half);
        assertThat(sessions.of("first")).isPresent();

        store("third", half);
        assertThat(sessions.of("first")).isPresent();
        assertThat(sessions.of("second")).isEmpty();

        store("fourth", 2 * half);
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("third")).isEmpty();
        assertThat(sessions.of("fourth")).isPresent();
    }

    @Test
    void anInputGoesOnWithItsSessionAndItsTools() throws HarnessException {
        sessions.store("ses_1", new StoredSession<>("what was said", List.of(LOOK), 13));

        assertThat(sessions.resumed(input(null))).isEmpty();
        assertThat(sessions.tools(input(null))).isEmpty();
        assertThat(sessions.resumed(input("ses_1"))).contains("what was said");
        assertThat(sessions.tools(input("ses_1"))).containsExactly(LOOK);
    }

    @Test
    void aSessionThatIsNotStoredIsRefusedByItsId() {
        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> sessions.resumed(input("ses_2")))
                .satisfies(refused -> assertThat(refused.failure().kind())
                        .isEqualTo(HarnessFailure.Kind.UNKNOWN_SESSION))
                .withMessageContaining("the session ses_2 is not known here\nMaybe ");
        assertThat(sessions.tools(input("ses_2"))).isEmpty();
    }

    private void store(String id, long characters) {
        sessions.store(id, new StoredSession<>("said", List.of(), characters));
    }

    private static HarnessInput input(@Nullable String session) {
        return new HarnessInput(null, List.of(Message.user("how?")), List.of(), List.of(), session, null, null);
    }
}
