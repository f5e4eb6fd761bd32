package dev.waggle.journal.seat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import dev.waggle.journal.file.FullDisk;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatAnswersContract;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class FileSeatAnswersTest implements SeatAnswersContract {

    private static final SeatTurn OTHER = new SeatTurn("solve_1", "olu", 2, 1);

    private final ManualWorld world = new ManualWorld(START, 42);

    @TempDir
    private Path data;
    private SeatAnswers answers;

    @BeforeEach
    void open() {
        answers = FileSeatAnswers.open(data, world);
    }

    @Override
    public ManualWorld world() {
        return world;
    }

    @Override
    public SeatAnswers answers() {
        return answers;
    }

    private Path file() {
        return data.resolve(FileSeatAnswers.FOLDER).resolve("solve_1.jsonl");
    }

    @Test
    void lookingForAnAnswerCreatesNothing() {
        assertThat(answers.find(TURN)).isEmpty();
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void anotherProcessFindsTheAnswer() {
        SeatAnswer stored = answers.store(TURN, DEADLINE, "Maya", List.of("pass"));

        assertThat(FileSeatAnswers.open(data, world).find(TURN)).contains(stored);
    }

    @Test
    void eachAnswerMakesTheFileOfItsRunLarger() {
        assertThat(FileSeatAnswers.open(data, world).size(TURN.run())).isZero();
        SeatAnswer _ = answers.store(TURN, DEADLINE, "Maya", List.of("pass"));
        long one = FileSeatAnswers.open(data, world).size(TURN.run());
        SeatAnswer _ = answers.store(OTHER, DEADLINE, "Olu", List.of("pass"));

        assertThat(one).isPositive();
        assertThat(FileSeatAnswers.open(data, world).size(TURN.run())).isGreaterThan(one);
        assertThat(FileSeatAnswers.open(data, world).size("solve_0")).isZero();
    }

    @Test
    void cutAtEveryByteItHasWholeAnswersOnlyAndTakesMore() throws IOException {
        SeatAnswer first = answers.store(TURN, DEADLINE, "Maya", List.of("pass"));
        long whole = Files.size(file());
        SeatAnswer second = answers.store(OTHER, DEADLINE, "Olu", List.of("say no"));
        byte[] bytes = Files.readAllBytes(file());
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file(), Arrays.copyOf(bytes, length));

            assertThat(answers.find(TURN).isPresent()).as("cut at " + length).isEqualTo(length >= whole);
            assertThat(answers.find(OTHER)).isEmpty();
            assertThat(answers.store(OTHER, DEADLINE, "Olu", List.of("say no"))).isEqualTo(second);
            assertThat(answers.find(OTHER)).contains(second);
        }
        Files.write(file(), bytes);
        assertThat(answers.find(TURN)).contains(first);
    }

    @Test
    void aDamagedLineIsNamedAndNothingIsWrittenBehindIt() throws IOException {
        SeatAnswer _ = answers.store(TURN, DEADLINE, "Maya", List.of("pass"));
        byte[] damaged = Files.readString(file()).replace("pass", "fail").getBytes(StandardCharsets.UTF_8);
        Files.write(file(), damaged);

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> answers.find(TURN))
                .withMessageContaining("line 2 is damaged");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> answers.store(OTHER, DEADLINE, "Olu", List.of("pass")));
        assertThat(Files.readAllBytes(file())).isEqualTo(damaged);
    }

    @Test
    void onAFullDiskNothingIsHalfStored() {
        SeatAnswer first = answers.store(TURN, DEADLINE, "Maya", List.of("pass"));
        SeatAnswers full = FileSeatAnswers.open(data, world, new FullDisk(file -> true));

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> full.store(OTHER, DEADLINE, "Olu", List.of("pass")))
                .withMessageContaining("was not stored for certain");
        assertThat(answers.find(TURN)).contains(first);
        assertThat(answers.find(OTHER)).isEmpty();
    }

    @Test
    void aRunThatIsNoFileNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(
                () -> answers.store(new SeatTurn("../x", "maya", 1, 1), DEADLINE, "Maya", List.of("pass")));
        assertThat(data.resolveSibling("x.jsonl")).doesNotExist();
    }
}
