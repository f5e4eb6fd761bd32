package dev.waggle.cli.command.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Mail on the disk whose turns fail: it comes again in later solves, is given up, and can be requeued. */
class FailedMailTest {

    private static final Participant FAILING = turn -> {
        throw new IllegalStateException("the model is down");
    };

    @TempDir
    private Path folder;

    private final List<Integer> attempts = new ArrayList<>();

    @Test
    void itemsOfFailedTurnsComeInLaterSolvesUntilTheyAreGivenUp() {
        try (SignalService signals = open()) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "alarm").withSilent(false));
            signals.generate("alarm");
        }
        for (int solve = 0; solve < 4; solve++) {
            solve(FAILING);
        }
        assertThat(attempts).containsExactly(0, 1, 2);
        try (SignalService signals = open()) {
            assertThat(signals.inboxes().deadLetters()).singleElement().returns(3, DeadLetter::attempts)
                    .satisfies(letter -> assertThat(letter.detail()).contains("the model is down"));
            assertThat(signals.inboxes().requeueAll("ada")).hasSize(1);
        }
        solve(turn -> List.of());
        solve(turn -> List.of());
        assertThat(attempts).containsExactly(0, 1, 2, 0);
        try (SignalService signals = open()) {
            assertThat(signals.inboxes().deadLetters()).isEmpty();
            assertThat(signals.inboxes().inboxOf("ada").drain(10)).isEmpty();
        }
    }

    private void solve(Participant participant) {
        try (SignalService signals = open();
                Swarm swarm = new Swarm(SwarmConfig
                        .of(List.of(Agent.of(AgentProfile.of("ada").withListens(List.of()), turn -> {
                            turn.mail().delivered().stream().map(InboxItem::attempts).forEach(attempts::add);
                            return participant.react(turn);
                        }))).withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(1))
                        .withJournal(signals.log()).withInboxes(signals.inboxes()))) {
            var _ = swarm.solve(Task.of("What now?"));
        }
    }

    private SignalService open() {
        return SignalService.open(folder, SignalServiceConfig.defaults(), World.system(3));
    }
}
