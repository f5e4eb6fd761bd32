package dev.waggle.swarm.agent;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerTest {

    private static final List<String> OPTIONS = List.of("a stop sign", "a yield sign");

    @Test
    void comparesTextTrimmedAndWithoutCase() {
        assertThat(Answer.of("  Paris ", List.of()).orElseThrow().proposalId())
                .isEqualTo(Answer.of("pARIS", List.of()).orElseThrow().proposalId());
        assertThat(Answer.of("Straße", List.of()).orElseThrow().proposalId())
                .isEqualTo(Answer.of("STRASSE", List.of()).orElseThrow().proposalId());
    }

    @Test
    void namesAnOptionByLabelOrText() {
        Answer byLabel = Answer.of("b", OPTIONS).orElseThrow();
        assertThat(byLabel.content()).isEqualTo("B: a yield sign");
        assertThat(Answer.of("(B)", OPTIONS)).contains(byLabel);
        assertThat(Answer.of("A Yield Sign", OPTIONS)).contains(byLabel);
    }

    /** An option whose text is another's label must not hide that other option. */
    @Test
    void readsALabelAsALabelFirst() {
        List<String> letters = List.of("C", "D", "A", "B");
        assertThat(Answer.of("C", letters).orElseThrow().content()).isEqualTo("C: A");
        assertThat(Answer.of("A", letters).orElseThrow().content()).isEqualTo("A: C");
    }

    @Test
    void keepsAnAnswerOutsideOfTheOptions() {
        assertThat(Answer.of("neither", OPTIONS).orElseThrow().content()).isEqualTo("neither");
    }

    @Test
    void hasNothingToReadInBlankTextAndEmptySets() {
        assertThat(Answer.of(" \t", OPTIONS)).isEmpty();
        assertThat(Answer.ofSet(List.of())).isEmpty();
        assertThat(Answer.ofSet(List.of(" "))).isEmpty();
    }

    @Test
    void comparesSetsWithoutOrderAndRepetition() {
        assertThat(Answer.ofSet(List.of("U", "3", "u"))).isEqualTo(Answer.ofSet(List.of("3", "U")));
        assertThat(Answer.ofSet(List.of("3", "U")).orElseThrow().content()).isEqualTo("3 U");
    }

    @Test
    void tellsLongAnswersApart() {
        String long1 = "x".repeat(5000) + "1";
        String long2 = "x".repeat(5000) + "2";
        assertThat(Answer.of(long1, List.of()).orElseThrow().proposalId()).hasSizeLessThan(512)
                .isNotEqualTo(Answer.of(long2, List.of()).orElseThrow().proposalId());
    }

    @Test
    void aKeyHasOneBlankForEachRunOfBlanksAndControlCharacters() {
        assertThat(Answer.key("  Shard\t\n by\u0001\u007f Tenant ")).isEqualTo("shard by tenant");
        assertThat(Answer.key("\u0000a\u00a0b\u0085")).isEqualTo(" a\u00a0b\u0085");
        assertThat(Answer.key(" \r\n")).isEmpty();
    }
}
