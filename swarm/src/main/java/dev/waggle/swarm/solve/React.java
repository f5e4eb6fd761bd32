package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.agent.Mail;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.solve.Call.Answered;
import dev.waggle.swarm.solve.Call.Failed;
import dev.waggle.swarm.solve.Call.Outcome;
import dev.waggle.swarm.solve.Seat.Thinking;

/**
 * All called agents think at once; their answers are taken in the order of the agents, each as soon as it and all
 * before it are there. Whoever has not answered when the time is up is interrupted and counts as failed. What an agent
 * read in its inbox is in the log before it thinks.
 */
final class React implements Phase {

    @Override
    public void run(Floor floor) {
        for (Thinking thinking : call(floor)) {
            Outcome<List<Draft>> outcome = floor.await(thinking.call());
            floor.noteCalls(thinking);
            switch (outcome) {
                case Answered<List<Draft>> answered -> floor.take(thinking, answered);
                case Failed<List<Draft>> failed -> floor.fail(failure(thinking, failed.message()));
            }
        }
        floor.failInboxes();
        floor.stop().ifPresent(floor::end);
    }

    /** Thinking costs money: nobody begins to when the solve has to stop. */
    private static List<Thinking> call(Floor floor) {
        List<Thinking> called = new ArrayList<>();
        for (Seat seat : floor.calledSeats()) {
            if (floor.stop().isPresent()) {
                return called;
            }
            Mail mail = seat.takeMail();
            floor.noteRead(seat, mail);
            CallLog calls = floor.callLog(seat);
            Turn turn = new Turn(floor.round(), seat.invocations(), mail, floor.history(),
                    new Turn.Time(floor.roundStart(), floor.timeLeft()), calls);
            called.add(seat.think(turn, calls, floor.world()));
        }
        return called;
    }

    private static AgentFailure failure(Thinking thinking, String message) {
        String agent = thinking.seat().id();
        return new AgentFailure(agent, thinking.turn().round(), thinking.stimulusIds(), "agent." + agent + ".react",
                message);
    }
}
