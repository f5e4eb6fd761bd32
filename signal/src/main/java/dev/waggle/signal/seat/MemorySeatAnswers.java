package dev.waggle.signal.seat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.world.World;

/** Answers in memory, for a program that asks and answers in one process. Thread-safe. */
public final class MemorySeatAnswers implements SeatAnswers {

    private final World world;
    /** Guarded by this object. */
    private final Map<SeatTurn, SeatAnswer> answers = new HashMap<>();

    /** Creates an empty store. */
    public MemorySeatAnswers(World world) {
        this.world = world;
    }

    @Override
    public synchronized Optional<SeatAnswer> find(SeatTurn turn) {
        return Optional.ofNullable(answers.get(turn));
    }

    @Override
    public synchronized SeatAnswer store(SeatTurn turn, Instant deadline, String by, List<String> lines) {
        SeatAnswer answer = SeatAnswers.admit(find(turn), new SeatAnswer(turn, by, world.now(), lines), deadline);
        answers.put(turn, answer);
        return answer;
    }
}
