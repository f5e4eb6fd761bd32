package dev.waggle.lab.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.reaction.ModelAgent;

/**
 * Example of an approval step: models discuss and vote, and nothing is decided without the agreement of a person. The
 * person answers each proposal with {@code y}, or with {@code n} and a reason, which is a veto.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.HumanApproval [MODEL]}
 */
public final class HumanApproval {

    private HumanApproval() {}

    public static void main(String... args) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        SwarmResult result = decide(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2", in);
        System.out.println(VisibleText.of(result.answer() + " (" + result.consensus().reasoning() + ")"));
    }

    static SwarmResult decide(Map<String, String> environment, String name, BufferedReader in) {
        try (LiveModels models = LiveModels.of(environment)) {
            Harness model = models.harness(name);
            HumanSpeaker person = new Approver(in);
            // begin
            ApprovalRule approval = ApprovalRule.requiring("maya").withVetoers(List.of("maya"));
            SwarmConfig config = SwarmConfig.of(List.of(
                    new HumanSeat(AgentProfile.of("maya"), person),
                    ModelAgent.of("scout", "finds what matters and proposes an answer", model),
                    ModelAgent.of("critic", "looks for what is wrong with each proposal", model)))
                    .withConsensus(ConsensusConfig.defaults().withApproval(approval))
                    .withLimits(Limits.defaults().withTimeout(Duration.ofHours(1)));
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(Task.of("Shard the database or buy time?"));
                // end
                return result;
                // begin
            }
            // end
        }
    }

    /** A person who is asked about each new proposal, once. Its turns come one after another, never two at once. */
    private static final class Approver implements HumanSpeaker {

        private final BufferedReader in;
        private final Deque<String> lines = new ArrayDeque<>();
        private int askedTurn;

        Approver(BufferedReader in) {
            this.in = in;
        }

        @Override
        public Optional<String> nextLine(AgentProfile seat, Turn turn) {
            if (turn.invocation() > askedTurn) {
                askedTurn = turn.invocation();
                turn.stimuli().stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                        .map(Payload.Proposal.class::cast).map(this::vote).forEach(lines::add);
            }
            return Optional.ofNullable(lines.poll());
        }

        private String vote(Payload.Proposal proposal) {
            System.out.println(VisibleText.of("approve \"" + proposal.content() + "\"? y, or n and a reason: "));
            try {
                String answer = Optional.ofNullable(in.readLine()).orElse("n nobody is there");
                boolean agrees = answer.strip().equals("y");
                return "vote " + proposal.proposalId() + (agrees ? " agree 1 approved" : " disagree 1 " + answer);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void onInvalidLine(AgentProfile seat, String line, String problem) {
            throw new IllegalStateException("the vote \"" + line + "\" cannot be cast: " + problem);
        }
    }
}
