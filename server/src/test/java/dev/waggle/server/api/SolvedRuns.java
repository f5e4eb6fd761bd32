package dev.waggle.server.api;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.Journal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;

/** Small real solves with agents in code. */
public final class SolvedRuns {

    private SolvedRuns() {}

    /** Solves a question, and returns the id of the run. Ada proposes to shard, bob agrees, cyd disagrees. */
    public static String solve(Journal journal, String question) {
        return solve(journal, question, Stance.AGREE);
    }

    /** The same with another stance of bob. */
    public static String solve(Journal journal, String question, Stance ofBob) {
        try (Swarm swarm = new Swarm(SwarmConfig.of(agents(ofBob)).withJournal(journal))) {
            return swarm.solve(Task.of(question)).solveId();
        }
    }

    /** The agents of one such solve. */
    public static List<Agent> agents(Stance ofBob) {
        return List.of(
                once("ada", Draft.of(new Payload.Proposal("shard", "Shard the table", "it is large"), 0.9),
                        vote(Stance.AGREE, 0.9)),
                once("bob", vote(ofBob, 0.8)), once("cyd", vote(Stance.DISAGREE, 0.4)));
    }

    /** Agents that do not decide between two proposals: to shard, and to wait. */
    public static List<Agent> rivals() {
        return List.of(once("ada", Draft.of(new Payload.Proposal("shard", "Shard the table", "it is large"), 0.9)),
                once("bob", Draft.of(new Payload.Proposal("wait", "Wait a year", "it may shrink"), 0.8)));
    }

    private static Draft vote(Stance stance, double weight) {
        return Draft.of(new Payload.Vote("shard", stance, "so I think", weight), 0.9);
    }

    private static Agent once(String id, Draft... drafts) {
        boolean[] isDone = {false};
        return Agent.of(AgentProfile.of(id), _ -> {
            boolean first = !isDone[0];
            isDone[0] = true;
            return first ? List.of(drafts) : List.of();
        });
    }
}
