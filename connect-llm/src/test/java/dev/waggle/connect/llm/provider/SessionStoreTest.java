package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionStoreTest {

    @Test
    void keepsTheSessionsThatWereTouchedLast() {
        SessionStore sessions = new SessionStore();
        List<ChatMessage> drafts = new ArrayList<>(List.of(UserMessage.from("hello")));
        sessions.store("first", drafts, List.of());
        sessions.store("second", drafts, List.of());
        for (int i = 0; i < SessionStore.MAX_SESSIONS - 1; i++) {
            assertThat(sessions.of("first")).isPresent();
            sessions.store("more" + i, drafts, List.of());
        }
        assertThat(sessions.of("first")).map(SessionStore.StoredSession::messages).contains(drafts);
        assertThat(sessions.of("second")).isEmpty();
    }

    @Test
    void keepsOnlyAsManyCharactersOfSessionsAsItSays() {
        SessionStore sessions = new SessionStore();
        String long1 = "x".repeat((int) (SessionStore.MAX_CHARACTERS / 2));
        sessions.store("first", List.of(UserMessage.from(long1)), List.of());
        sessions.store("second", List.of(UserMessage.from(long1)), List.of());
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("second")).isPresent();
    }
}
