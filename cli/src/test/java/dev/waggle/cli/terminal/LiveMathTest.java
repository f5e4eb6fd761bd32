package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.cli.lens.LensNames;
import dev.waggle.signal.Draft;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.lens.Chronicle;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.Earlier;
import dev.waggle.swarm.lens.Lens.Probe;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.MathConfig;
import dev.waggle.swarm.lens.MathConfig.Part;
import dev.waggle.swarm.lens.Reading;
import dev.waggle.swarm.lens.Setting;
import dev.waggle.swarm.solve.Swarm;
import dev.waggle.swarm.solve.SwarmConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A challenge of mathematics as people see it live. */
class LiveMathTest {

    @Test
    void aChallengeIsReadableAsOneOfTheRuntime() {
        String shown = shown(Part.STEERING);

        assertThat(shown).containsSubsequence("  orchestrator  the runtime\n",
                "    challenges 0.80 [p1] Before this is settled: too soon.", "  uncertainty of the evidence ",
                "  mathematics challenges p1\n");
    }

    @Test
    void whereItOnlyWatchesNobodyIsChallenged() {
        assertThat(shown(Part.WATCHING)).contains("  mathematics would challenge p1: too soon\n")
                .doesNotContain("orchestrator");
    }

    private static String shown(Part part) {
        StringWriter out = new StringWriter();
        Screen screen = new Screen(new PrintWriter(out), new PrintWriter(new StringWriter()), Style.PLAIN, false);
        MathConfig math = MathConfig.defaults().withPart(part)
                .withLenses(List.of(LensNames.require("entropy"), new Doubter()));
        Agent ada = new RecordedAgent(AgentProfile.of("ada"),
                Map.of(1, List.of(_ -> List.of(Draft.of(new Payload.Proposal("p1", "Three", ""), 0.9),
                        Draft.of(new Payload.Proposal("p2", "Fifteen", ""), 0.1)))));
        SwarmConfig config = SwarmConfig.of(List.of(ada))
                .withMath(math).withOnlooker(new LiveView(screen, 100, null, List.of(ada.profile()), math));
        try (Swarm swarm = new Swarm(config)) {
            swarm.solve(Task.of("How long?"));
        }
        return out.toString().replace("\r", "");
    }

    /** Asks for a challenge of the first proposal in every round. */
    private static final class Doubter implements Lens<Reading> {

        @Override
        public LensCard card() {
            return new LensCard("doubter", "doubter", "?", "", "", "count", "", "", "", Set.of(Finding.Kind.PROVOKE),
                    "");
        }

        @Override
        public Probe<Reading> open(Setting setting) {
            return new Probe<>() {
                @Override
                public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
                    return List.of(new Finding.Provoke("doubter", "p1", "too soon"));
                }

                @Override
                public Optional<Reading> reading() {
                    return Optional.of(new Reading() {
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
