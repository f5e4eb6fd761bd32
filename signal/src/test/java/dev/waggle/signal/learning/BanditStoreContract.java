package dev.waggle.signal.learning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Contract of every store of the evidence that agents have learned. */
public interface BanditStoreContract {

    /** An empty store. */
    BanditStore newStore();

    /** Another store on the same place, as a second process would open it; the same store where there is no place. */
    BanditStore beside(BanditStore store);

    /** Evidence of one lesson whose sums are exact in binary. */
    static ArmEvidence lesson(double reward) {
        return ArmEvidence.none(2).plus(List.of(1.0, 0.5), reward);
    }

    @Test
    default void anAgentThatWasNeverTaughtKnowsNothing() {
        assertThat(newStore().load("ada")).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    default void evidenceAddsUpChoiceByChoice() {
        BanditStore store = newStore();
        store.teach("ada", "solve 1", Map.of("propose", lesson(0.5)));
        store.teach("ada", "solve 2", Map.of("propose", lesson(1), "challenge", lesson(0)));

        LearningRecord learned = beside(store).load("ada");

        assertThat(learned.arms()).containsOnlyKeys("propose", "challenge");
        assertThat(learned.arms()).containsEntry("propose",
                new ArmEvidence(2, List.of(2.0, 0.5), List.of(1.5, 0.75)));
        assertThat(learned.arms()).containsEntry("challenge",
                new ArmEvidence(1, List.of(1.0, 0.25), List.of(0.0, 0.0)));
        assertThat(learned.runs()).containsExactly("solve 1", "solve 2");
    }

    @Test
    default void numbersKeepEveryBit() {
        BanditStore store = newStore();
        ArmEvidence awkward = new ArmEvidence(Long.MAX_VALUE, List.of(0.1 + 0.2, Double.MIN_VALUE, Double.MAX_VALUE),
                List.of(-0.1, 1e-300, -1e300));
        store.teach("ada", "solve", Map.of("propose", awkward));

        assertThat(beside(store).load("ada").arms()).containsEntry("propose", awkward);
    }

    @Test
    default void agentsLearnApart() {
        BanditStore store = newStore();
        List<String> ids = List.of("ada", "Ada", "ada ", "../ada", "a/b", "a\\b", "CON", "\u00e4da\u2028",
                "\ud83d\udc1d",
                ".", "x".repeat(BanditStore.MAX_ID), "x".repeat(BanditStore.MAX_ID - 1) + "y", "agent-sha-0");
        for (int i = 0; i < ids.size(); i++) {
            for (int lesson = 0; lesson <= i; lesson++) {
                store.teach(ids.get(i), "solve " + lesson, Map.of("propose", lesson(1)));
            }
        }

        for (int i = 0; i < ids.size(); i++) {
            LearningRecord learned = beside(store).load(ids.get(i));
            assertThat(learned.arms()).as(ids.get(i)).containsOnlyKeys("propose");
            assertThat(learned.arms().getOrDefault("propose", ArmEvidence.none(2)).lessons()).as(ids.get(i))
                    .isEqualTo(i + 1);
        }
    }

    @Test
    default void aSolveThatComesAgainTeachesNothingMore() {
        BanditStore store = newStore();
        store.teach("ada", "solve", Map.of("propose", lesson(1)));
        store.teach("ada", "solve", Map.of("propose", lesson(1), "support", lesson(1)));

        assertThat(store.load("ada").arms()).containsOnly(Map.entry("propose", lesson(1)));
    }

    @Test
    default void onlyTheLastSolvesAreRemembered() {
        BanditStore store = newStore();
        for (int i = 0; i <= LearningRecord.MAX_RUNS; i++) {
            store.teach("ada", "solve " + i, Map.of());
        }

        assertThat(store.load("ada").runs()).hasSize(LearningRecord.MAX_RUNS).startsWith("solve 1")
                .endsWith("solve " + LearningRecord.MAX_RUNS);
    }

    @Test
    default void manyTeachersAtOnceLoseNothing() throws Exception {
        BanditStore one = newStore();
        BanditStore other = beside(one);
        List<Future<?>> teachers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                String run = "solve " + i;
                BanditStore store = i % 2 == 0 ? one : other;
                teachers.add(threads.submit(() -> store.teach("ada", run, Map.of("propose", lesson(1)))));
            }
        }
        for (Future<?> teacher : teachers) {
            teacher.get();
        }

        assertThat(one.load("ada").arms()).containsEntry("propose",
                new ArmEvidence(20, List.of(20.0, 5.0), List.of(20.0, 10.0)));
    }

    @Test
    default void evidenceThatDoesNotFitIsRefusedAndChangesNothing() {
        BanditStore store = newStore();
        store.teach("ada", "solve 1", Map.of("propose", lesson(1)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.teach("ada", "solve 2", Map.of("propose", ArmEvidence.none(3))))
                .withMessageContaining("2 numbers").withMessageContaining("3");
        assertThatIllegalArgumentException().isThrownBy(() -> store.load(""));
        assertThatIllegalArgumentException().isThrownBy(() -> store.load("x".repeat(BanditStore.MAX_ID + 1)));
        assertThat(store.load("ada").runs()).containsExactly("solve 1");
    }
}
