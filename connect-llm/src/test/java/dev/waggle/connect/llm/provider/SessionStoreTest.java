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
        Sessions sessions = new Sessions();
        List<ChatMessage> said = new ArrayList<>(List.of(UserMessage.from("hello")));
        sessions.keep("first", said, List.of());
        sessions.keep("second", said, List.of());
        for (int i = 0; i < Sessions.MAX - 1; i++) {
            assertThat(sessions.of("first")).isPresent();
            sessions.keep("more" + i, said, List.of());
        }
        assertThat(sessions.of("first")).map(Sessions.Kept::messages).contains(said);
        assertThat(sessions.of("second")).isEmpty();
    }

    @Test
    void keepsOnlyAsManyCharactersOfSessionsAsItSays() {
        Sessions sessions = new Sessions();
        String long1 = "x".repeat((int) (Sessions.MAX_CHARACTERS / 2));
        sessions.keep("first", List.of(UserMessage.from(long1)), List.of());
        sessions.keep("second", List.of(UserMessage.from(long1)), List.of());
        assertThat(sessions.of("first")).isEmpty();
        assertThat(sessions.of("second")).isPresent();
    }
}
