package dev.waggle.server.api.seat;

import java.time.Instant;

import dev.waggle.signal.seat.SeatTurn;
import org.jspecify.annotations.Nullable;

/**
 * Permission to read and answer one request.
 *
 * @param turn the turn of the request
 * @param tenant the tenant of the run; {@code null} for none
 * @param expires real date from which it is not valid
 */
record SeatLink(SeatTurn turn, @Nullable String tenant, Instant expires) {}
