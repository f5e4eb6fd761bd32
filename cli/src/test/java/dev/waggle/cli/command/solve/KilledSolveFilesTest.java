package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.KilledCommand;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.journal.tape.CallTape;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle solve} with {@code --record} and {@code --learn}, killed (kill -9) at random moments and repeated. */
class KilledSolveFilesTest {

    private static final long SEED = 20_261_127;
    private static final int IN_BUILD = 1;
    private static final int LONG = 12;
    private static final List<String> AGENTS = List.of("explorer", "analyst", "critic");

    /** Maximum delays of a kill from the first change on, in milliseconds. */
    private static final int MAX_RECORDING = 600;
    private static final int MAX_LEARNING = 40;

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);
    private Path models = Path.of("");
    private Path out = Path.of("");

    @BeforeEach
    void write() throws IOException {
        models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "ollama", "baseUrl": "%s"}}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));
        out = Files.createDirectory(folder.resolve("out"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aKilledRecordingIsWholeOrLeavesItsCalls() throws Exception {
        killRecordings(IN_BUILD);
    }

    @Test
    void killedLessonsAreWholeAndTheNextSolveLearns() throws Exception {
        killLessons(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyKills() throws Exception {
        killRecordings(LONG);
        killLessons(LONG);
    }

    private void killRecordings(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            String when = "seed " + SEED + ", kill " + kill;
            Path recording = out.resolve("r" + kill + ".jsonl");
            Path part = RecordingFile.part(recording);
            KilledCommand killed = KilledCommand.of(out, random.nextInt(MAX_RECORDING),
                    solve("--record", recording.toString()));

            if (killed.code() == 0) {
                assertThat(recording).as(when).exists();
                assertThat(part).as(when).doesNotExist();
            }
            if (Files.exists(recording)) {
                assertThat(CassetteFile.read(recording).failure()).as(when).isEmpty();
            }
            if (Files.exists(part)) {
                assertThat(JournalVerification.of(part, _ -> {
                }).damages()).as(when).isEmpty();
                assertThat(LeftoverFiles.in(out)).as(when).contains(part);
                CommandRun again = CommandRun.of(solve("--record", recording.toString(), "--force"));
                assertThat(again.code()).as(when).isEqualTo(2);
                assertThat(again.err()).as(when).contains("is in the way", "Maybe replay it, then take it away");
                if (Files.readAllLines(part).size() > 1) { // The first line is the seed.
                    requireReplayed(part, when);
                }
                Files.delete(part);
            }
            CommandRun whole = CommandRun.of(solve("--record", recording.toString(), "--force"));
            assertThat(whole.code()).as(when + whole.err()).isZero();
            assertThat(CassetteFile.read(recording).failure()).as(when).isEmpty();
            assertThat(LeftoverFiles.in(out)).as(when).isEmpty();
        }
    }

    /** The calls that are left answer without being paid again, and models answer the rest. */
    private void requireReplayed(Path part, String when) throws IOException {
        int stored = CallTape.read(part).size();
        int before = server.requests().size();
        Path copy = folder.resolve("copy-of-" + part.getFileName());
        CommandRun replayed = CommandRun.of(solve("--replay", part.toString(), "--or-live", "--record",
                copy.toString()));
        assertThat(replayed.code()).as(when + replayed.err()).isZero();
        int all = CallTape.read(copy).size();
        assertThat(server.requests().size() - before).as(when).isEqualTo(all - stored);
    }

    private void killLessons(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Path learned = out.resolve("learned");
        for (int kill = 0; kill < kills; kill++) {
            String when = "seed " + SEED + ", kill " + kill;
            long before = lessons(learned);
            var _ = KilledCommand.of(out, random.nextInt(MAX_LEARNING), solve("--learn", learned.toString()));
            long killed = lessons(learned);
            assertThat(killed).as(when).isGreaterThanOrEqualTo(before);

            CommandRun again = CommandRun.of(solve("--learn", learned.toString()));

            assertThat(again.code()).as(when + again.err()).isZero();
            assertThat(again.out()).as(when).doesNotContain("damaged");
            assertThat(lessons(learned)).as(when).isGreaterThan(killed);
            try (Stream<Path> files = Files.list(learned)) {
                assertThat(files.map(file -> file.getFileName().toString())).as(when)
                        .allMatch(name -> name.equals(".lock") || name.matches("at-[a-z]+\\.json"));
            }
        }
    }

    private static long lessons(Path learned) {
        FileBanditStore store = FileBanditStore.open(learned, World.system(1));
        return AGENTS.stream().flatMap(agent -> store.load(agent).arms().values().stream())
                .mapToLong(ArmEvidence::lessons).sum();
    }

    private String[] solve(String... more) {
        List<String> arguments = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models.toString(), "--model", "lab:fake-fast", "--agents", "3", "--seed", "11"));
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray(String[]::new);
    }
}
