package dev.waggle.swarm.lens.data;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.runner.LensSwarm;
import dev.waggle.swarm.lens.runner.MathBridge;
import dev.waggle.swarm.lens.runner.RandomDebate;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.runner.LensSwarm.agrees;
import static dev.waggle.swarm.lens.runner.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Agents that join a deliberation after its start, and leave it again. */
class JoinedAgentsTest {

    private static final LensContext SETTING = new LensContext(List.of("a", "b", "c"), 10, LensThresholds.defaults(),
            name -> RandomDebate.chance(name.hashCode()));

    /** Lens that always misses a mediator. */
    private record Missing() implements Lens<Nothing> {
        @Override
        public LensCard card() {
            return new LensCard("missing", "missing", "", "", "", "", "", "", "", Set.of(Finding.Kind.GAP), "");
        }

        @Override
        public Probe<Nothing> open(LensContext context) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    return List.of(new Finding.Gap("missing", "mediator", 0.9, "always"));
                }

                @Override
                public Optional<Nothing> reading() {
                    return Optional.empty();
                }
            };
        }
    }

    private record Nothing() implements LensReading {
        @Override
        public OptionalDouble headline() {
            return OptionalDouble.empty();
        }

        @Override
        public Map<String, JsonValue> figures() {
            return Map.of();
        }
    }

    @Test
    void countAmongTheAgentsAtOnceAndWhoLeavesWithoutAVoiceNoLonger() {
        DeliberationData deliberation = new DeliberationData(SETTING, BallotRule.APPROVAL);
        deliberation.beginRound(1);
        deliberation.accept(LensSwarm.signal(proposes("a", "A", 0.9), 1));
        deliberation.join("silent", "mediator");
        deliberation.join("voter", "tie-breaker");
        assertThat(deliberation.agentCount()).isEqualTo(5);
        assertThat(deliberation.electorate()).isEqualTo(5);

        deliberation.accept(LensSwarm.signal(agrees("voter", "A", 0.9), 1));
        deliberation.leave("silent");
        deliberation.leave("voter");
        assertThat(deliberation.electorate()).as("votes stand").isEqualTo(4);
        assertThat(deliberation.voters()).isEqualTo(1);

        deliberation.leave("a");
        deliberation.leave("stranger");
        assertThat(deliberation.electorate()).as("only newcomers leave").isEqualTo(4);
    }

    @Test
    void shiftTheBurdenWhenTheyGoAndTheirGapIsStillThere() {
        assertThat(afterTwoCameAndGoneAre(1)).singleElement().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("root-cause-analyst");
            assertThat(gap.urgency()).isCloseTo(0.6, within(1e-9));
        });
        assertThat(afterTwoCameAndGoneAre(0)).isEmpty();
    }

    /** Findings of the archetypes in the rounds after two mediators joined. */
    private static List<Finding> afterTwoCameAndGoneAre(int gone) {
        MathBridge bridge = new MathBridge(
                MathConfig.defaults().withLenses(List.of(new Missing(), LensCatalog.SYSTEM_ARCHETYPES)), SETTING,
                BallotRule.APPROVAL);
        bridge.beginRound(1);
        bridge.accept(LensSwarm.signal(proposes("a", "A", 0.8), 1));
        bridge.accept(LensSwarm.signal(proposes("b", "B", 0.8), 1));
        bridge.processRound();
        for (int mediator = 0; mediator < 2; mediator++) {
            bridge.join("mediator-" + mediator, "mediator");
            if (mediator < gone) {
                bridge.leave("mediator-" + mediator);
            }
        }
        for (int round = 2; round <= 5; round++) {
            bridge.beginRound(round);
            bridge.accept(LensSwarm.signal(agrees("c", round % 2 == 0 ? "A" : "B", 0.1 * round), round));
            bridge.processRound();
        }
        assertThat(bridge.results().reading(LensCatalog.SYSTEM_ARCHETYPES)).isPresent();
        return bridge.results().findings().stream()
                .filter(found -> found.lens().equals(LensCatalog.SYSTEM_ARCHETYPES.name())).toList();
    }
}
