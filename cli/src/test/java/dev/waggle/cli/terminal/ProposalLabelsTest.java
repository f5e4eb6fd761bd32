package dev.waggle.cli.terminal;

import dev.waggle.swarm.identity.SignalNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Sentences about proposals without a number. */
class ProposalLabelsTest {

    @Test
    void aNameIsNeverEmpty() {
        ProposalLabels labels = new ProposalLabels(new SignalNumbers());

        assertThat(labels.name("answer:")).isEqualTo("answer:");
        assertThat(labels.name("answer:a")).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            answer:a has 2 votes                 | a has 2 votes
            of "answer:a" and (answer:b)         | of "a" and (b)
            settled on answer:a, not answer:b    | settled on a, not b
            wrong-answer:a has 2 votes           | wrong-answer:a has 2 votes
            my_answer:a and my.answer:b          | my_answer:a and my.answer:b
            the answer: 42                       | the answer: 42
            no answer:                           | no answer:
            answer:answer:a                      | answer:a
            wrong–answer:a and wrong—answer:b    | wrong–answer:a and wrong—answer:b
            wrong‑answer:a and wrong−answer:b    | wrong‑answer:a and wrong−answer:b
            über‿answer:a and éanswer:b    | über‿answer:a and éanswer:b
            settled – answer:a                   | settled – a
            x/answer:a and Rückantwortanswer:a   | x/answer:a and Rückantwortanswer:a
            """)
    void onlyTheBeginningOfAnIdIsOmitted(String sentence, String shown) {
        assertThat(new ProposalLabels(new SignalNumbers()).sentence(sentence)).isEqualTo(shown);
    }
}
