package dev.waggle.swarm.reaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.Evidence;
import dev.waggle.signal.learning.Learned;
import dev.waggle.signal.learning.MemoryBanditStore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KeptBanditTest {

    private static final EnumSet<Strategy> ARMS = EnumSet.of(Strategy.PROPOSE, Strategy.CHALLENGE);

    private final ContextVector task = ContextVector.of(new Log().all().getFirst(), Personality.ANALYTICAL);
    private final Lesson rewarded = new Lesson(Strategy.PROPOSE, task, 1);
    private final MemoryBanditStore store = new MemoryBanditStore();

    @Test
    @DisplayName("F18 what another solve teaches meanwhile changes no choice")
    void f18ASolveChoosesByWhatWasKnownWhenItBegan() {
        StrategyChooser running = Choosers.learningInto(store).of("ada", "solve 1");
        List<Strategy> alone = choices(Choosers.learningInto(store).of("ada", "solve 1"));
        Choosers.learningInto(store).of("ada", "solve 2").learn(lessons(100));

        assertThat(choices(running)).isEqualTo(alone);
        assertThat(choices(Choosers.learningInto(store).of("ada", "solve 3"))).isNotEqualTo(alone);
    }

    @Test
    void twoSolvesAtOnceAddUp() {
        StrategyChooser one = Choosers.learningInto(store).of("ada", "solve 1");
        StrategyChooser other = Choosers.learningInto(store).of("ada", "solve 2");
        one.learn(lessons(2));
        other.learn(lessons(3));

        assertThat(store.load("ada").arms().getOrDefault("propose", Evidence.none(1)).lessons()).isEqualTo(5);
    }

    @Test
    void whatIsStoredIsWhatABanditLearns() {
        ThompsonBandit bandit = new ThompsonBandit();
        List<Lesson> lessons = List.of(rewarded, new Lesson(Strategy.CHALLENGE, task, 0.3), rewarded);
        bandit.learn(lessons);
        Choosers.learningInto(store).of("ada", "solve 1").learn(lessons);

        assertThat(store.load("ada").arms()).isEqualTo(bandit.learned().entrySet().stream()
                .collect(Collectors.toMap(arm -> arm.getKey().word(), Map.Entry::getValue)));
    }

    @Test
    void aSolveWithoutLessonsTeachesNothing() {
        Choosers.learningInto(store).of("ada", "solve 1").learn(List.of());

        assertThat(store.load("ada")).isEqualTo(Learned.NOTHING);
    }

    @Test
    void wordsOfOtherVersionsStayInTheStore() {
        store.teach("ada", "solve 1", Map.of("meditate", Evidence.none(3)));
        StrategyChooser chooser = Choosers.learningInto(store).of("ada", "solve 2");
        chooser.learn(lessons(1));

        assertThat(store.load("ada").arms()).containsOnlyKeys("meditate", "propose");
    }

    @Test
    void whatCannotBeReadIsToldWhenItIsToLearnAndNothingIsKept() {
        BanditStore damaged = new BanditStore() {
            @Override
            public Learned load(String agentId) {
                throw new UncheckedIOException("damaged\nMaybe delete it.", new IOException());
            }

            @Override
            public void teach(String agentId, String run, Map<String, Evidence> more) {
                throw new AssertionError("it must not be written over");
            }
        };
        StrategyChooser chooser = Choosers.learningInto(damaged).of("ada", "solve 1");

        assertThat(choices(chooser)).isEqualTo(choices(new ThompsonBandit()));
        assertThatIllegalStateException().isThrownBy(() -> chooser.learn(lessons(1)))
                .withMessageContaining("agent ada").withMessageContaining("damaged\nMaybe delete it.");
    }

    @Test
    void evidenceOfAnotherSizeIsUnreadable() {
        store.teach("ada", "solve 1", Map.of("propose", Evidence.none(3)));
        StrategyChooser chooser = Choosers.learningInto(store).of("ada", "solve 2");

        assertThatIllegalStateException().isThrownBy(() -> chooser.learn(lessons(1))).withMessageContaining("got 3");
    }

    private List<Lesson> lessons(int number) {
        return Stream.generate(() -> rewarded).limit(number).toList();
    }

    private List<Strategy> choices(StrategyChooser chooser) {
        Random random = new Random(7);
        return Stream.generate(() -> chooser.choose(ARMS, task, random)).limit(100).toList();
    }
}
