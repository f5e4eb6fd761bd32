package dev.waggle.swarm.evaluation;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.reputation.FileOutcomeLog;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.MemoryOutcomeLog;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeTracker.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.swarm.evaluation.SampleOutcomes.answered;
import static dev.waggle.swarm.evaluation.SampleOutcomes.author;
import static dev.waggle.swarm.evaluation.SampleOutcomes.ballots;
import static dev.waggle.swarm.evaluation.SampleOutcomes.outcome;
import static dev.waggle.swarm.evaluation.SampleOutcomes.voter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OutcomeTrackerTest {

    private static final SolveBallots BALLOTS = ballots(BallotRule.EXCLUSIVE, author("a", "p", 0.9),
            voter("b", Stance.AGREE, "q", 0.7), voter("c/../d", Stance.DISAGREE, "p", 0.6));

    private final World world = new ManualWorld(SampleOutcomes.NOON, 1);
    private final OutcomeLog log = new MemoryOutcomeLog();

    @TempDir
    private Path folder;

    @Test
    void anOutcomeThatIsToldTwiceCountsOnce() {
        OutcomeTracker tracker = tracker();
        assertThat(tracker.tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS)).standing()).isEqualTo(Standing.TOLD);
        assertThat(tracker.tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS)).standing()).isEqualTo(Standing.AGAIN);
        assertThat(tracker().tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS)).standing())
                .isEqualTo(Standing.AGAIN);

        assertThat(tracker.reputation().of("a").overall().total()).isEqualTo(1);
        assertThat(tracker.report().totalOutcomes()).isEqualTo(1);
    }

    @Test
    void anotherOutcomeOfARunIsRefusedByNameAndReplacesItOnRequest() {
        OutcomeTracker tracker = tracker();
        tracker.tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS));

        assertThatThrownBy(() -> tracker.tell(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS)))
                .isInstanceOf(OutcomeConflictException.class)
                .hasMessageContaining("the outcome of run r is correct (general), by person on 2026-03-01T12:00:00Z,"
                        + " and not incorrect (general)\nMaybe replace it");
        assertThat(tracker.reputation().of("a").overall().successes()).isEqualTo(1);
        assertThat(tracker.replace(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS)).standing())
                .isEqualTo(Standing.REPLACED);
        assertThat(tracker.replace(outcome("r", OutcomeVerdict.INCORRECT, BALLOTS)).standing())
                .isEqualTo(Standing.AGAIN);
        assertThat(tracker.reputation().of("a").overall().successes()).isZero();
        assertThat(tracker.replace(outcome("s", OutcomeVerdict.CORRECT, BALLOTS)).standing())
                .isEqualTo(Standing.TOLD);
    }

    @Test
    void aReplacedOutcomeIsTakenBackExactly() {
        OutcomeLog plain = new MemoryOutcomeLog();
        OutcomeTracker direct = OutcomeTracker.open(plain, new MemoryCheckpointStore(world));
        OutcomeTracker replaced = tracker();
        SplittableRandom random = new SplittableRandom(3);
        List<OutcomeVerdict> last = IntStream.range(0, 40)
                .mapToObj(_ -> List.of(OutcomeVerdict.values()).get(random.nextInt(3))).toList();
        for (int i = 0; i < 40; i++) {
            replaced.tell(outcome("run " + i, List.of(OutcomeVerdict.values()).get(random.nextInt(3)), BALLOTS));
            direct.tell(outcome("run " + i, last.get(i), BALLOTS));
        }
        for (int i = 39; i >= 0; i--) {
            replaced.replace(outcome("run " + i, last.get(i), BALLOTS));
        }

        for (OutcomeTracker tracker : List.of(replaced, tracker())) {
            assertThat(tracker.reputation()).isEqualTo(direct.reputation());
            assertThat(tracker.snapshot()).isEqualTo(direct.snapshot());
            assertThat(tracker.report()).isEqualTo(direct.report());
        }
    }

    @Test
    void anotherTrackerOfTheLogCountsWhatWasToldMeanwhile() {
        OutcomeTracker first = tracker();
        OutcomeTracker second = tracker();
        first.tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS));
        second.tell(outcome("s", OutcomeVerdict.CORRECT, BALLOTS));
        assertThat(first.reputation()).isEqualTo(second.reputation());
        first.replace(outcome("s", OutcomeVerdict.INCORRECT, BALLOTS));

        assertThat(second.weightOf("a", "general")).isEqualTo(0.5);
    }

    @Test
    void aRestartGivesTheSameCountsFromASnapshotAndFromTheLogAlone() throws Exception {
        Path data = folder.resolve("reputation");
        OutcomeTracker tracker = onDisk(data);
        int outcomes = OutcomeTracker.SNAPSHOT_STEP + 20;
        for (int i = 0; i < outcomes; i++) {
            tracker.tell(i % 3 == 0 ? answered("run/" + i, "do q", BALLOTS)
                    : outcome("run/" + i, List.of(OutcomeVerdict.values()).get(i % 3), BALLOTS));
        }
        assertThat(data.resolve("at-outcomes.json")).exists();

        OutcomeTracker restarted = onDisk(data);
        OutcomeTracker fromLog = OutcomeTracker.open(FileOutcomeLog.open(data, world),
                new MemoryCheckpointStore(world));
        Files.writeString(data.resolve("at-outcomes.json"), "damaged");
        for (OutcomeTracker other : List.of(restarted, fromLog, onDisk(data))) {
            assertThat(other.reputation()).isEqualTo(tracker.reputation());
            assertThat(other.snapshot()).isEqualTo(tracker.snapshot());
            assertThat(other.report()).isEqualTo(tracker.report());
            assertThat(other.mark()).isEqualTo(tracker.mark());
        }
        assertThat(restarted.tell(answered("run/0", "do q", BALLOTS)).standing()).isEqualTo(Standing.AGAIN);
    }

    @Test
    void aSnapshotOfALongerLogIsNotBelieved() throws Exception {
        Path data = folder.resolve("reputation");
        OutcomeTracker tracker = onDisk(data);
        for (int i = 0; i < OutcomeTracker.SNAPSHOT_STEP; i++) {
            tracker.tell(outcome("run " + i, OutcomeVerdict.CORRECT, BALLOTS));
        }
        List<String> lines = Files.readAllLines(data.resolve(FileOutcomeLog.NAME));
        Files.writeString(data.resolve(FileOutcomeLog.NAME), String.join("\n", lines.subList(0, 11)) + "\n");

        assertThat(onDisk(data).report().totalOutcomes()).isEqualTo(10);
        assertThat(tracker.report().totalOutcomes()).isEqualTo(10);
    }

    @Test
    void otherLearnersReadOutcomesBehindAMarkAndTheStandingOnes() {
        OutcomeTracker tracker = tracker();
        tracker.tell(outcome("r", OutcomeVerdict.CORRECT, BALLOTS));
        OutcomeMark mark = tracker.mark();
        tracker.tell(outcome("s", OutcomeVerdict.CORRECT, BALLOTS));
        tracker.replace(outcome("r", OutcomeVerdict.PARTIAL, BALLOTS));
        List<String> behind = new ArrayList<>();
        List<OutcomeRecord> standing = new ArrayList<>();

        tracker.read(mark, entry -> behind.add(entry.outcome().run() + " " + entry.replaces()));
        assertThat(tracker.standing(standing::add)).isEqualTo(tracker.mark());

        assertThat(behind).containsExactly("s false", "r true");
        assertThat(standing).containsExactly(outcome("r", OutcomeVerdict.PARTIAL, BALLOTS),
                outcome("s", OutcomeVerdict.CORRECT, BALLOTS));
    }

    @Test
    void everyPartOfAnOutcomeComesBackFromTheLog() {
        OutcomeRecord told = answered("r \"\u0000\n", "do q", BALLOTS).withTaskType("math/1");
        tracker().tell(told);
        List<OutcomeRecord> read = new ArrayList<>();
        OutcomeMark _ = tracker().standing(read::add);

        assertThat(read).containsExactly(told);
        assertThat(read.getFirst().judgement().source().inWords()).isEqualTo("file truths.csv");
        assertThat(BALLOTS.ballots().get(1).answer().orElseThrow().answer()).isEqualTo("q");
    }

    @Test
    void anUnreadableOutcomeIsNamed() {
        JsonValue.Obj good = OutcomeJson.of(outcome("r", OutcomeVerdict.CORRECT, BALLOTS));
        log.append("r", new JsonObjectBuilder().withAll(good).with("extra", 1L).json());

        assertThatThrownBy(this::tracker).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("outcome 1, of run \"r\", cannot be read: extra is unknown");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -0.1, 1.1, Double.POSITIVE_INFINITY})
    void refusesConfidencesThatAreNone(double bad) {
        assertThatThrownBy(() -> voter("a", Stance.AGREE, "p", bad)).hasMessageContaining(String.valueOf(bad));
        assertThatThrownBy(() -> new OutcomeRecord("r", "general", BALLOTS, bad,
                Judgement.of(OutcomeVerdict.CORRECT, OutcomeSource.PERSON), SampleOutcomes.NOON))
                .hasMessageContaining("run r").hasMessageContaining(String.valueOf(bad));
        assertThatThrownBy(() -> new Judgement(OutcomeVerdict.CORRECT, null, "", bad, OutcomeSource.PERSON))
                .hasMessageContaining("person");
        assertThatThrownBy(() -> CalibrationReport.NONE.with(bad, OutcomeVerdict.CORRECT, "k"))
                .hasMessageContaining(String.valueOf(bad));
    }

    @Test
    void refusesWhatNoOutcomeCanBe() {
        Judgement correct = Judgement.of(OutcomeVerdict.CORRECT, OutcomeSource.PERSON);
        assertThatThrownBy(() -> correct.withDetails("x".repeat(1 << 20))).hasMessageContaining("got 1048576");
        SolveBallots none = new SolveBallots(BallotRule.APPROVAL, List.of(), null, List.of());
        assertThatThrownBy(() -> outcome("r", OutcomeVerdict.CORRECT, none)).hasMessageContaining("no leading answer");
        assertThatThrownBy(() -> outcome("", OutcomeVerdict.CORRECT, BALLOTS)).hasMessageContaining("got 0");
        assertThatThrownBy(() -> outcome("r", OutcomeVerdict.CORRECT, BALLOTS).withTaskType(" "))
                .hasMessageContaining("type of a task");
        assertThatThrownBy(() -> answered("r", " ", BALLOTS)).hasMessageContaining("right answer");
        assertThatThrownBy(() -> ballots(BallotRule.APPROVAL, voter("a", Stance.AGREE, "p", 1),
                voter("a", Stance.AGREE, "q", 1))).hasMessageContaining("one ballot");
        assertThatThrownBy(() -> OutcomeSource.evaluator(" ")).hasMessageContaining("name of its model");
    }

    private OutcomeTracker tracker() {
        return OutcomeTracker.open(log, new MemoryCheckpointStore(world));
    }

    private OutcomeTracker onDisk(Path data) {
        return OutcomeTracker.open(FileOutcomeLog.open(data, world), FileCheckpointStore.in(data, world));
    }
}
