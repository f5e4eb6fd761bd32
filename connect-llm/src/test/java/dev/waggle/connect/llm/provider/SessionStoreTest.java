package dev.waggle.connect.llm.provider;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.llm.protocol.ConversationItem;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionStoreTest {

    @Test
    void keepsTheSessionsThatWereTouchedLast() {
        SessionStore sessions = new SessionStore();
        List<ConversationItem> drafts = new ArrayList<>(List.of(new ConversationItem.UserText("hello")));
        sessions.store("first", null, drafts, List.of());
        sessions.store("second", null, drafts, List.of());
        for (int i = 0; i < SessionStore.MAX_SESSIONS - 1; i++) {
            assertThat(sessions.of("first")).isPresent();
            sessions.store("more" + i, null, drafts, List.of());
        }
        assertThat(sessions.of("first")).map(SessionStore.StoredSession::items).contains(drafts);
        assertThat(sessions.of("second")).isEmpty();
    }

    @Test
    void keepsOnlyAsManyCharactersOfSessionsAsItSays() {
        SessionStore sessions = new SessionStore();
        String long1 = "x".repeat((int) (SessionStore.MAX_CHARACTERS / 2));
        sessions.store("first", null, List.of(new ConversationItem.UserText(long1)), List.of());
        sessions.store("second", null, List.of(new ConversationItem.UserText(long1)), List.of());
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("second")).isPresent();
    }
}
