package dev.waggle.cli.command.solve;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;

/**
 * Answers of a person beside recorded people, who is asked once they have finished. In the recorded rounds it passes, and
 * the log names {@value #SENDER} as the sender.
 *
 * @param later the answers of the person
 * @param recordedRounds the number of recorded rounds
 */
record ApproverAnswers(SeatAnswers later, int recordedRounds, World world) implements SeatAnswers {

    private static final String SENDER = "demo";

    @Override
    public Optional<SeatAnswer> find(SeatTurn turn) {
        return turn.round() <= recordedRounds
                ? Optional.of(new SeatAnswer(turn, SENDER, world.now(), List.of("pass")))
                : later.find(turn);
    }

    @Override
    public SeatAnswer store(SeatTurn turn, Instant deadline, String by, List<String> lines) {
        return later.store(turn, deadline, by, lines);
    }
}
