package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.solve.Seat.Thinking;

/**
 * All called agents think at once; their answers are taken in the order of the agents, each as soon as it and all
 * before it are there. Whoever has not answered when the time is up is interrupted and counts as failed.
 */
final class React implements Phase {

    @Override
    public String name() {
        return "react";
    }

    @Override
    public void run(Floor floor) {
        for (Thinking thinking : call(floor)) {
            if (isAnswered(thinking, floor)) {
                take(thinking, floor);
            } else {
                thinking.thread().interrupt();
                floor.fail(failure(thinking, floor.isCancelled() ? "cancelled" : "no answer before the time was up"));
            }
        }
        if (floor.isCancelled()) {
            floor.end(Ending.CANCELLED);
        } else if (floor.isOutOfTime()) {
            floor.end(Ending.TIMEOUT);
        }
    }

    private static List<Thinking> call(Floor floor) {
        List<Thinking> called = new ArrayList<>();
        for (Seat seat : floor.calledSeats()) {
            List<Signal> stimuli = seat.takeMail();
            Turn turn = new Turn(floor.round(), seat.invocations(), stimuli, floor.history(), floor.now(),
                    floor.timeLeft());
            called.add(seat.think(turn, floor.world()));
        }
        return called;
    }

    private static boolean isAnswered(Thinking thinking, Floor floor) {
        CompletableFuture<Object> first = CompletableFuture.anyOf(thinking.answer(), floor.cancelled());
        Duration left = floor.timeLeft();
        try {
            floor.world().await(first, left);
        } catch (InterruptedException nobodyElseInterrupts) {
            Thread.currentThread().interrupt();
        }
        return thinking.answer().isDone();
    }

    private static void take(Thinking thinking, Floor floor) {
        Seat seat = thinking.seat();
        try {
            List<Draft> drafts = thinking.answer().join();
            List<Signal> signals = drafts.stream().map(draft -> floor.stamp(draft, seat)).toList();
            floor.take(seat, new AgentReaction(seat.id(), floor.round(), stimulusIds(thinking), signals,
                    thinking.took().join()));
        } catch (CompletionException failed) {
            Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
            floor.fail(failure(thinking, Objects.requireNonNullElse(cause.getMessage(), cause.toString())));
        }
    }

    private static AgentFailure failure(Thinking thinking, String message) {
        String agent = thinking.seat().id();
        return new AgentFailure(agent, thinking.turn().round(), stimulusIds(thinking), "agent." + agent + ".react",
                message);
    }

    private static List<String> stimulusIds(Thinking thinking) {
        return thinking.turn().stimuli().stream().map(Signal::id).toList();
    }
}
