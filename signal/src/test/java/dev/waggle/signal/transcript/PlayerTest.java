package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Optional;
import java.util.Random;

import dev.waggle.signal.Samples;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PlayerTest {

    private static final int LONG = 10_000;

    /** Scenario 32 of the harness. */
    @Test
    void goingBackOverTenThousandEntriesAppliesEachOnce() {
        Player player = Player.of(deltas(LONG));
        long opened = player.appliedEntries();
        player.fastForward();
        assertThat(opened).as("one pass").isEqualTo(LONG);

        while (player.back().isPresent()) {
            assertThat(player.snapshot().atIndex()).isEqualTo(player.index());
        }

        assertThat(player.isAtStart()).isTrue();
        assertThat(player.appliedEntries() - opened).isLessThanOrEqualTo(LONG);
    }

    /** Scenario 32 of the harness. */
    @Test
    void steppingForwardAppliesEachOnce() {
        Player player = Player.of(deltas(LONG));
        long opened = player.appliedEntries();

        while (player.step().isPresent()) {
            assertThat(player.snapshot().merged().text().deltaCount()).isEqualTo(player.index() + 1);
        }

        assertThat(player.appliedEntries() - opened).isLessThanOrEqualTo(LONG);
    }

    /** Scenario 32 of the harness. */
    @Test
    void aJumpAnywhereAppliesLessThanOneStride() {
        Player player = Player.of(deltas(LONG));
        Random random = new Random(32);
        for (int jump = 0; jump < 1_000; jump++) {
            long before = player.appliedEntries();
            player.goTo(random.nextInt(-1, LONG));

            assertThat(player.snapshot().merged().text().deltaCount()).as("seed 32, jump %d", jump)
                    .isEqualTo(player.index() + 1);
            assertThat(player.appliedEntries() - before).as("seed 32, jump %d", jump).isLessThan(SnapshotCache.STRIDE);
        }
    }

    /** Harness 31, 32: any walk shows what a reduction from the start shows. */
    @Test
    void everyPlaceOfARandomWalkHasItsSnapshot() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<LogEntry> entries = RandomHarness.entries(random, 1 + random.nextInt(700));
            Player player = Player.of(entries);
            for (int move = 0; move < 60; move++) {
                move(player, random);

                assertThat(SnapshotJson.of(player.snapshot(), SnapshotJson::openData))
                        .as("seed %d, move %d", seed, move)
                        .isEqualTo(
                                SnapshotJson.of(RecordingSnapshot.at(entries, player.index()), SnapshotJson::openData));
            }
        }
    }

    private static void move(Player player, Random random) {
        switch (random.nextInt(7)) {
            case 0 -> player.goTo(random.nextInt(-9, player.total() + 9));
            case 1, 2 -> player.step();
            case 3, 4 -> player.back();
            case 5 -> player.gotoNext(Pattern.of("tool:*"));
            default -> player.gotoPrevious(Pattern.of("harness:*"));
        }
    }

    @Test
    void findsAndPeeksWithoutMoving() {
        Player player = Player.of(HarnessLog.ofVectors());
        player.goTo(4);

        assertThat(player.findAll(Pattern.of("tool:*"))).containsExactly(6, 7, 8, 9, 10, 19);
        assertThat(player.findAll(Pattern.of("nothing"))).isEmpty();
        assertThat(player.peek(20)).isPresent();
        assertThat(player.peek(21)).isEmpty();
        assertThat(player.peekRange(-3, 2)).hasSize(2);
        assertThat(player.peekRange(19, Integer.MAX_VALUE)).hasSize(2);
        assertThat(player.index()).isEqualTo(4);
    }

    @Test
    void stepsAnswerTheEntryThatTheyArriveAtAndBackTheOneThatItLeaves() {
        Player player = Player.of(HarnessLog.ofVectors());

        assertThat(id(player.step())).isEqualTo("s1");
        assertThat(id(player.step())).isEqualTo("s2");
        assertThat(id(player.back())).isEqualTo("s2");
        assertThat(id(player.back())).isEqualTo("s1");
        assertThat(player.back()).isEmpty();
        player.fastForward();
        assertThat(player.step()).isEmpty();
        assertThat(player.index()).isEqualTo(20);
    }

    @Test
    void checkpointsAreSignalsThatNameTheirPlace() {
        HarnessLog log = new HarnessLog().says("a", 1, "harness:start", "{}")
                .says("a", 1, "checkpoint:before merge", "{}")
                .says("a", 1, "text:delta", "{\"content\":\"x\"}").says("a", 1, "checkpoint:", "{}");
        Player player = Player.of(log.entries());

        assertThat(player.checkpoints()).containsExactly("before merge");
        assertThat(player.gotoCheckpoint("before merge")).isTrue();
        assertThat(player.index()).isEqualTo(1);
        assertThat(player.gotoCheckpoint("after")).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new CheckpointMarker(" ", 0))
                .withMessageContaining("blank");
    }

    @Test
    void aPlayerOfASwarmCountsAndKeepsItsSignals() {
        HarnessLog log = new HarnessLog();
        Samples.oneOfEach().forEach(signal -> log.add(Emission.by("scout"), signal));
        Player player = Player.of(log.entries());
        player.fastForward();
        RecordingSnapshot snapshot = player.snapshot();

        assertThat(snapshot.signalCounts()).containsEntry("vote", 1).containsEntry("swarm/tool:result", 1)
                .containsEntry("build:done", 5);
        assertThat(snapshot.custom()).containsKeys("vote", "swarm/tool:result").hasSize(13);
        assertThat(snapshot.custom().get("build:done")).isEqualTo(log.signals().getLast());
        assertThat(snapshot.agents()).isEmpty();
        assertThat(snapshot.merged().isRunning()).isFalse();
    }

    private static String id(Optional<LogEntry> entry) {
        return entry.map(found -> found.signal().id()).orElse("none");
    }

    private static List<LogEntry> deltas(int count) {
        HarnessLog log = new HarnessLog();
        for (int n = 0; n < count; n++) {
            log.says("a", 1, "text:delta", "{\"content\":\"word \"}");
        }
        return log.entries();
    }
}
