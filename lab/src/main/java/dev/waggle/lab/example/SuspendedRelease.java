package dev.waggle.lab.example;

// begin
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ApprovalRule;

// end

/**
 * A solve that stops for a person and goes on in another process: a graph with a checkpointer and an interrupt,
 * translated.
 */
// begin
public final class SuspendedRelease {

    private final Path folder;
    private final Harness model;

    public SuspendedRelease(Path folder, Harness model) {
        this.folder = folder;
        this.model = model;
    }

    /** Runs until the person is needed, or to the end. A later call continues from the log. */
    public SwarmResult run() {
        SeatAnswers answers = FileSeatAnswers.open(folder, World.system());
        try (Swarm swarm = Swarm.builder()
                .model(model)
                .agent("author", "proposes a date for the release")
                .agent("tester", "looks for what could break")
                .agent(new RemoteSeat(AgentProfile.of("maya"), answers, Duration.ofDays(3)))
                .journal(folder.resolve("log"))
                .configure(config -> config.withConsensus(config.consensus()
                        .withApproval(ApprovalRule.requiring("maya"))))
                .build()) {
            return swarm.solveResumable("When do we release?", "release-7");
        }
    }

    /** Stores what the person says; the next run reads it. */
    public void answer(SeatRequest request, List<String> lines) {
        SeatAnswer _ = request.answer(FileSeatAnswers.open(folder, World.system()), "maya", lines);
    }
}
