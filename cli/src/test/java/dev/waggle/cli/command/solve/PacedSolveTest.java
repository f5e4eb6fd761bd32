package dev.waggle.cli.command.solve;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.cli.PassingWorld;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Pauses of a deliberation that people watch. */
@Timeout(60)
class PacedSolveTest {

    private static final String RUN = "solve_1";
    private static final int STATEMENTS = 33;

    @TempDir
    private Path folder;

    private final PassingWorld world = new PassingWorld();

    @Test
    void eachStatementIsFollowedByOneToThreeSecondsByItsLength() {
        List<Signal> statements = new ArrayList<>();
        try (SignalService signals = signals();
                PreparedSolve crossing = solves(signals).prepare(DemoSolves.order("crossing"), null)) {
            SwarmResult result = crossing.run(RUN, event -> {
                if (event instanceof SwarmEvent.SignalEmitted(Signal signal)
                        && signal.source() instanceof Source.Agent) {
                    statements.add(signal);
                }
            });
            assertThat(result.answer()).contains("About fifteen minutes");
        }

        assertThat(world.waits()).hasSize(STATEMENTS).isEqualTo(statements.stream().map(PacedSolve::pauseAfter)
                .toList()).allMatch(wait -> wait.toMillis() >= 1_000 && wait.toMillis() <= 3_000)
                .contains(Duration.ofSeconds(3)).anyMatch(wait -> wait.toMillis() < 2_500);
    }

    @Test
    void aResumedRunDoesNotPauseAgainAfterStatementsInItsLog() {
        try (SignalService signals = signals()) {
            DemoSolves solves = solves(signals);
            try (PreparedSolve crossing = solves.prepare(DemoSolves.order("crossing"), null)) {
                SwarmResult _ = crossing.run(RUN, event -> {
                    if (event instanceof SwarmEvent.RoundEnded(int round, int _) && round == 1) {
                        crossing.cancel();
                    }
                });
            }
            int before = world.waits().size();
            assertThat(before).isBetween(1, STATEMENTS - 1);
            var entries = signals.log().select(JournalQuery.ALL.ofRun(RUN));
            Set<String> known = entries.stream().map(entry -> entry.signal().id()).collect(Collectors.toSet());
            List<Signal> shown = new ArrayList<>();
            try (PreparedSolve rest = solves.prepareResume(RUN, entries)) {
                SwarmResult _ = rest.run(RUN, event -> {
                    if (event instanceof SwarmEvent.SignalEmitted(Signal signal)
                            && signal.source() instanceof Source.Agent && !known.contains(signal.id())) {
                        shown.add(signal);
                    }
                });
            }
            assertThat(world.waits()).hasSize(before + shown.size());
        }
    }

    private DemoSolves solves(SignalService signals) {
        return new DemoSolves(folder, signals, screen(), world, ProcessTelemetry.NONE);
    }

    private SignalService signals() {
        return DataFolder.openAsOwner(screen(), folder, Duration.ZERO, "waggle serve");
    }

    private static TerminalScreen screen() {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return new TerminalScreen(nowhere, nowhere, TextStyle.PLAIN, false);
    }
}
