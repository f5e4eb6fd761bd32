package dev.waggle.review.evaluation;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EvaluationSetBuilderTest {

    private static EvaluationSetBuilder builder() {
        return new EvaluationSetBuilder("set", List.of());
    }

    @Test
    void aLaterAnswerReplacesAnEarlierOneAndAnAbstentionReplacesNothing() {
        EvaluationSet set = builder().add("1", "ann", "A").add("1", "ann", "B").add("1", "ann", "").build();

        EvaluationItem item = EvaluationItem.of(set, 0);
        assertThat(item.ballots()).isEqualTo(1);
        assertThat(set.answers().get(item.answerNumber(item.answer(0)))).isEqualTo("b");
    }

    @Test
    void aRowThatRepeatsAnEarlierOneDoesNotTakeTheNextOneBack() {
        EvaluationSet set = builder().add("1", "ann", "A").add("1", "ann", "B").add("1", "ann", "A").build();

        assertThat(set.answers().get(EvaluationItem.of(set, 0).answerNumber(0))).isEqualTo("b");
    }

    @Test
    void spellingsThatDifferInCaseAndBlanksAreOneAnswer() {
        EvaluationSet set = builder().add("1", "ann", "Paris").add("1", "bob", " PARIS ").truth("1", "paris").build();

        EvaluationItem item = EvaluationItem.of(set, 0);
        assertThat(item.voiced()).isEqualTo(1);
        assertThat(item.votes(0)).isEqualTo(2);
        assertThat(item.place(set.truth(0))).isZero();
    }

    @Test
    void aTruthThatNoAgentGaveHasNoPlace() {
        EvaluationSet set = builder().add("1", "ann", "A").truth("1", "C").build();

        assertThat(EvaluationItem.of(set, 0).place(set.truth(0))).isEqualTo(EvaluationSet.UNKNOWN);
        assertThat(set.known()).containsExactly(0);
    }

    @Test
    void truthsOfItemsWithoutRowsAreCountedOnly() {
        EvaluationSetBuilder builder = builder().add("1", "ann", "A").truth("2", "A");

        assertThat(builder.truthsWithoutItem()).isEqualTo(1);
        assertThat(builder.build().known()).isEmpty();
    }

    @Test
    void aSecondTruthOfAnItemIsRefused() {
        EvaluationSetBuilder builder = builder().add("1", "ann", "A").truth("1", "A").truth("1", "a");

        assertThatThrownBy(() -> builder.truth("1", "B")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before it had a");
    }

    @Test
    void answersAreAllThatArePossibleWhenItemsShareThem() {
        EvaluationSetBuilder shared = builder();
        EvaluationSetBuilder open = builder();
        for (int i = 0; i < 8; i++) {
            shared.add("i" + i, "ann", i % 2 == 0 ? "yes" : "no");
            open.add("i" + i, "ann", "answer " + i);
        }

        assertThat(EvaluationItem.of(shared.build(), 0).options()).isEqualTo(2);
        assertThat(EvaluationItem.of(shared.build(), 0).others()).isEqualTo(1);
        assertThat(EvaluationItem.of(open.build(), 0).options()).isZero();
        assertThat(EvaluationItem.of(open.build(), 0).others()).isEqualTo(1);
    }

    @Test
    void aPanelKeepsItsAgentsInItsOrder() {
        EvaluationSet set = builder().add("1", "ann", "A").add("1", "bob", "B").add("2", "cat", "C")
                .add("3", "bob", "A")
                .add("4", "cat", "").add("4", "bob", "A").truth("3", "A").truth("4", "A").build();

        EvaluationSet panel = set.ofAgents("two", List.of("cat", "ann", "nobody"));

        assertThat(panel.agents()).containsExactly("cat", "ann");
        assertThat(panel.size()).as("of item 3 they have no row, of item 4 an abstention").isEqualTo(3);
        assertThat(panel.known()).containsExactly(2);
        assertThat(panel.abstentions()).isEqualTo(1);
        assertThat(EvaluationItem.of(panel, 2).ballots()).isZero();
        assertThat(EvaluationItem.of(panel, 0).ballots()).isEqualTo(1);
        assertThat(panel.agents().get(EvaluationItem.of(panel, 1).agent(0))).isEqualTo("cat");
    }

    @Test
    void kindsOfConfidencesThatNoAnswerStatesAreOmitted() {
        EvaluationSet set = new EvaluationSetBuilder("set", List.of("verbal", "logit", "word"))
                .add("1", "ann", "A", Double.NaN, 0.4, Double.NaN).add("1", "bob", "A", Double.NaN, Double.NaN,
                        1)
                .build();

        assertThat(set.confidences()).containsExactly("logit", "word");
        assertThat(EvaluationItem.of(set, 0).confidence(0, 0)).isEqualTo(0.4);
        assertThat(EvaluationItem.of(set, 0).confidence(1, 0)).isNaN();
        assertThat(EvaluationItem.of(set, 0).confidence(1, 1)).isEqualTo(1);
    }

    @Test
    void aDebateKnowsFirstAndLastAnswers() {
        EvaluationSet set = builder().addDebate("1", "ann", "A", "B").addDebate("1", "bob", "B", "B").build();

        EvaluationItem item = EvaluationItem.of(set, 0);
        assertThat(item.voiced()).isEqualTo(2);
        assertThat(item.votes(0)).isZero();
        assertThat(item.firstAnswer(0)).isZero();
        assertThat(item.answer(0)).isEqualTo(1);
    }

    @Test
    void manyRowsKeepTheirItems() {
        EvaluationSetBuilder builder = builder();
        for (int i = 0; i < 5000; i++) {
            builder.add("i" + i % 100, "a" + i / 100, "x" + i % 7).category("i" + i % 100, "c" + i % 3);
        }

        EvaluationSet set = builder.build();
        assertThat(set.ballots()).isEqualTo(5000);
        assertThat(EvaluationItem.of(set, 99).ballots()).isEqualTo(50);
        assertThat(set.categories()).hasSize(3);
    }
}
