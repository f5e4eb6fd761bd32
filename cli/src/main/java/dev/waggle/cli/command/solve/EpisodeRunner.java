package dev.waggle.cli.command.solve;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.BiFunction;

import dev.waggle.cli.replay.EpisodeFile;
import dev.waggle.cli.replay.EpisodeTotalsView;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.review.batch.EpisodeScoring;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/** Runs one recorded episode of a file, or all of them with totals. */
final class EpisodeRunner {

    private final TerminalScreen screen;
    private final InputStream in;
    private final BiFunction<SolveSource, @Nullable OutputTarget, SolveRunner> runners;

    EpisodeRunner(TerminalScreen screen, InputStream in,
            BiFunction<SolveSource, @Nullable OutputTarget, SolveRunner> runners) {
        this.screen = screen;
        this.in = in;
        this.runners = runners;
    }

    /**
     * Runs the episodes of that name.
     *
     * @param name a file, and behind {@code #} the id of one episode
     * @param place the cassette to write; {@code null} for none
     * @return the result of one episode; empty for all of them
     */
    Optional<SwarmResult> run(String name, OutputForm form, @Nullable OutputTarget place) {
        int hash = name.lastIndexOf('#');
        if (hash >= 0) {
            EpisodeFile.KeyedEpisode one = EpisodeFile.find(name.substring(0, hash), in, screen,
                    name.substring(hash + 1));
            return Optional.of(runners.apply(SolveSource.of(one.episode()), place).run());
        }
        if (place != null) {
            throw new UserException("--record needs one episode, " + name + " may hold many",
                    "Add #ID to the file name.");
        }
        if (form == OutputForm.EVENTS) {
            throw new UserException("--events needs one episode, " + name + " may hold many",
                    "Add #ID to the file name.");
        }
        runAll(name, form);
        return Optional.empty();
    }

    private void runAll(String name, OutputForm form) {
        EpisodeScoring scoring = new EpisodeScoring();
        EpisodeFile.forEach(name, in, screen, keyed -> {
            SolveSource source = SolveSource.of(keyed.episode());
            scoring.add(keyed.episode(), keyed.gold(), runners.apply(source, null).solveSilently());
        });
        if (form == OutputForm.RESULT) {
            screen.out().println(JsonText.write(EpisodeTotalsView.json(scoring.totals())));
        } else {
            EpisodeTotalsView.print(scoring.totals(), screen.out());
        }
    }
}
