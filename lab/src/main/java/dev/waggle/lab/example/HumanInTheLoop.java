package dev.waggle.lab.example;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.Turn;

/**
 * Example of a decision by you and two models; your vote counts double. You are asked in every round with a new
 * signal; an empty line ends your turn. {@link dev.waggle.swarm.agent.SeatLanguage} lists the input.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.HumanInTheLoop [MODEL]}
 */
public final class HumanInTheLoop {

    private HumanInTheLoop() {}

    public static void main(String... args) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        SwarmResult result = decide(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2", in);
        System.out.println(result.answer());
    }

    static SwarmResult decide(Map<String, String> environment, String name, BufferedReader in) {
        try (Swarm swarm = Swarm.builder().environment(environment).model(name)
                .agent(new HumanSeat(AgentProfile.of("you").withWeight(2), new Typist(in)))
                .agent("scout", "finds what matters and proposes an answer")
                .agent("critic", "looks for what is wrong with each proposal")
                .timeout(Duration.ofHours(1)).build()) {
            var _ = swarm.onSignal(HumanInTheLoop::show);
            return swarm.solve("Which evening of the week do we meet?");
        }
    }

    /** Signals are the word of others: nothing in them may move the cursor. */
    private static void show(Signal signal) {
        String text = switch (signal.payload()) {
            case Payload.Task task -> task.task();
            case Payload.Discovery found -> found.finding();
            case Payload.Proposal proposal -> proposal.proposalId() + ": " + proposal.content();
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.Vote vote -> vote.stance() + " " + vote.proposalId();
            default -> "";
        };
        System.out.println(VisibleText.of(signal.source().label() + ", " + signal.type() + " " + text));
    }

    /** A person who answers in lines. */
    private record Typist(BufferedReader in) implements HumanSpeaker {

        @Override
        public Optional<String> nextLine(AgentProfile seat, Turn turn) {
            System.out.print("round " + turn.round() + "> ");
            try {
                return Optional.ofNullable(in.readLine()).filter(line -> !line.isBlank());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void onInvalidLine(AgentProfile seat, String line, String problem) {
            System.out.println(VisibleText.of(problem));
        }
    }
}
