package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.setup.LensLookup;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A challenge of mathematics as people see it live. */
class LiveMathTest {

    @Test
    void aChallengeIsReadableAsOneOfTheRuntime() {
        String shown = shown(MathRole.STEERING);

        assertThat(shown).containsSubsequence("  orchestrator  the runtime\n",
                "    challenges 0.80 [P2] Before this is settled: too soon.", "  uncertainty of the evidence ",
                "  mathematics challenges P2\n");
    }

    @Test
    void whereItOnlyWatchesNobodyIsChallenged() {
        assertThat(shown(MathRole.WATCHING)).contains("  mathematics would challenge P2: too soon\n")
                .doesNotContain("orchestrator");
    }

    private static String shown(MathRole part) {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, false);
        MathConfig math = MathConfig.defaults().withRole(part)
                .withLenses(List.of(LensLookup.require("entropy"), new Doubter()));
        Agent ada = new RecordedAgent(AgentProfile.of("ada"),
                Map.of(1, List.of(_ -> List.of(Draft.of(new Payload.Proposal("p1", "Three", ""), 0.9),
                        Draft.of(new Payload.Proposal("p2", "Fifteen", ""), 0.1)))));
        SwarmConfig config = SwarmConfig.of(List.of(ada))
                .withMath(math).withEventListener(new LiveView(screen, 100, null, List.of(ada.profile()), math, 0.7));
        try (Swarm swarm = new Swarm(config)) {
            swarm.solve(Task.of("How long?"));
        }
        return out.toString().replace("\r", "");
    }

    /** Asks for a challenge of the first proposal in every round. */
    private static final class Doubter implements Lens<LensReading> {

        @Override
        public LensCard card() {
            return new LensCard("doubter", "doubter", "?", "", "", "count", "", "", "", Set.of(Finding.Kind.PROVOKE),
                    "");
        }

        @Override
        public Probe<LensReading> open(LensContext context) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
                    return List.of(new Finding.Provoke("doubter", "p1", "too soon"));
                }

                @Override
                public Optional<LensReading> reading() {
                    return Optional.of(new LensReading() {
                        @Override
                        public OptionalDouble headline() {
                            return OptionalDouble.empty();
                        }

                        @Override
                        public Map<String, JsonValue> figures() {
                            return Map.of();
                        }
                    });
                }
            };
        }
    }
}
