package dev.waggle.signal.seat;

import dev.waggle.signal.json.JsonLine;

/**
 * Turn of a person in a solve: the key of an answer.
 *
 * @param run id of the solve
 * @param seat id of the agent
 * @param round round of the solve, from 1
 * @param turn number of the turn among those of the seat, from 1
 */
public record SeatTurn(String run, String seat, int round, int turn) {

    public SeatTurn {
        if (run.isBlank() || seat.isBlank()) {
            throw new IllegalArgumentException("a turn of a seat needs a run and a seat, got " + JsonLine.quoted(run)
                    + " and " + JsonLine.quoted(seat));
        }
        if (round < 0 || turn < 1) {
            throw new IllegalArgumentException(
                    "a turn of a seat has a round from 0 and a number from 1, got " + round + " and " + turn);
        }
    }

    /** For messages: the seat, its turn, the round and the run. */
    @Override
    public String toString() {
        return "seat " + JsonLine.quoted(seat) + " in turn " + turn + " (round " + round + " of " + run + ')';
    }
}
