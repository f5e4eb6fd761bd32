package dev.waggle.swarm.lens.system;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensFeed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

class SystemArchetypesLensTest {

    /** Rounds of ever more words, each of which brings the two proposals closer together again. */
    private static LensSwarm limits() {
        return new LensSwarm("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("c", "A", 1), agrees("d", "A", 1), disagrees("j", "A", 0.1),
                        disagrees("j", "B", 0.1))
                .round(agrees("e", "A", 0.2), discovers("e", "x"), discovers("f", "y"), discovers("g", "z"))
                .round(agrees("f", "B", 0.4), discovers("e", "x"), discovers("f", "y"), discovers("g", "z"),
                        discovers("h", "x"))
                .round(agrees("g", "B", 1), agrees("h", "B", 1), agrees("i", "B", 1), discovers("e", "x"),
                        discovers("f", "y"), discovers("g", "z"), discovers("h", "x"), discovers("i", "x"),
                        discovers("a", "x"),
                        discovers("b", "x"), discovers("c", "x"));
    }

    /** A debate that learns less and less because little is left to learn. */
    private static LensSwarm converging() {
        return new LensSwarm(HandFed.agents(22)).round(proposes("0", "A", 0.8), proposes("1", "B", 0.8))
                .round(Stream.concat(agreements(2, 16), Stream.of(disagrees("1", "A", 0.1)))
                        .toArray(LensSwarm.Line[]::new))
                .round(agreements(16, 20).toArray(LensSwarm.Line[]::new))
                .round(agrees("20", "A", 1), discovers("0", "x"), discovers("1", "x"), discovers("2", "x"),
                        discovers("3", "x"))
                .round(agrees("21", "A", 0.5), discovers("0", "x"), discovers("1", "x"), discovers("2", "x"),
                        discovers("3", "x"), discovers("4", "x"));
    }

    private static Stream<LensSwarm.Line> agreements(int from, int to) {
        return IntStream.range(from, to).mapToObj(agent -> agrees(String.valueOf(agent), "A", 1));
    }

    private static LensSwarm.Outcome only(LensSwarm swarm, double redundancy, double concentration) {
        return swarm.solveOnlyWith(new SystemArchetypesLens(_ -> OptionalDouble.of(redundancy),
                _ -> OptionalDouble.of(concentration)));
    }

    @Test
    void missesASynthesizerWhenMoreIsSaidAndLessIsLearned() {
        LensSwarm.Outcome with = limits().solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES);

        assertThat(with.findingsOf(LensCatalog.SYSTEM_ARCHETYPES)).singleElement().satisfies(finding -> {
            Finding.Gap gap = (Finding.Gap) finding;
            assertThat(gap.role()).isEqualTo("synthesizer");
            assertThat(gap.urgency()).isGreaterThan(0.5);
        });
        assertThat(with.events()).anyMatch(event -> event.contains("lens:finding"));
        assertThat(limits().solve(MathConfig.defaults().withLenses(List.of())).events())
                .noneMatch(event -> event.contains("lens:finding"));
        assertThat(with.result().mathAnalysis().of(LensCatalog.SYSTEM_ARCHETYPES)).get().satisfies(reading -> {
            assertThat(reading.primary()).get()
                    .satisfies(primary -> assertThat(primary.name()).isEqualTo("limits-to-growth"));
            assertThat(reading.gainTrend()).isNegative();
        });
    }

    @Test
    void changesNothingWhereLittleIsLeftToLearn() {
        assertThat(converging().solve().events())
                .isEqualTo(converging().solveWithout(LensCatalog.SYSTEM_ARCHETYPES).events());
        assertThat(converging().solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES).findingsOf(LensCatalog.SYSTEM_ARCHETYPES))
                .isEmpty();
    }

    @Test
    void theTragedyOfTheCommonsIsNotClaimedWithoutAMeasureOfRedundancy() {
        LensSwarm.Outcome outcome = limits().solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES);

        assertThat(outcome.result().mathAnalysis().of(LensCatalog.SYSTEM_ARCHETYPES)).get().satisfies(reading -> {
            assertThat(reading.detected()).noneMatch(match -> match.name().equals("tragedy-of-the-commons"));
            assertThat(reading.redundancy()).isEmpty();
            assertThat(reading.concentration()).isEmpty();
        });
    }

    @Test
    void provokesWhenAgentsRepeatEachOtherAndOneDominates() {
        LensSwarm.Outcome both = only(converging(), 0.7, 2.5);

        assertThat(both.findingsOf(LensCatalog.SYSTEM_ARCHETYPES)).isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.kind()).isEqualTo(Finding.Kind.PROVOKE));
        assertThat(only(converging(), 0.7, 1.5).findingsOf(LensCatalog.SYSTEM_ARCHETYPES)).isEmpty();
        assertThat(only(converging(), 0.5, 2.5).findingsOf(LensCatalog.SYSTEM_ARCHETYPES)).isEmpty();
    }

    @Test
    void aQuietRoundIsNoRound() {
        SystemArchetypesLens.ArchetypesReading before = limits().solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES).result()
                .mathAnalysis().of(LensCatalog.SYSTEM_ARCHETYPES).orElseThrow();

        LensSwarm.Outcome later = limits().round(discovers("a", "x")).round()
                .solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES);

        assertThat(later.result().mathAnalysis().of(LensCatalog.SYSTEM_ARCHETYPES)).contains(before);
        assertThat(later.findingsOf(LensCatalog.SYSTEM_ARCHETYPES)).hasSize(1);
    }

    @Test
    void readsNothingBeforeTwoTrends() {
        assertThat(new LensFeed("a", "b").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 1)).round(agrees("b", "A", 1)).reading(LensCatalog.SYSTEM_ARCHETYPES))
                .isEmpty();
    }

    @Test
    void figuresHaveTheNamesOfTheSpecification() {
        assertThat(limits().solveOnlyWith(LensCatalog.SYSTEM_ARCHETYPES).result().mathAnalysis()
                .of(LensCatalog.SYSTEM_ARCHETYPES).orElseThrow().figures()).containsKeys("detected", "hasArchetypes",
                        "primaryName", "primaryConfidence");
    }
}
