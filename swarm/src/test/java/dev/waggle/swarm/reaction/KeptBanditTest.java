package dev.waggle.swarm.reaction;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.learning.Evidence;
import dev.waggle.signal.learning.Learned;
import dev.waggle.signal.learning.MemoryBanditStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class KeptBanditTest {

    private static final EnumSet<Strategy> ARMS = EnumSet.of(Strategy.PROPOSE, Strategy.CHALLENGE);

    private final ContextVector task = ContextVector.of(new Log().all().getFirst(), Personality.ANALYTICAL);
    private final Lesson rewarded = new Lesson(Strategy.PROPOSE, task, 1);
    private final MemoryBanditStore store = new MemoryBanditStore();

    @Test
    @DisplayName("F18 what another solve teaches meanwhile changes no choice")
    void f18ASolveChoosesByWhatWasKnownWhenItBegan() {
        KeptBandit running = chooser("solve 1");
        List<Strategy> alone = choices(chooser("solve 1"));
        chooser("solve 2").learn(lessons(100));

        assertThat(choices(running)).isEqualTo(alone);
        assertThat(choices(chooser("solve 3"))).isNotEqualTo(alone);
    }

    @Test
    void twoSolvesAtOnceAddUp() {
        KeptBandit one = chooser("solve 1");
        KeptBandit other = chooser("solve 2");
        one.learn(lessons(2));
        other.learn(lessons(3));

        assertThat(store.load("ada").arms().getOrDefault("propose", Evidence.none(1)).lessons()).isEqualTo(5);
    }

    @Test
    void whatIsStoredIsWhatABanditLearns() {
        ThompsonBandit bandit = new ThompsonBandit();
        List<Lesson> lessons = List.of(rewarded, new Lesson(Strategy.CHALLENGE, task, 0.3), rewarded);
        bandit.learn(lessons);
        chooser("solve 1").learn(lessons);

        assertThat(store.load("ada").arms()).isEqualTo(bandit.learned().entrySet().stream()
                .collect(Collectors.toMap(arm -> arm.getKey().word(), Map.Entry::getValue)));
    }

    @Test
    void aSolveWithoutLessonsTeachesNothing() {
        chooser("solve 1").learn(List.of());

        assertThat(store.load("ada")).isEqualTo(Learned.NOTHING);
    }

    @Test
    void wordsOfOtherVersionsStayInTheStore() {
        store.teach("ada", "solve 1", Map.of("meditate", Evidence.none(3)));
        KeptBandit chooser = chooser("solve 2");
        chooser.learn(lessons(1));

        assertThat(store.load("ada").arms()).containsOnlyKeys("meditate", "propose");
    }

    @Test
    void evidenceThatIsNoneOfOursIsRefused() {
        store.teach("ada", "solve 1", Map.of("propose", Evidence.none(3)));

        assertThatIllegalArgumentException().isThrownBy(() -> chooser("solve 2")).withMessageContaining("got 3");
        assertThatIllegalArgumentException().isThrownBy(() -> new KeptBandit(store, "ada", "solve 2")
                .begin(JsonValue.of("x"))).withMessageContaining("object");
    }

    @Test
    void aBanditThatWasNotToldWhatItKnowsKnowsNothing() {
        store.teach("ada", "solve 1", Map.of("propose", Evidence.none(3)));

        assertThat(choices(new KeptBandit(store, "ada", "solve 2"))).isEqualTo(choices(new ThompsonBandit()));
    }

    /** The chooser of ada in that solve, which has begun. */
    private KeptBandit chooser(String run) {
        KeptBandit chooser = new KeptBandit(store, "ada", run);
        chooser.begin(chooser.known());
        return chooser;
    }

    private List<Lesson> lessons(int number) {
        return Stream.generate(() -> rewarded).limit(number).toList();
    }

    private List<Strategy> choices(StrategyChooser chooser) {
        Random random = new Random(7);
        return Stream.generate(() -> chooser.choose(ARMS, task, random)).limit(100).toList();
    }
}
