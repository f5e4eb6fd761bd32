package dev.waggle.swarm.lens.system;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

class LeveragePointsLensTest {

    /** A lens with the same findings in every round. */
    private record Always(List<Finding> findings) implements Lens<LensReading> {
        @Override
        public LensCard card() {
            return new LensCard("always", "always", "", "", "", "", "", "", "", Set.of(), "");
        }

        @Override
        public Probe<LensReading> open(LensContext context) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    return findings;
                }

                @Override
                public Optional<LensReading> reading() {
                    return Optional.empty();
                }
            };
        }
    }

    private static final Finding WEIGH = new Finding.Weigh("always", Map.of("a", 1.1), "test");
    private static final Finding PROVOKE = new Finding.Provoke("always", "A", "test");
    private static final Finding PRUNE = new Finding.Prune("always", List.of("a"), "test");
    private static final Finding GAP = new Finding.Gap("always", "domain-expert", 0.5, "test");
    private static final Finding REWIRE = new Finding.Rewire("always", Finding.Rewire.Change.CONNECT, List.of("a"),
            "test");
    private static final Finding SETTLE = new Finding.Settle("always", MathStopReason.SURPRISE_COLLAPSED, "test");

    /** Votes come in each round, and the two proposals stay level. */
    private static LensSwarm deadlock() {
        return new LensSwarm("a", "b", "c", "d", "e", "f", "g", "h")
                .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 1), agrees("b", "B", 1), disagrees("h", "A", 1), disagrees("h", "B", 1))
                .round(agrees("c", "A", 1), agrees("d", "B", 1)).round(agrees("e", "A", 1), agrees("f", "B", 1))
                .round(discovers("g", "more"));
    }

    /** The same votes, and then all for one. */
    private static LensSwarm moving() {
        return new LensSwarm("a", "b", "c", "d", "e").round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
                .round(agrees("a", "A", 1), disagrees("e", "A", 0.5))
                .round(agrees("c", "A", 1)).round(agrees("d", "A", 1));
    }

    private static LensSwarm.Outcome solve(LensSwarm swarm, boolean looking, Finding... findings) {
        Lens<?> always = new Always(List.of(findings));
        return swarm.solve(MathConfig.defaults()
                .withLenses(looking ? List.of(always, LensCatalog.LEVERAGE_POINTS) : List.of(always)));
    }

    private static LeveragePointsLens.LeverageReading reading(Finding... findings) {
        return solve(deadlock(), true, findings).result().mathAnalysis().of(LensCatalog.LEVERAGE_POINTS).orElseThrow();
    }

    @Test
    void saysThatSmallKnobsDoNotBreakADeadlock() {
        LensSwarm.Outcome with = solve(deadlock(), true, WEIGH);

        assertThat(with.findingsOf(LensCatalog.LEVERAGE_POINTS)).singleElement().satisfies(finding -> {
            Finding.Gap gap = (Finding.Gap) finding;
            assertThat(gap.role()).isEqualTo("problem-reframer");
            assertThat(gap.explanation()).contains("level 3");
        });
        assertThat(with.events()).isNotEqualTo(solve(deadlock(), false, WEIGH).events());
    }

    @Test
    void namesTheRoleThatAnotherLensMisses() {
        assertThat(solve(deadlock(), true, WEIGH, GAP).findingsOf(LensCatalog.LEVERAGE_POINTS)).singleElement()
                .satisfies(finding -> assertThat(((Finding.Gap) finding).role()).isEqualTo("domain-expert"));
    }

    @Test
    void changesNothingWhereTheDebateMoves() {
        assertThat(solve(moving(), true, WEIGH).events()).isEqualTo(solve(moving(), false, WEIGH).events());
        assertThat(moving().solve().events()).isEqualTo(moving().solveWithout(LensCatalog.LEVERAGE_POINTS).events());
    }

    @Test
    void isSilentWhereNobodyTurnsKnobsOrSomethingStrongerIsTried() {
        assertThat(solve(deadlock(), true, PRUNE, GAP).findingsOf(LensCatalog.LEVERAGE_POINTS)).isEmpty();
        assertThat(solve(deadlock(), true, WEIGH, PROVOKE).findingsOf(LensCatalog.LEVERAGE_POINTS)).isEmpty();
    }

    @Test
    void ranksWhatIsAskedForByMeadows() {
        LeveragePointsLens.LeverageReading reading = reading(WEIGH, PROVOKE, PRUNE, GAP, REWIRE);

        assertThat(reading.actions()).extracting(asked -> asked.action().wireName()).containsExactly("evolve-agent",
                "prune-redundant", "rewire", "inject-challenge", "adjust-weight");
        assertThat(reading.actions()).extracting(asked -> asked.action().place().level()).containsExactly(4, 5, 6, 8,
                12);
        assertThat(reading.actions()).allSatisfy(asked -> assertThat(asked.times()).isEqualTo(5));
        assertThat(reading.strongest()).isEqualTo(LeveragePointsLens.Action.EVOLVE_AGENT);
        assertThat(reading.headline()).hasValue(4);
        assertThat(reading.figures()).containsKeys("actions", "strongest", "strongestLevel", "strongestCategory");
    }

    @Test
    void readsNothingWhereNothingIsAskedFor() {
        assertThat(solve(moving(), true, SETTLE).result().mathAnalysis().of(LensCatalog.LEVERAGE_POINTS)).isEmpty();
    }
}
