package dev.waggle.server.run;

import java.util.concurrent.CompletableFuture;

/**
 * A solve that runs here.
 *
 * @param line its run, as it began
 * @param end completed once it has ended and is settled
 */
record ActiveSolve(RunLine line, PreparedSolve prepared, CompletableFuture<Void> end) {

    static ActiveSolve of(RunLine line, PreparedSolve prepared) {
        return new ActiveSolve(line, prepared, new CompletableFuture<>());
    }

    String run() {
        return line.run();
    }
}
