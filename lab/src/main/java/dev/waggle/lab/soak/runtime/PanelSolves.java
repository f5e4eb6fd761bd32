package dev.waggle.lab.soak.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;

/** Many solves of one swarm without models at the same time. The swarm lives as long as the soak. */
final class PanelSolves implements SoakWork {

    private static final int VOTERS = 4;
    private static final int CALLERS = 4;
    private static final int SOLVES_EACH = 10;

    private final Swarm swarm = new Swarm(SwarmConfig.of(SoakPanel.of(VOTERS, 1)));

    @Override
    public String name() {
        return "panels";
    }

    @Override
    public void round(RandomGenerator random) throws Exception {
        AtomicInteger votes = new AtomicInteger();
        Runnable noVotes = swarm.on(SwarmEvent.VoteCast.class, _ -> votes.incrementAndGet());
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                String question = "Question " + random.nextInt();
                all.add(callers.submit(() -> solve(question)));
            }
            for (Future<?> solves : all) {
                var _ = solves.get();
            }
        }
        noVotes.run();
        SoakFailureException.unless(votes.get() >= CALLERS * SOLVES_EACH * VOTERS,
                () -> "a listener heard " + votes + " votes of " + CALLERS * SOLVES_EACH + " solves");
    }

    @Override
    public void close() {
        swarm.close();
    }

    private void solve(String question) {
        for (int i = 0; i < SOLVES_EACH; i++) {
            SwarmResult result = swarm.solve(question);
            SoakFailureException.unless(result.consensus().decided() && result.failures().isEmpty(),
                    () -> "a panel ended undecided by " + result.endingDetail());
        }
    }
}
