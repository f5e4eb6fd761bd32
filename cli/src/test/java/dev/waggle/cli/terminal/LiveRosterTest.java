package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Agents of a solve as people see them live, and the width of every line. */
class LiveRosterTest {

    private static final String CHINESE = "在平交道口，十次关闭中有九次只让一列客车通过，每次持续两分钟；第十次是调车的货运列车，持续四十二分钟。";

    @Test
    void rolesAreShownOnceAtTheStart() {
        String shown = shown(100, List.of(speaker("plan", "Nadia", "keeps the figures"),
                speaker("rail", "Hanne", "keeps the barrier log")));

        assertThat(shown).containsSubsequence("  2 agents\n", "    plan  Nadia, keeps the figures\n",
                "    rail  Hanne, keeps the barrier log\n", "Round 1", "  plan  Nadia\n", "  rail  Hanne\n", "Round 2",
                "  plan  Nadia\n");
        assertThat(shown).containsOnlyOnce("keeps the figures").containsOnlyOnce("keeps the barrier log");
    }

    @Test
    void agentsWithoutNameAndRoleAreOnlyCounted() {
        assertThat(shown(100, List.of(speaker("plan", "plan", "")))).contains("  1 agent\n\n── Round 1");
    }

    @Test
    void agentsBeyondTheListAreIntroducedWhenTheySpeak() {
        List<Agent> agents = IntStream.range(0, 26)
                .mapToObj(number -> speaker("a" + number, "Name" + number, "role of " + number + " here")).toList();
        String shown = shown(100, agents);

        assertThat(shown.substring(0, shown.indexOf("Round 1"))).contains("role of 23 here")
                .doesNotContain("role of 24 here");
        assertThat(shown).containsOnlyOnce("role of 25 here").containsOnlyOnce("role of 3 here");
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 60, 80, 100, 120})
    void everyLineFits(int width) {
        List<Agent> agents = new ArrayList<>();
        agents.add(speaker("a".repeat(60), CHINESE, "https://example.org/" + "path/".repeat(40)));
        agents.add(speaker("ada", "\uD83D\uDC69\u200D\uD83D\uDCBB".repeat(50), CHINESE));

        assertThat(shown(width, agents).lines())
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(width));
    }

    private static String shown(int width, List<Agent> agents) {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, false);
        SwarmConfig config = SwarmConfig.of(agents).withMath(MathConfig.defaults())
                .withLimits(Limits.defaults().withMaxRounds(2))
                .withEventListener(new LiveView(screen, width, CHINESE,
                        agents.stream().map(Agent::profile).toList(), MathConfig.defaults(), 0.7));
        try (Swarm swarm = new Swarm(config)) {
            swarm.solve(Task.of(CHINESE + CHINESE));
        }
        return out.toString().replace("\r", "");
    }

    private static Agent speaker(String id, String name, String role) {
        return Agent.of(AgentProfile.of(id).withName(name).withRole(role), turn -> said(id, turn));
    }

    private static List<Draft> said(String id, Turn turn) {
        return turn.round() == 1
                ? List.of(Draft.of(new Payload.Proposal("p-" + id, CHINESE + id, CHINESE), 0.6))
                : List.of(Draft.of(new Payload.Vote("p-" + id, Stance.DISAGREE, CHINESE, 0.5), 0.6));
    }
}
