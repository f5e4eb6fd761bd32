package dev.waggle.lab.example;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;

/**
 * Example of a custom lens, {@link OneVoice}, beside the others. It detects that all ideas come from one agent and asks
 * for a challenge of the first, until another agent has an idea. The agents are plain code and need no model.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.CustomLens}
 */
public final class CustomLens {

    private CustomLens() {}

    public static void main(String... args) {
        SwarmResult result = solve();
        System.out.println(result.answer());
        result.mathAnalysis().of(new OneVoice()).ifPresent(
                ideas -> System.out.println("ideas of " + ideas.authors() + " of " + ideas.agents() + " agents"));
    }

    static SwarmResult solve() {
        try (Swarm swarm = Swarm.builder().agent(agent("boss")).agent(agent("ann")).agent(agent("bob"))
                .configure(config -> config.withMath(config.math().with(new OneVoice()))).build()) {
            return swarm.solve("How do we get more visitors?");
        }
    }

    private static Agent agent(String id) {
        return Agent.of(id, turn -> react(id, turn.stimuli()));
    }

    /** The boss has an idea at once and the others agree; once an agent asks, one has a better idea. */
    private static List<Draft> react(String id, List<Signal> signals) {
        if (signals.stream().anyMatch(signal -> signal.payload() instanceof Payload.Challenge)) {
            return id.equals("ann") ? propose("ask", "Ask those who left why they did") : List.of();
        }
        if (id.equals("boss") && signals.stream().anyMatch(signal -> signal.payload() instanceof Payload.Task)) {
            return propose("posters", "Hang up posters");
        }
        return signals.stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                .map(proposal -> agree(((Payload.Proposal) proposal).proposalId())).toList();
    }

    private static List<Draft> propose(String name, String idea) {
        return List.of(Draft.proposal(name, idea, "", 0.8), agree(name));
    }

    private static Draft agree(String name) {
        return Draft.vote(name, Payload.Stance.AGREE, 0.8);
    }
}
