package dev.waggle.swarm.identity;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CanonicalAnswerTest {

    private static final List<String> OPTIONS = List.of("a stop sign", "a yield sign");

    @Test
    void comparesTextTrimmedAndWithoutCase() {
        assertThat(CanonicalAnswer.of("  Paris ", List.of()).orElseThrow().proposalId())
                .isEqualTo(CanonicalAnswer.of("pARIS", List.of()).orElseThrow().proposalId());
        assertThat(CanonicalAnswer.of("Straße", List.of()).orElseThrow().proposalId())
                .isEqualTo(CanonicalAnswer.of("STRASSE", List.of()).orElseThrow().proposalId());
    }

    @Test
    void namesAnOptionByLabelOrText() {
        CanonicalAnswer byLabel = CanonicalAnswer.of("b", OPTIONS).orElseThrow();
        assertThat(byLabel.content()).isEqualTo("B: a yield sign");
        assertThat(CanonicalAnswer.of("(B)", OPTIONS)).contains(byLabel);
        assertThat(CanonicalAnswer.of("A Yield Sign", OPTIONS)).contains(byLabel);
    }

    /** An option whose text is the label of another option must not hide that other option. */
    @Test
    void readsALabelAsALabelFirst() {
        List<String> letters = List.of("C", "D", "A", "B");
        assertThat(CanonicalAnswer.of("C", letters).orElseThrow().content()).isEqualTo("C: A");
        assertThat(CanonicalAnswer.of("A", letters).orElseThrow().content()).isEqualTo("A: C");
    }

    @Test
    void keepsAnAnswerOutsideOfTheOptions() {
        assertThat(CanonicalAnswer.of("neither", OPTIONS).orElseThrow().content()).isEqualTo("neither");
    }

    @Test
    void hasNothingToReadInBlankTextAndEmptySets() {
        assertThat(CanonicalAnswer.of(" \t", OPTIONS)).isEmpty();
        assertThat(CanonicalAnswer.ofSet(List.of())).isEmpty();
        assertThat(CanonicalAnswer.ofSet(List.of(" "))).isEmpty();
    }

    @Test
    void comparesSetsWithoutOrderAndRepetition() {
        assertThat(CanonicalAnswer.ofSet(List.of("U", "3", "u"))).isEqualTo(CanonicalAnswer.ofSet(List.of("3", "U")));
        assertThat(CanonicalAnswer.ofSet(List.of("3", "U")).orElseThrow().content()).isEqualTo("3 U");
    }

    @Test
    void tellsLongAnswersApart() {
        String long1 = "x".repeat(5000) + "1";
        String long2 = "x".repeat(5000) + "2";
        assertThat(CanonicalAnswer.of(long1, List.of()).orElseThrow().proposalId()).hasSizeLessThan(512)
                .isNotEqualTo(CanonicalAnswer.of(long2, List.of()).orElseThrow().proposalId());
    }

    @Test
    void aKeyHasOneBlankForEachRunOfBlanksAndControlCharacters() {
        assertThat(CanonicalAnswer.key("  Shard\t\n by\u0001\u007f Tenant ")).isEqualTo("shard by tenant");
        assertThat(CanonicalAnswer.key("\u0000a\u00a0b\u0085")).isEqualTo(" a\u00a0b\u0085");
        assertThat(CanonicalAnswer.key(" \r\n")).isEmpty();
    }
}
