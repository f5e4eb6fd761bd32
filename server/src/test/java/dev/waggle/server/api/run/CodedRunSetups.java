package dev.waggle.server.api.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.review.RunLog;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.PriceTable;

/** Runs of agents in code, without a setup of a program. */
public final class CodedRunSetups implements RunSetups {

    @Override
    public Function<LoggedRun, SwarmConfig> replayConfig() {
        return LoggedRun::config;
    }

    @Override
    public Optional<PriceTable> prices(RunLog log) {
        return Optional.empty();
    }

    @Override
    public List<String> notes(String run, List<LogEntry> entries) {
        return List.of();
    }
}
