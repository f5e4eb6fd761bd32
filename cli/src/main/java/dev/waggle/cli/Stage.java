package dev.waggle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

import dev.waggle.cli.replay.ResultJson;
import dev.waggle.cli.replay.Scene;
import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.MathConfig;
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
 * @param math how mathematics takes part
 * @param limits what it may use up
 * @param json whether a program reads the result
 * @param archive where it is kept
 * @param record the cassette to write, if any
 */
record Stage(Screen screen, Scene scene, ConsensusConfig consensus, MathConfig math, Limits limits, boolean json,
        ArchiveOptions archive, @Nullable Path record) {

    private static final int MIN_WIDTH = 48;
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
        try (Archive kept = open();
                Swarm swarm = new Swarm(config(kept, event -> {
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
        Stage empty = new Stage(screen, scene, consensus, math, limits, json, ArchiveOptions.NOWHERE, null);
        refuseFailures(empty.solveSilently());
    }

    LiveView view() {
        return new LiveView(screen, width(), scene.task().title(), scene.roster(), math);
    }

    private SwarmResult solve(Consumer<SwarmEvent> view) {
        if (record != null) {
            requireWritable(record);
        }
        try (Archive kept = open();
                Swarm swarm = new Swarm(config(kept, view));
                StopSaving _ = new StopSaving(swarm)) {
            SwarmResult result = swarm.solve(scene.task());
            if (record != null) {
                Cassette.export(kept.solve(result.solveId()), result.solveId(), record);
            }
            return result;
        }
    }

    /** Before anybody has said a word: a recording that cannot be written must not cost what was said. */
    private static void requireWritable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null) {
            throw new UserError(file + " is a directory", "Name a file for the cassette.");
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new UserError("cannot write " + file + ": no folder " + folder + " to write to",
                    "Make the folder, or name another file.");
        }
    }

    private Archive open() {
        return archive.open(screen, scene.agents().stream().map(agent -> agent.profile().id()).toList());
    }

    private static void refuseFailures(SwarmResult result) {
        if (!result.failures().isEmpty()) {
            String[] lines = result.failures().getFirst().message().split("\\R", 2);
            throw new UserError("the play has a mistake: " + lines[0],
                    lines.length > 1 ? lines[1] : "Mend it and run again.");
        }
    }

    private SwarmConfig config(Archive kept, Consumer<SwarmEvent> view) {
        try {
            return SwarmConfig.of(scene.agents()).withConsensus(consensus).withMath(math).withLimits(limits)
                    .withJournal(kept.journal()).withInboxes(kept.inboxes()).withOnlooker(view);
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }

    private static int width() {
        return TerminalWidth.of(MIN_WIDTH, MAX_WIDTH, USUAL_WIDTH);
    }
}
