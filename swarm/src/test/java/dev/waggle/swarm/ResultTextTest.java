package dev.waggle.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A result as text for people: a line and a report. */
class ResultTextTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void aResultIsOneLineAndOneReport() {
        SwarmResult result = decided("Shard\nby tenant");

        assertThat(result).hasToString("SwarmResult[\"Shard\\nby tenant\", confidence 0.86 (assumed), agreement 1.00,"
                + " consensus, 3 rounds, 0.0000 USD]");
        assertThat(result.toMarkdown()).startsWith("# Decision\n\n## Question\n\n> Shard the database or buy time?\n")
                .contains("\n## Answer\n\n> Shard\n>\n> by tenant\n", "| two | agree | P2 | 0.90 | it is time |\n");
    }

    @Test
    void aLongAnswerIsCutBetweenCharacters() {
        SwarmResult result = decided("x".repeat(59) + "\ud83d\ude00".repeat(10));

        assertThat(result.toString()).startsWith("SwarmResult[\"" + "x".repeat(59) + "…\", confidence");
    }

    @Test
    void agentsThatALimitLeftUnheardAreCounted() {
        Agent[] crowd = IntStream.range(0, 10_000).mapToObj(i -> Agent.of(AgentProfile.of("a" + i), _ -> List
                .of(Draft.of(new Payload.Discovery("fact " + i, "of " + i, 0.5), 0.9)))).toArray(Agent[]::new);

        SwarmResult result = table.solve(new Limits(5, 200, Duration.ofMinutes(1)), crowd);

        int heard = (int) result.signalLog().stream().map(Signal::source).distinct()
                .filter(source -> source.label().startsWith("a")).count();
        assertThat(result.activity().unheard()).hasSize(10_000 - heard).doesNotContain("a0").contains("a9999");
        assertThat(result.unheard()).hasValue(String.format(Locale.ROOT,
                "%,d of 10,000 agents when max-signals ended the solve", 10_000 - heard));
        assertThat(result.toMarkdown()).contains("| Never heard | " + result.unheard().orElseThrow() + " |");
        assertThat(heard).isBetween(100, 200);
    }

    @Test
    void nothingIsSaidWhenAllWereHeard() {
        assertThat(decided("Shard").unheard()).isEmpty();
        assertThat(decided("Shard").toMarkdown()).doesNotContain("Never heard");
    }

    private SwarmResult decided(String answer) {
        return table.solve(agent("one", answer), agent("two", answer));
    }

    private static Agent agent(String id, String answer) {
        return Agent.of(AgentProfile.of(id), turn -> turn.stimuli().stream().flatMap(signal -> switch (signal
                .payload()) {
            case Payload.Task _ when id.equals("one") -> List.of(
                    Draft.of(new Payload.Proposal("shard", answer, "it is time"), 0.9), vote()).stream();
            case Payload.Proposal _ when id.equals("two") -> List.of(vote()).stream();
            default -> List.<Draft>of().stream();
        }).toList());
    }

    private static Draft vote() {
        return Draft.of(new Payload.Vote("shard", Stance.AGREE, "it is time", 0.9), 0.9);
    }
}
