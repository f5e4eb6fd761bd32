package dev.waggle.signal.seat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonLine;

/**
 * Store of the answers of people who answer later, one for each turn of a seat. The program that asks and the programs
 * that answer share it; it never forgets an answer and never changes one. Thread-safe.
 */
public interface SeatAnswers {

    /**
     * The answer of that turn, if it has arrived.
     *
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    Optional<SeatAnswer> find(SeatTurn turn);

    /**
     * Stores the first answer of a turn. The lines are read before, by the request that asked for them.
     *
     * @param deadline the date from which an answer is too late
     * @return the stored answer, with the date of its arrival
     * @throws IllegalArgumentException when the turn is answered already, it is too late, or an answer cannot have
     *         these lines; then nothing is stored
     * @throws java.io.UncheckedIOException when storing is not certain
     */
    SeatAnswer store(SeatTurn turn, Instant deadline, String by, List<String> lines);

    /**
     * Returns the answer to store: the rules that all stores share.
     *
     * @param known the answer that the turn has already
     * @param deadline the date from which it is too late
     * @throws IllegalArgumentException when it is not to be stored
     */
    static SeatAnswer admit(Optional<SeatAnswer> known, SeatAnswer answer, Instant deadline) {
        if (known.isPresent()) {
            throw new IllegalArgumentException("the " + answer.turn() + " has its answer already, from "
                    + JsonLine.quoted(known.get().by()) + " at " + known.get().at()
                    + "\nMaybe wait until the seat is asked again.");
        }
        if (!answer.at().isBefore(deadline)) {
            throw new IllegalArgumentException("the answer of " + answer.turn() + " is too late: its deadline was "
                    + deadline + ", now it is " + answer.at() + "\nMaybe wait until the seat is asked again.");
        }
        return answer;
    }
}
