package dev.waggle.server.run;

import java.time.Instant;

import dev.waggle.signal.seat.SeatTurn;
import org.jspecify.annotations.Nullable;

/**
 * Request to a person in the catalog, without its content.
 *
 * @param turn the turn
 * @param entry the number of its fact in the log
 * @param tenant the tenant of the run, see {@link RunTenant}; {@code null} for none
 * @param askedAt time of the question
 * @param deadline real date from which an answer is too late
 */
public record OpenSeat(SeatTurn turn, long entry, @Nullable String tenant, Instant askedAt, Instant deadline) {}
