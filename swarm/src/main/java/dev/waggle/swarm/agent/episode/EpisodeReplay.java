package dev.waggle.swarm.agent.episode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Act;
import dev.waggle.swarm.identity.CanonicalAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Converts an episode into agents that emit it again as signals.
 *
 * <table>
 * <caption>Event and resulting signals</caption>
 * <tr><td>answer, submit</td><td>a proposal and a vote that agrees with it, at the stated confidence, 1 when none is
 * stated; an answer that differs from the agent's answer before is a challenge to that one, too</td></tr>
 * <tr><td>unreadable answer</td><td>a discovery of its text: an abstention with words</td></tr>
 * <tr><td>message, solution with cards</td><td>a proposal of these cards, no vote; when they were proposed before, a
 * discovery in reply to that proposal</td></tr>
 * <tr><td>message, reasoning; solution without cards</td><td>a discovery</td></tr>
 * <tr><td>message, probing</td><td>a doubt about the latest proposal</td></tr>
 * <tr><td>message, agree</td><td>a vote for it</td></tr>
 * <tr><td>message, disagree</td><td>a challenge to it</td></tr>
 * <tr><td>message, moderation or no act; a reference to a missing proposal</td><td>{@code chat:message}</td>
 * </tr>
 * </table>
 *
 * <p>The latest proposal comes from the latest solution in the chat, or from the latest answer before the first
 * solution. A submit changes neither. In a chat every event is a round; otherwise rounds are the recorded ones.
 */
public final class EpisodeReplay {

    /** Default relevance of a signal that states none, neither high nor low. */
    private static final double UNSTATED_RELEVANCE = 0.5;

    private final RecordedEpisode episode;
    private final Map<String, Map<Integer, List<RecordedAgent.RecordedLine>>> lines = new HashMap<>();
    private final Map<String, CanonicalAnswer> ballots = new HashMap<>();
    private final int rounds;
    private @Nullable CanonicalAnswer lastAnswer;
    private @Nullable CanonicalAnswer lastSolution;

    /** Reads the episode once; the agents may then be used again and again. */
    public EpisodeReplay(RecordedEpisode episode) {
        this.episode = episode;
        int round = 0;
        int recorded = Integer.MIN_VALUE;
        for (Event event : episode.events()) {
            if (episode.isChat() || event.round() != recorded) {
                round++;
                recorded = event.round();
            }
            lines.computeIfAbsent(event.agent(), agent -> new HashMap<>())
                    .computeIfAbsent(round, of -> new ArrayList<>()).add(line(event));
        }
        rounds = round;
    }

    public Task task() {
        StringBuilder context = new StringBuilder();
        for (int i = 0; i < episode.options().size(); i++) {
            context.append(i == 0 ? "" : "\n").append(CanonicalAnswer.label(i)).append(": ")
                    .append(episode.options().get(i));
        }
        return new Task(episode.question(), context.isEmpty() ? null : context.toString(), episode.id(),
                null);
    }

    /** Number of rounds in the recording. */
    public int rounds() {
        return rounds;
    }

    /**
     * Signal limit that refuses nothing. It has room for the task and at most three signals for each event, with one
     * conflict. Each agent's share holds its longest turn.
     */
    public int maxSignals() {
        int longest = lines.values().stream().flatMap(rounds -> rounds.values().stream()).mapToInt(List::size).max()
                .orElse(0);
        return 1 + 4 * (episode.events().size() + episode.roster().size() * longest);
    }

    /** One agent for each member of the roster. */
    public List<Agent> agents() {
        List<Agent> agents = new ArrayList<>();
        for (RecordedEpisode.Member member : episode.roster()) {
            AgentProfile profile = AgentProfile.of(member.id()).withName(member.name()).withRole(member.role());
            agents.add(new RecordedAgent(profile, lines.getOrDefault(member.id(), Map.of())));
        }
        return agents;
    }

    private RecordedAgent.RecordedLine line(Event event) {
        return switch (event.kind()) {
            case ANSWER, SUBMIT -> ballot(event);
            case MESSAGE -> message(event);
        };
    }

