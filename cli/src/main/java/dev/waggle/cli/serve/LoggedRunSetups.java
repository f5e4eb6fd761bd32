package dev.waggle.cli.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.cli.runs.ReplayConfig;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.review.RunLog;
import dev.waggle.server.api.run.RunSetups;
import dev.waggle.setup.folder.AnswerFolder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.PriceTable;

/**
 * Setups that {@code waggle solve} and the server logged with their runs.
 *
 * @param journal the folder of the log, beside which answers of interrupted solves are kept
 */
public record LoggedRunSetups(Path journal) implements RunSetups {

    @Override
    public Function<LoggedRun, SwarmConfig> replayConfig() {
        return ReplayConfig::of;
    }

    /** A setup that cannot be read is reported by a replay. */
    @Override
    public Optional<PriceTable> prices(RunLog log) {
        try {
            return log.setup().flatMap(RunSetup::find).map(setup -> setup.spending().prices());
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> notes(String run, List<LogEntry> entries) {
        return AnswerFolder.unlogged(journal, run, entries).stream().toList();
    }
}
