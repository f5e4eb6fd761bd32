package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that schedules and generates is killed (kill -9) at random moments: durable-signals 46. */
class KilledScheduleTest {

    private static final long SEED = 20_261_128;
    private static final int MAX_LINES = 150;
    private static final int IN_BUILD = 3;
    private static final int LONG = 50;

    @TempDir
    Path folder;

    @Test
    void everyScheduledSignalIsGeneratedOnce() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void theSameAfterManyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> scheduled = new ArrayList<>();
        for (int kill = 0; kill < kills; kill++) {
            scheduled.addAll(KilledProgram.linesBeforeKill(1 + random.nextInt(MAX_LINES), Host.class,
                    folder.toString()));
        }
        generateRest();

        List<String> ids = logged();
        assertThat(ids).as("seed " + SEED).doesNotHaveDuplicates().containsAll(scheduled);
        // Of each process, one more may have been scheduled than was printed.
        assertThat(ids).as("seed " + SEED).hasSizeBetween(scheduled.size(), scheduled.size() + kills);
    }

    /** Generates what is overdue, and a last one. */
    private void generateRest() throws Exception {
        World world = World.system();
        CompletableFuture<String> last = new CompletableFuture<>();
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), world)) {
            Runnable _ = signals.onGenerated(entry -> {
                if (entry.signal().type().text().equals("last")) {
                    last.complete(entry.signal().id());
                }
            });
            SignalReceipt _ = signals.submit(SignalRequest.of("last").withDeliverAt(world.now()));
            String _ = last.get(60, TimeUnit.SECONDS);
        }
    }

    private List<String> logged() {
        try (JournalReader log = JournalReader.open(folder.resolve("signals"))) {
            return log.select(JournalQuery.ALL).stream().filter(entry -> !entry.signal().type().text().equals("last"))
                    .map(entry -> entry.signal().id()).toList();
        }
    }

    /** Schedules signals for the next milliseconds and prints their ids, until it is killed or has no reader. */
    static final class Host {

        private static final int MAX_ROUNDS = 100_000;

        private Host() {}

        public static void main(String[] args) {
            World world = World.system();
            try (SignalService signals = SignalService.open(Path.of(args[0]), SignalServiceConfig.defaults(), world)) {
                for (int round = 0; round < MAX_ROUNDS && !System.out.checkError(); round++) {
                    System.out.println(signals.submit(SignalRequest.of("t:" + round % 3)
                            .withDeliverAt(world.now().plusMillis(round % 7))).signal().id());
                }
            }
        }
    }
}
