package dev.waggle.lab.example;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.VoteTally;

/**
 * Example of a custom consensus strategy, with agents that are plain code and need no model.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.CustomStrategy}
 */
public final class CustomStrategy {

    private CustomStrategy() {}

    public static void main(String... args) {
        SwarmResult result = solve();
        System.out.println(result.answer() + " (" + result.consensus().reasoning() + ")");
    }

    /** Consensus strategy by consent: the proposal with the most agreement wins once no agent opposes it. */
    record Consent() implements ConsensusStrategy {

        @Override
        public String id() {
            return "consent";
        }

        @Override
        public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
            OptionalInt leader = tally.leader(tally::headRatio, rule.minVoters());
            if (leader.isEmpty()) {
                return ConsensusVerdict.none("nobody agrees with anything");
            }
            int first = leader.getAsInt();
            long against = IntStream.range(0, tally.votes().size()).filter(vote -> tally.proposalOf(vote) == first)
                    .filter(vote -> tally.votes().get(vote).vote().stance() == Stance.DISAGREE).count();
            return new ConsensusVerdict(against == 0 && tally.hasQuorum(first, rule.minVoters()),
                    tally.proposal(first).id(),
                    tally.headRatio(first), against + " of " + tally.allVoters(first) + " stand against it");
        }
    }

    /** Two of three agree at once, which is not enough here; the third has to be answered first. */
    static SwarmResult solve() {
        try (Swarm swarm = Swarm.builder().agent(agent("host")).agent(agent("guest")).agent(agent("doubter"))
                .configure(config -> config.withConsensus(config.consensus().withStrategy(new Consent()))).build()) {
            return swarm.solve("Where do we meet?");
        }
    }

    private static Agent agent(String id) {
        return Agent.of(id, turn -> turn.stimuli().stream()
                .flatMap(signal -> answer(id, signal).stream()).toList());
    }

    private static List<Draft> answer(String id, Signal signal) {
        return switch (signal.payload()) {
            case Payload.Task _ when id.equals("host") -> List.of(
                    Draft.proposal("park", "In the park", "there is room", 0.9), vote(Stance.AGREE));
            case Payload.Proposal _ -> List.of(vote(id.equals("doubter") ? Stance.DISAGREE : Stance.AGREE));
            case Payload.Vote vote when id.equals("host") && vote.stance() == Stance.DISAGREE -> List.of(
                    Draft.discovery("There is a roof beside the pond", 0.9));
            case Payload.Discovery _ when id.equals("doubter") -> List.of(vote(Stance.AGREE));
            default -> List.of();
        };
    }

    private static Draft vote(Stance stance) {
        return Draft.vote("park", stance, 0.9);
    }
}