    private RecordedAgent.RecordedLine ballot(Event event) {
        Optional<CanonicalAnswer> read = episode.answer(event.answer());
        if (read.isEmpty()) {
            List<Draft> words = event.text().isBlank() ? List.of() : List.of(discovery(event));
            return turn -> words;
        }
        CanonicalAnswer answer = read.get();
        CanonicalAnswer before = ballots.put(event.agent(), answer);
        if (event.kind() == Event.Kind.ANSWER) {
            lastAnswer = answer;
        }
        double confidence = Objects.requireNonNullElse(event.confidence(), 1.0);
        String reason = event.text().isBlank() ? null : event.text();
        List<Draft> drafts = List.of(proposal(answer, event.text(), confidence),
                Draft.of(new Payload.Vote(answer.proposalId(), Stance.AGREE, reason, confidence), confidence));
        boolean changed = before != null && !before.proposalId().equals(answer.proposalId())
                && event.kind() == Event.Kind.ANSWER;
        return changed ? turn -> withChallenge(drafts, before, answer, event, confidence, turn) : turn -> drafts;
    }

    private static List<Draft> withChallenge(List<Draft> drafts, CanonicalAnswer left, CanonicalAnswer answer,
            Event event,
            double confidence, Turn turn) {
        Optional<Signal> target = proposalSignal(left, turn);
        if (target.isEmpty()) {
            return drafts;
        }
        String argument = event.text().isBlank() ? "changed to " + answer.content() : event.text();
        List<Draft> all = new ArrayList<>(drafts);
        all.add(Draft.of(new Payload.Challenge(target.get().id(), argument, answer.content()), confidence));
        return all;
    }

    private RecordedAgent.RecordedLine message(Event event) {
        if (event.text().isBlank() && event.answer().isEmpty()) {
            return turn -> List.of();
        }
        if (event.act() == Act.PROBING) {
            return about(event, signal -> new Payload.Doubt(signal.id(), event.text(), Severity.MEDIUM));
        }
        return switch (event.target()) {
            case SOLUTION -> solution(event);
            case REASONING -> {
                Draft draft = discovery(event);
                yield turn -> List.of(draft);
            }
            case AGREE -> about(event, signal -> new Payload.Vote(proposalId(signal), Stance.AGREE, event.text(), 1));
            case DISAGREE -> about(event, signal -> new Payload.Challenge(signal.id(), event.text(), null));
            case MODERATION, NONE -> turn -> List.of(chat(event));
        };
    }

    private RecordedAgent.RecordedLine solution(Event event) {
        Optional<CanonicalAnswer> cards = episode.answer(event.answer());
        Draft words = discovery(event);
        if (cards.isEmpty()) {
            return turn -> List.of(words);
        }
        lastSolution = cards.get();
        Draft proposal = proposal(cards.get(), event.text(), 1);
        return turn -> List.of(proposalSignal(cards.get(), turn).map(known -> words.inReplyTo(known.id()))
                .orElse(proposal));
    }

    /** A reaction to the latest proposal; a plain message if that proposal does not exist. */
    private RecordedAgent.RecordedLine about(Event event, Function<Signal, Payload> payload) {
        CanonicalAnswer target = lastSolution != null ? lastSolution : lastAnswer;
        Draft plain = chat(event);
        if (target == null || event.text().isBlank()) {
            return turn -> List.of(plain);
        }
        return turn -> List.of(proposalSignal(target, turn)
                .map(signal -> Draft.of(payload.apply(signal), 1).inReplyTo(signal.id())).orElse(plain));
    }

    private static Draft proposal(CanonicalAnswer answer, String reasoning, double confidence) {
        return Draft.of(new Payload.Proposal(answer.proposalId(), answer.content(), reasoning), confidence);
    }

    private static Draft discovery(Event event) {
        String words = event.text().isBlank() ? String.join(" ", event.answer()) : event.text();
        return Draft.of(new Payload.Discovery(words, null, UNSTATED_RELEVANCE), 1);
    }

    private static Draft chat(Event event) {
        return Draft.custom("chat:message", Payload.Open.text(event.text()));
    }

    private static Optional<Signal> proposalSignal(CanonicalAnswer answer, Turn turn) {
        return turn.history().select(SignalFilter.ofTypes(SignalType.PROPOSAL)).stream()
                .filter(signal -> proposalId(signal).equals(answer.proposalId())).findFirst();
    }

    private static String proposalId(Signal signal) {
        return signal.payload() instanceof Payload.Proposal proposal ? proposal.proposalId() : "";
    }
}
