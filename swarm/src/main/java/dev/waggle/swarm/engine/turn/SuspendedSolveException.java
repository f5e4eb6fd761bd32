package dev.waggle.swarm.engine.turn;

import java.util.List;

import dev.waggle.swarm.agent.SeatRequest;

/** Suspension of a solve that waits for people who answer later. It is no failure, and ends only the thread. */
public final class SuspendedSolveException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<SeatRequest> requests;

    SuspendedSolveException(List<SeatRequest> requests) {
        super("the solve waits for people", null, false, false);
        this.requests = List.copyOf(requests);
    }

    /** The open requests, at least one. */
    public List<SeatRequest> requests() {
        return requests;
    }
}
