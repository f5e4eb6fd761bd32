package dev.waggle.swarm.reaction;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.LearningRecord;
import dev.waggle.signal.learning.MemoryBanditStore;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class StoreBackedBanditTest {

    private static final EnumSet<
            ReactionStrategy> ARMS = EnumSet.of(ReactionStrategy.PROPOSE, ReactionStrategy.CHALLENGE);

    private final ContextVector task = ContextVector.of(new SampleLog().all().getFirst(), Personality.ANALYTICAL);
    private final RewardSample rewarded = new RewardSample(ReactionStrategy.PROPOSE, task, 1);
    private final MemoryBanditStore store = new MemoryBanditStore();

    @Test
    @DisplayName("F18 what another solve teaches meanwhile changes no choice")
    void f18ASolveChoosesByWhatWasKnownWhenItBegan() {
        StoreBackedBandit running = chooser("solve 1");
        List<ReactionStrategy> alone = choices(chooser("solve 1"));
        chooser("solve 2").learn(lessons(100));

        assertThat(choices(running)).isEqualTo(alone);
        assertThat(choices(chooser("solve 3"))).isNotEqualTo(alone);
    }

    @Test
    void twoSolvesAtOnceAddUp() {
        StoreBackedBandit one = chooser("solve 1");
        StoreBackedBandit other = chooser("solve 2");
        one.learn(lessons(2));
        other.learn(lessons(3));

        assertThat(store.load("ada").arms().getOrDefault("propose", ArmEvidence.none(1)).lessons()).isEqualTo(5);
    }

    @Test
    void whatIsStoredIsWhatABanditLearns() {
        ThompsonBandit bandit = new ThompsonBandit();
        List<RewardSample> lessons = List.of(rewarded, new RewardSample(ReactionStrategy.CHALLENGE, task, 0.3),
                rewarded);
        bandit.learn(lessons);
        chooser("solve 1").learn(lessons);

        assertThat(store.load("ada").arms()).isEqualTo(bandit.learned().entrySet().stream()
                .collect(Collectors.toMap(arm -> arm.getKey().wireName(), Map.Entry::getValue)));
    }

    @Test
    void aSolveWithoutLessonsTeachesNothing() {
        chooser("solve 1").learn(List.of());

        assertThat(store.load("ada")).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    void wordsOfOtherVersionsStayInTheStore() {
        store.teach("ada", "solve 1", Map.of("meditate", ArmEvidence.none(3)));
        StoreBackedBandit chooser = chooser("solve 2");
        chooser.learn(lessons(1));

        assertThat(store.load("ada").arms()).containsOnlyKeys("meditate", "propose");
    }

    @Test
    void evidenceThatIsNoneOfOursIsRefused() {
        store.teach("ada", "solve 1", Map.of("propose", ArmEvidence.none(3)));

        assertThatIllegalArgumentException().isThrownBy(() -> chooser("solve 2")).withMessageContaining("got 3");
        assertThatIllegalArgumentException().isThrownBy(() -> new StoreBackedBandit(store, "ada", "solve 2")
                .begin(JsonValue.of("x"))).withMessageContaining("object");
    }

    @Test
    void aBanditThatWasNotToldWhatItKnowsKnowsNothing() {
        store.teach("ada", "solve 1", Map.of("propose", ArmEvidence.none(3)));

        assertThat(choices(new StoreBackedBandit(store, "ada", "solve 2"))).isEqualTo(choices(new ThompsonBandit()));
    }

    /** The chooser of ada in that started solve. */
    private StoreBackedBandit chooser(String run) {
        StoreBackedBandit chooser = new StoreBackedBandit(store, "ada", run);
        chooser.begin(chooser.known());
        return chooser;
    }

    private List<RewardSample> lessons(int number) {
        return Stream.generate(() -> rewarded).limit(number).toList();
    }

    private List<ReactionStrategy> choices(StrategyChooser chooser) {
        Random random = new Random(7);
        return Stream.generate(() -> chooser.choose(ARMS, task, random)).limit(100).toList();
    }
}
