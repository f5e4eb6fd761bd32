package dev.waggle.connect.langchain4j;

import java.util.List;

import dev.langchain4j.data.message.UserMessage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChatSessionStoreTest {

    @Test
    void theLeastRecentlyUsedSessionsGoWhenThereAreTooMany() {
        ChatSessionStore sessions = new ChatSessionStore();
        sessions.store("first", conversation("a"), List.of());
        sessions.store("second", conversation("b"), List.of());
        for (int i = 2; i < ChatSessionStore.MAX_SESSIONS; i++) {
            sessions.store("ses" + i, conversation("c"), List.of());
        }
        assertThat(sessions.of("first")).isPresent();

        sessions.store("one more", conversation("d"), List.of());

        assertThat(sessions.of("first")).isPresent();
        assertThat(sessions.of("second")).isEmpty();
        assertThat(sessions.of("one more")).isPresent();
    }

    @Test
    void theyGoWhenTheyAreTooLongTogetherAndTheNewestStays() {
        ChatSessionStore sessions = new ChatSessionStore();
        String half = "b".repeat((int) (ChatSessionStore.MAX_CHARACTERS / 2));
        sessions.store("first", conversation(half), List.of());
        sessions.store("first", conversation("short now"), List.of());
        sessions.store("second", conversation(half), List.of());
        assertThat(sessions.of("first")).isPresent();

        sessions.store("third", conversation(half), List.of());
        assertThat(sessions.of("first")).isPresent();
        assertThat(sessions.of("second")).isEmpty();

        sessions.store("fourth", conversation(half + half), List.of());
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("third")).isEmpty();
        assertThat(sessions.of("fourth")).isPresent();
    }

    private static ChatConversation conversation(String text) {
        return new ChatConversation(null, List.of(UserMessage.from(text)));
    }
}
