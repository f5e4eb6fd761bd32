package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of every lens on the list. */
class LensContractTest {

    private static final int ROUNDS = 12;

    @Test
    void thereAreTwentyEightOfDifferentNames() {
        assertThat(LensCatalog.all()).hasSize(28);
        assertThat(LensCatalog.all().stream().map(Lens::name)).doesNotHaveDuplicates();
        assertThat(LensCatalog.all().stream().map(lens -> lens.card().field())).doesNotHaveDuplicates();
        assertThat(LensCatalog.all()).allSatisfy(lens -> assertThat(LensCatalog.named(lens.name())).isSameAs(lens));
    }

    @TestFactory
    Stream<DynamicTest> itsCardSaysEverything() {
        return each(lens -> {
            LensCard card = lens.card();
            assertThat(List.of(card.field(), card.question(), card.feed(), card.headline(), card.unit(), card.range(),
                    card.formula(), card.source(), card.meaning())).noneMatch(String::isBlank);
            assertThat(card.question()).endsWith("?");
            assertThat(card.source()).matches(".*[12][0-9]{3}.*");
        });
    }

    @TestFactory
    Stream<DynamicTest> itFindsOnlyWhatItsCardPromises() {
        return each(lens -> {
            for (int seed = 0; seed < 30; seed++) {
                for (Finding finding : debate(lens, new RandomDebate(seed, 6, RandomDebate.PLAIN)).findings()) {
                    assertThat(lens.card().findings()).as("seed " + seed + ": " + finding).contains(finding.kind());
                    assertThat(finding.lens()).isEqualTo(lens.name());
                    assertThat(finding.explanation()).isNotBlank().doesNotContain("NaN");
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nothingThatIsSaidMakesItThrow() {
        return each(lens -> {
            for (int seed = 0; seed < 20; seed++) {
                MathAnalysis analysis = debate(lens, new RandomDebate(seed, seed, RandomDebate.HOSTILE));
                assertThat(analysis.findings()).as("seed " + seed).noneMatch(Finding.Failed.class::isInstance);
                assertThat(analysis.of(lens).map(LensReading::figures)).satisfies(figures -> figures.ifPresent(
                        all -> assertThat(all).isNotEmpty()));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> askingForAReadingChangesNothing() {
        return each(lens -> {
            for (int seed = 0; seed < 5; seed++) {
                MathAnalysis quiet = debate(lens, new RandomDebate(seed, 7, RandomDebate.PLAIN));
                MathAnalysis asked = debate(lens, new RandomDebate(seed, 7, RandomDebate.PLAIN),
                        runner -> assertThat(runner.reading(lens)).isEqualTo(runner.reading(lens)), false);
                assertThat(asked).as("seed " + seed).isEqualTo(quiet);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theOrderOfAgentsInARoundChangesNothing() {
        return each(lens -> {
            for (int seed = 0; seed < 10; seed++) {
                MathAnalysis inOrder = debate(lens, new RandomDebate(seed, 7, RandomDebate.PLAIN));
                MathAnalysis shuffled = debate(lens, new RandomDebate(seed, 7, RandomDebate.PLAIN), runner -> {
                }, true);
                assertThat(shuffled.rounds()).as("seed " + seed).usingRecursiveComparison()
                        .withComparatorForType(LensContractTest::butForRounding, Double.class)
                        .isEqualTo(inOrder.rounds());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> silenceIsNoNews() {
        return each(lens -> {
            DeliberationData deliberation = new DeliberationData(setting(4), BallotRule.APPROVAL);
            LensRunner runner = new LensRunner(List.of(lens), setting(4));
            List<Finding> found = new ArrayList<>();
            for (int round = 1; round <= 4; round++) {
                deliberation.beginRound(round);
                found.addAll(runner.observe(deliberation));
            }
            assertThat(found).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> tenThousandAgentsAreTooManyForNoLens() {
        return each(lens -> {
            RandomDebate crowd = new RandomDebate(1, 10_000, RandomDebate.PLAIN);
            DeliberationData deliberation = new DeliberationData(crowd.setting(3), BallotRule.APPROVAL);
            LensRunner runner = new LensRunner(List.of(lens), crowd.setting(3));
            for (int round = 1; round <= 3; round++) {
                deliberation.beginRound(round);
                crowd.next().forEach(own -> own.forEach(deliberation::accept));
                assertThat(runner.observe(deliberation)).noneMatch(Finding.Failed.class::isInstance);
            }
            Optional<? extends LensReading> reading = runner.reading(lens);
            assertThat(runner.analysis().findings()).noneMatch(Finding.Failed.class::isInstance);
            reading.ifPresent(seen -> assertThat(seen.figures()).isNotEmpty());
        });
    }

    @Test
    void everyKindOfFindingHasALensThatGivesIt() {
        Set<Finding.Kind> given = new HashSet<>();
        LensCatalog.all().forEach(lens -> given.addAll(lens.card().findings()));
        assertThat(given).containsExactlyInAnyOrder(Finding.Kind.SETTLE, Finding.Kind.PROVOKE, Finding.Kind.WEIGH,
                Finding.Kind.PRUNE, Finding.Kind.GAP, Finding.Kind.REWIRE);
    }

    private static Stream<DynamicTest> each(Consumer<Lens<?>> law) {
        return LensCatalog.all().stream().map(lens -> DynamicTest.dynamicTest(lens.name(), () -> law.accept(lens)));
    }

    private static int butForRounding(double left, double right) {
        return Math.abs(left - right) <= 1e-9 ? 0 : Double.compare(left, right);
    }

    private static LensContext setting(int maxRounds) {
        return new LensContext(List.of("a", "b", "c"), maxRounds, LensThresholds.defaults(),
                name -> RandomDebate.chance(name.hashCode()));
    }

    private static MathAnalysis debate(Lens<?> lens, RandomDebate debate) {
        return debate(lens, debate, runner -> {
        }, false);
    }

    /** Analyses a debate through that lens and the lenses before it on the list, which it may read. */
    private static MathAnalysis debate(Lens<?> lens, RandomDebate debate, Consumer<LensRunner> afterRound,
            boolean shuffled) {
        DeliberationData deliberation = new DeliberationData(debate.setting(ROUNDS), BallotRule.APPROVAL);
        LensRunner runner = new LensRunner(List.of(lens), debate.setting(ROUNDS));
        Random order = new Random(7);
        for (int round = 1; round <= ROUNDS; round++) {
            deliberation.beginRound(round);
            List<List<Signal>> byAgent = new ArrayList<>(debate.next());
            if (shuffled && round > 1) { // The numbers of proposals follow the order of the first round.
                Collections.shuffle(byAgent, order);
            }
            byAgent.forEach(own -> own.forEach(deliberation::accept));
            runner.observe(deliberation);
            afterRound.accept(runner);
        }
        return runner.analysis();
    }
}
