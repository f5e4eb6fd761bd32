package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Lens.Earlier;
import dev.waggle.swarm.lens.Lens.Probe;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.lens.LensSwarm.agrees;
import static dev.waggle.swarm.lens.LensSwarm.proposes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Agents that join a deliberation after its start, and leave it again. */
class NewcomersTest {

    private static final Setting SETTING = new Setting(List.of("a", "b", "c"), 10, Thresholds.defaults(),
            name -> RandomDebate.chance(name.hashCode()));

    /** Misses a mediator, always. */
    private record Missing() implements Lens<Nothing> {
        @Override
        public LensCard card() {
            return new LensCard("missing", "missing", "", "", "", "", "", "", "", Set.of(Finding.Kind.GAP), "");
        }

        @Override
        public Probe<Nothing> open(Setting setting) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
                    return List.of(new Finding.Gap("missing", "mediator", 0.9, "always"));
                }

                @Override
                public Optional<Nothing> reading() {
                    return Optional.empty();
                }
            };
        }
    }

    private record Nothing() implements Reading {
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
        Chronicle chronicle = new Chronicle(SETTING, BallotRule.APPROVAL);
        chronicle.beginRound(1);
        chronicle.hear(LensSwarm.signal(proposes("a", "A", 0.9), 1));
        chronicle.join("silent", "mediator");
        chronicle.join("voter", "tie-breaker");
        assertThat(chronicle.agentCount()).isEqualTo(5);
        assertThat(chronicle.electorate()).isEqualTo(5);

        chronicle.hear(LensSwarm.signal(agrees("voter", "A", 0.9), 1));
        chronicle.leave("silent");
        chronicle.leave("voter");
        assertThat(chronicle.electorate()).as("votes stand").isEqualTo(4);
        assertThat(chronicle.voters()).isEqualTo(1);

        chronicle.leave("a");
        chronicle.leave("stranger");
        assertThat(chronicle.electorate()).as("only newcomers leave").isEqualTo(4);
    }

    @Test
    void shiftTheBurdenWhenTheyGoAndTheirGapIsStillThere() {
        assertThat(afterTwoCameAndGoneAre(1)).singleElement().isInstanceOfSatisfying(Finding.Gap.class, gap -> {
            assertThat(gap.role()).isEqualTo("root-cause-analyst");
            assertThat(gap.urgency()).isCloseTo(0.6, within(1e-9));
        });
        assertThat(afterTwoCameAndGoneAre(0)).isEmpty();
    }

    /** What the archetypes find in the rounds after two mediators joined. */
    private static List<Finding> afterTwoCameAndGoneAre(int gone) {
        MathBridge bridge = new MathBridge(
                MathConfig.defaults().withLenses(List.of(new Missing(), Lenses.SYSTEM_ARCHETYPES)), SETTING,
                BallotRule.APPROVAL);
        bridge.beginRound(1);
        bridge.hear(LensSwarm.signal(proposes("a", "A", 0.8), 1));
        bridge.hear(LensSwarm.signal(proposes("b", "B", 0.8), 1));
        bridge.processRound();
        for (int mediator = 0; mediator < 2; mediator++) {
            bridge.join("mediator-" + mediator, "mediator");
            if (mediator < gone) {
                bridge.leave("mediator-" + mediator);
            }
        }
        for (int round = 2; round <= 5; round++) {
            bridge.beginRound(round);
            bridge.hear(LensSwarm.signal(agrees("c", round % 2 == 0 ? "A" : "B", 0.1 * round), round));
            bridge.processRound();
        }
        assertThat(bridge.readings().reading(Lenses.SYSTEM_ARCHETYPES)).isPresent();
        return bridge.readings().findings().stream()
                .filter(found -> found.lens().equals(Lenses.SYSTEM_ARCHETYPES.name())).toList();
    }
}
