package dev.waggle.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EpisodeFileTest {

    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());
    private static final TerminalScreen SCREEN = new TerminalScreen(NOWHERE, NOWHERE, TextStyle.PLAIN, false);

    private static final String EPISODE = """
            {"id":7,"task":{"question":null,"options":["x",2],"gold":null},\
            "agents":[{"id":"a","model":null,"role":"r"}],\
            "events":[{"seq":1,"round":1,"agent":"a","type":"answer","answer":3,"text":null,"confidence":null,\
            "act":null,"target":"Agree"},{"seq":2,"round":1,"agent":"a","type":"message","text":"hm","confidence":0.5}]}
            """;

    @TempDir
    Path folder;

    @Test
    void nullIsNoFieldANumberIsItsDigitsAndAWordIsAListOfOne() throws IOException {
        RecordedEpisode episode = read(EPISODE);

        assertThat(episode.id()).isEqualTo("7");
        assertThat(episode.question()).isEqualTo("(the question of 7 was not recorded)");
        assertThat(episode.options()).containsExactly("x", "2");
        assertThat(episode.roster()).containsExactly(new RecordedEpisode.Member("a", "a", "r"));
        assertThat(episode.events()).containsExactly(
                new Event(1, 1, "a", Event.Kind.ANSWER, List.of("3"), "", null, Event.Act.NONE, Event.Target.AGREE),
                new Event(2, 1, "a", Event.Kind.MESSAGE, List.of(), "hm", 0.5, Event.Act.NONE, Event.Target.NONE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "id":7             | "id":true              | id must be a text, got true
            "options":["x",2]  | "options":["x",[]]     | task.options must be a word or an array of words
            "agents":[         | "agents":null,"was":[  | agents must be an array, got null
            "model":null       | "model":{}             | agents[0].model must be a text, got an object
            "seq":1            | "seq":1.5              | events[0].seq must be a whole number of 64 bits, got 1.5
            "seq":1            | "seq":3000000000       | events[0].seq must be a whole number of 32 bits
            "round":1          | "round":null           | events[0].round must be a whole number of 64 bits, got null
            "type":"answer"    | "type":"ranking"       | events[0].type must be one of answer, verdict, message, submit
            "confidence":null  | "confidence":"high"    | events[0].confidence must be a finite number, got "high"
            "confidence":0.5   | "confidence":50        | events[1].confidence must be between 0 and 1, got 50
            "act":null         | "act":"Musing"         | events[0].act must be Probing or Non-probing-deliberation
            "target":"Agree"   | "target":"Disagre"     | events[0].target must be one of Solution, Reasoning, Agree
            """)
    void aFieldOfAnotherKindIsRefusedWithItsLineAndPath(String part, String damage, String reason) {
        assertThat(EPISODE).contains(part);

        assertThatThrownBy(() -> read(EPISODE.replaceFirst(Pattern.quote(part), damage)))
                .isInstanceOf(UserException.class).hasMessageContaining("line 1: " + reason);
    }

    private RecordedEpisode read(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("episodes.jsonl"), line);
        return EpisodeFile.find(file.toString(), InputStream.nullInputStream(), SCREEN, "7").episode();
    }
}
