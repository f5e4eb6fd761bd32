package dev.waggle.server.api.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.review.RunLog;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.PriceTable;

/**
 * Setups of runs as the program that started them logged them. The runtime knows no models and prices, so the program
 * reads its own setup.
 */
public interface RunSetups {

    /** The configuration with which a run is replayed from its log, without services that can be called. */
    Function<LoggedRun, SwarmConfig> replayConfig();

    /** The prices of its calls; empty when the log does not have them. */
    Optional<PriceTable> prices(RunLog log);

    /** Further notes for the reader of its explanation, each a sentence. */
    List<String> notes(String run, List<LogEntry> entries);
}
