package dev.waggle.cli.serve;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DecideToolTest {

    private final DecideTool tool = new DecideTool();

    @Test
    void decidesEachItemAsTheCommandDoes() {
        ToolOutcome outcome = call("""
                {"votes": [{"item": "q1", "agent": "a", "answer": "x", "confidence": 0.9},
                           {"item": "q1", "agent": "b", "answer": " X"},
                           {"item": "q1", "agent": "c", "answer": "y", "confidence": 0.2},
                           {"item": 2, "agent": 7, "answer": true}, {"item": 2, "agent": 8, "answer": null},
                           {"item": 2, "agent": 9}]}""");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class, done -> {
            assertThat(done.text()).isEqualTo("1 of 2 items are decided");
            assertThat(JsonText.write(done.details())).contains("\"item\":\"q1\",\"decided\":true,\"decision\":\"x\"",
                    "\"item\":\"2\",\"decided\":false", "\"abstentions\":2", "\"strategy\":\"confidence-weighted\"");
        });
    }

    @Test
    void takesStrategyThresholdAndVoters() {
        ToolOutcome outcome = call("""
                {"votes": [{"item": "q", "agent": "a", "answer": "x"}], "strategy": "voting", "threshold": 0.5,
                 "minVoters": 1}""");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class, done -> {
            assertThat(done.text()).isEqualTo("Decided: x");
            assertThat(JsonText.write(done.details())).contains("\"strategy\":\"voting\",\"threshold\":0.5,"
                    + "\"minVoters\":1");
        });
    }

    @Test
    void learnsFromAllItems() {
        ToolOutcome outcome = call("""
                {"votes": [{"item": "q", "agent": "a", "answer": "x"}, {"item": "q", "agent": "b", "answer": "x"}],
                 "learn": "batch"}""");

        assertThat(outcome).isInstanceOfSatisfying(ToolOutcome.Done.class, done -> {
            assertThat(done.text()).isEqualTo("Decided: x");
            assertThat(JsonText.write(done.details())).contains("learned without truths from 2 votes",
                    "\"model\":\"one-coin\"");
        });
        assertThat(call("""
                {"votes": [{"item": "q", "agent": "a"}], "learn": "batch", "strategy": "voting"}"""))
                .isInstanceOf(ToolOutcome.Failed.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [1]                                                          | the input must be an object
            {}                                                           | votes is missing
            {"votes": []}                                                | votes holds no row
            {"votes": {"item": "q"}}                                     | votes must be an array
            {"votes": [3]}                                               | votes[0] must be an object, got 3
            {"votes": [{"agent": "a", "answer": "x"}]}                   | votes[0].item is missing
            {"votes": [{"item": " ", "agent": "a"}]}                     | votes[0].item must be a name
            {"votes": [{"item": "q", "agent": ["a"]}]}                   | votes[0].agent must be a text or a number
            {"votes": [{"item": "q", "agent": "a", "answer": {}}]}       | votes[0].answer must be a text or a number
            {"votes": [{"item": "q", "agent": "a", "confidence": 85}]}   | votes[0].confidence must be between 0 and 1, got 85
            {"votes": [{"item": "q", "agent": "a", "anwser": "x"}]}      | votes[0].anwser is unknown
            {"votes": [{"item": "q", "agent": "a"}], "strategy": "luck"} | unknown strategy "luck"
            {"votes": [{"item": "q", "agent": "a"}], "threshold": 70}    | got 70
            {"votes": [{"item": "q", "agent": "a"}], "minVoters": 0}     | minVoters must be at least 1
            {"votes": [{"item": "q", "agent": "a"}], "file": "/etc"}     | file is unknown
            """)
    void namesWhatIsWrongWithTheInput(String input, String problem) {
        assertThat(call(input)).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                failed -> assertThat(failed.reason()).contains(problem));
    }

    private ToolOutcome call(String input) {
        return tool.call(new ToolCaller("mcp:test", 0), JsonText.read(input));
    }
}
