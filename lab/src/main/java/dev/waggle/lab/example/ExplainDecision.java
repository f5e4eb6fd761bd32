package dev.waggle.lab.example;

// begin
import java.util.List;

import dev.waggle.review.explain.Explanation;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
// end

/**
 * A decision is explained from its log: the votes that would have changed it, and the differences of a new count.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.ExplainDecision}
 */
// begin
public final class ExplainDecision {

    public static void main(String... args) {
        MemoryJournal journal = new MemoryJournal();
        Agent host = Agent.of("host", turn -> turn.round() > 1 ? List.of()
                : List.of(Draft.proposal("park", "In the park", "there is room", 0.9)));
        Agent ann = Agent.of("ann", turn -> turn.round() != 2 ? List.of()
                : List.of(Draft.vote("park", Stance.AGREE, 0.9)));
        Agent bob = Agent.of("bob", turn -> turn.round() != 2 ? List.of()
                : List.of(Draft.vote("park", Stance.AGREE, 0.6)));
        try (Swarm swarm = Swarm.builder().agent(host).agent(ann).agent(bob).journal(journal).build()) {
            SwarmResult result = swarm.solve("Where do we meet?");
            Explanation explanation = Explanation.of(journal, result.solveId());
            System.out.println(explanation.whatIf().pivotal(explanation.recount().outcome()));   // [ann, bob]
            System.out.println(explanation.departures());                                        // []
        }
    }
}
