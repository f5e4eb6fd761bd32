package dev.waggle.swarm.lens.information;

import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.HandFed;
import dev.waggle.swarm.lens.runner.LensSwarm;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.abstains;
import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.disagrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.discovers;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;

public class EntropyLensTest {

    /** Two proposals, then all agents but one for the one and against the other: with so many, little doubt is left. */
    public final LensSwarm converging = new LensSwarm(HandFed.agents(16))
            .round(proposes("0", "A", 0.8), proposes("1", "B", 0.8))
            .round(IntStream.range(1, 16).mapToObj(String::valueOf)
                    .flatMap(agent -> Stream.of(agrees(agent, "A", 1), disagrees(agent, "B", 1)))
                    .toArray(LensSwarm.Line[]::new))
            .round(discovers("0", "one more thing"));

    /** Two proposals without a preferred one. */
    private final LensSwarm balanced = new LensSwarm("a", "b", "c", "d")
            .round(proposes("a", "A", 0.8), proposes("b", "B", 0.8))
            .round(agrees("c", "A", 1), agrees("d", "B", 1)).round(abstains("a", "B"));

    @Test
    void stopsWhenLittleUncertaintyIsLeft() {
        LensSwarm.Outcome with = converging.solveOnlyWith(LensCatalog.ENTROPY);

        assertThat(with.events()).contains("ending entropy-converged")
                .anyMatch(event -> event.startsWith("2 lens:finding"));
        assertThat(converging.solveWithout(LensCatalog.ENTROPY).events()).isNotEqualTo(converging.solve().events());
    }

    @Test
    void changesNothingWhereNobodyIsAhead() {
        assertThat(balanced.solve().events()).isEqualTo(balanced.solveWithout(LensCatalog.ENTROPY).events());
    }

    @Test
    void doesNotCallAProposalSettledThatEverybodyRejects() {
        LensSwarm rejected = new LensSwarm("a", "b", "c", "d").round(proposes("a", "A", 0.8))
                .round(disagrees("b", "A", 1), disagrees("c", "A", 1), disagrees("d", "A", 1))
                .round(disagrees("b", "A", 0.9)).round(disagrees("c", "A", 0.9));

        LensSwarm.Outcome outcome = rejected.solve();

        assertThat(outcome.result().consensus().decided()).isFalse();
        assertThat(outcome.events()).contains("ending max-rounds");
    }
}
