package dev.waggle.signal.seat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Exam of a store of answers. */
public interface SeatAnswersContract {

    Instant START = Instant.parse("2026-03-01T12:00:00Z");
    Instant DEADLINE = START.plus(Duration.ofDays(3));
    SeatTurn TURN = new SeatTurn("solve_1", "maya", 2, 1);

    /** The world of the store, which begins at {@link #START}. */
    ManualWorld world();

    /** The store under exam. */
    SeatAnswers answers();

    @Test
    default void anAnswerIsFoundByItsTurnAlone() {
        SeatAnswer stored = answers().store(TURN, DEADLINE, "Maya", List.of("vote P4 agree 0.9 süß", "pass"));

        assertThat(stored).isEqualTo(new SeatAnswer(TURN, "Maya", START, List.of("vote P4 agree 0.9 süß", "pass")));
        assertThat(answers().find(TURN)).contains(stored);
        assertThat(answers().find(new SeatTurn("solve_1", "maya", 3, 2))).isEmpty();
        assertThat(answers().find(new SeatTurn("solve_1", "olu", 2, 1))).isEmpty();
        assertThat(answers().find(new SeatTurn("solve_2", "maya", 2, 1))).isEmpty();
    }

    @Test
    default void theSecondAnswerIsRefusedByNameAndTheFirstStays() {
        SeatAnswer first = answers().store(TURN, DEADLINE, "Maya", List.of("pass"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> answers().store(TURN, DEADLINE, "Olu", List.of("say no")))
                .withMessage(
                        "the seat \"maya\" in turn 1 (round 2 of solve_1) has its answer already, from \"Maya\" at "
                                + START + "\nMaybe wait until the seat is asked again.");
        assertThat(answers().find(TURN)).contains(first);
    }

    @Test
    default void anAnswerAtTheDeadlineIsTooLate() {
        world().advance(Duration.ofDays(3).minusMillis(1));
        SeatAnswer inTime = answers().store(TURN, DEADLINE, "Maya", List.of("pass"));
        world().advance(Duration.ofMillis(1));
        SeatTurn other = new SeatTurn("solve_1", "olu", 2, 1);

        assertThat(inTime.at()).isEqualTo(DEADLINE.minusMillis(1));
        assertThatIllegalArgumentException().isThrownBy(() -> answers().store(other, DEADLINE, "Olu", List.of("pass")))
                .withMessageContaining("is too late: its deadline was " + DEADLINE);
        assertThat(answers().find(other)).isEmpty();
    }

    @Test
    default void anAnswerIsWithinItsLimits() {
        for (List<String> bad : List.of(List.<String>of(), Collections.nCopies(101, "pass"), List.of("say\nsay"),
                List.of("x".repeat(SeatAnswer.MAX_CHARACTERS + 1)))) {
            assertThatIllegalArgumentException().isThrownBy(() -> answers().store(TURN, DEADLINE, "Maya", bad));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> answers().store(TURN, DEADLINE, "", List.of("pass")));
        assertThat(answers().find(TURN)).isEmpty();
    }

    @Test
    default void ofAnswersAtOnceOneIsStored() throws InterruptedException, ExecutionException {
        List<Callable<Boolean>> people = IntStream.range(0, 8).<Callable<Boolean>>mapToObj(i -> () -> {
            try {
                SeatAnswer _ = answers().store(TURN, DEADLINE, "person " + i, List.of("say " + i));
                return true;
            } catch (IllegalArgumentException second) {
                return false;
            }
        }).toList();
        int stored = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> person : threads.invokeAll(people)) {
                stored += person.get() ? 1 : 0;
            }
        }
        assertThat(stored).isEqualTo(1);
        assertThat(answers().find(TURN)).isPresent();
    }
}
