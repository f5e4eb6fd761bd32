package dev.waggle.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

import dev.waggle.cli.replay.ResultJson;
import dev.waggle.cli.replay.Scene;
import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.solve.Limits;
import dev.waggle.swarm.solve.Swarm;
import dev.waggle.swarm.solve.SwarmConfig;
import dev.waggle.swarm.solve.SwarmEvent;
import dev.waggle.swarm.solve.SwarmResult;
import dev.waggle.swarm.solve.SwarmStream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a scene through the real loop and shows, logs and records it.
 *
 * @param screen where it is shown
 * @param scene what is played
 * @param consensus how votes become a decision
 * @param limits what it may use up
 * @param json whether a program reads the result
 * @param log the journal to append to, if any
 * @param record the cassette to write, if any
 */
record Stage(Screen screen, Scene scene, ConsensusConfig consensus, Limits limits, boolean json, @Nullable Path log,
        @Nullable Path record) {

    private static final int MIN_WIDTH = 60;
    private static final int MAX_WIDTH = 120;
    private static final int USUAL_WIDTH = 100;

    /** Solves while people watch. */
    SwarmResult perform() {
        Consumer<SwarmEvent> view = json ? event -> {
        } : view();
        SwarmResult result = solve(view);
        if (json) {
            screen.out().println(JsonText.write(ResultJson.of(result)));
        }
        return result;
    }

    /** Solves at once and shows it at a pace that people can read: a pause after every signal. */
    SwarmResult performAtPace(Duration pause) {
        LiveView view = view();
        try (Journal journal = log == null ? new MemoryJournal() : FileJournal.open(log);
                Swarm swarm = new Swarm(config(journal, event -> {
                }));
                SwarmStream stream = swarm.stream(scene.task())) {
            for (SwarmEvent event : stream) {
                view.accept(event);
                if (event instanceof SwarmEvent.SignalEmitted) {
                    Thread.sleep(pause);
                }
            }
            return stream.result();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UserError("the demo was stopped", "Run it again, perhaps with --fast.");
        }
    }

    /** Solves and shows nothing. */
    SwarmResult solveSilently() {
        return solve(event -> {});
    }

    /** Goes through a play once unseen and unlogged, so that a mistake in it is found before anything is shown. */
    void rehearse() {
        Stage empty = new Stage(screen, scene, consensus, limits, json, null, null);
        refuseFailures("the play has a mistake", empty.solveSilently());
    }

    LiveView view() {
        return new LiveView(screen, width(), scene.task().title(), scene.roster());
    }

    private SwarmResult solve(Consumer<SwarmEvent> view) {
        try (Journal journal = log == null ? new MemoryJournal() : FileJournal.open(log);
                Swarm swarm = new Swarm(config(journal, view))) {
            SwarmResult result = swarm.solve(scene.task());
            if (record != null) {
                record(journal, result, record);
            }
            return result;
        }
    }

    private static void record(Journal journal, SwarmResult result, Path file) {
        refuseFailures("nothing was recorded, because a turn failed", result);
        Cassette.export(journal.read(1, Integer.MAX_VALUE), result.solveId(), file);
    }

    private static void refuseFailures(String what, SwarmResult result) {
        if (!result.failures().isEmpty()) {
            String[] lines = result.failures().getFirst().message().split("\\R", 2);
            throw new UserError(what + ": " + lines[0], lines.length > 1 ? lines[1] : "Mend it and run again.");
        }
    }

    private SwarmConfig config(Journal journal, Consumer<SwarmEvent> view) {
        return SwarmConfig.of(scene.agents()).withConsensus(consensus).withLimits(limits).withJournal(journal)
                .withOnlooker(view);
    }

    private static int width() {
        String columns = System.getenv("COLUMNS");
        return columns == null || !columns.matches("[0-9]{1,4}")
                ? USUAL_WIDTH
                : Math.clamp(Integer.parseInt(columns), MIN_WIDTH, MAX_WIDTH);
    }
}
