package dev.waggle.swarm.reaction.prompt;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.reaction.reply.SignalReferences;

/**
 * View of an agent in its turn.
 *
 * @param all all signals of the solve, oldest first
 * @param references names of the signals
 * @param stimuli signals that call for a reaction; the newest when there are too many
 * @param unshown number of omitted stimuli
 * @param background silent items of its inbox; the newest when there are too many
 * @param discoveries discoveries of others except the stimuli; the newest when there are too many, the most relevant
 *        first
 * @param proposals proposals with their votes, oldest first; the newest when there are too many
 * @param own the agent's own signals; the newest when there are too many
 * @param debate its role in a debate, in a turn of one
 */
public record TurnView(List<Signal> all, SignalReferences references, List<Signal> stimuli, int unshown,
        List<Signal> background,
        List<Signal> discoveries, List<VoteCount> proposals, List<Signal> own, Optional<DebateRole> debate) {

    /** Maximum number of signals to react to, as many as one prompt can handle. */
    static final int MAX_STIMULI = 40;

    static final int MAX_BACKGROUND = 20;

    static final int MAX_DISCOVERIES = 20;

    static final int MAX_PROPOSALS = 20;

    static final int MAX_OWN = 10;

    /** Bonus of a discovery with evidence, in units of relevance. */
    private static final double EVIDENCE = 0.2;

    /** Builds the view of that agent in a turn with those stimuli. */
    public static TurnView of(String agentId, Turn turn, List<Signal> stimuli) {
        List<Signal> all = turn.history().select(SignalFilter.ALL);
        Set<String> answered = new HashSet<>(stimuli.stream().map(Signal::id).toList());
        List<Signal> found = all.stream().filter(signal -> signal.payload() instanceof Payload.Discovery)
                .filter(signal -> !isBy(agentId, signal) && !answered.contains(signal.id())).toList();
        List<Signal> own = all.stream().filter(signal -> isBy(agentId, signal)).toList();
        return new TurnView(all, SignalReferences.of(all, turn.history()::numberOf, turn.mail().delivered()),
                newest(stimuli, MAX_STIMULI),
                Math.max(0, stimuli.size() - MAX_STIMULI), newest(turn.context(), MAX_BACKGROUND),
                ranked(newest(found, MAX_DISCOVERIES)), newest(polls(all), MAX_PROPOSALS), newest(own, MAX_OWN),
                turn.debate().map(debate -> new DebateRole(debate, debate.ownOf(agentId))));
    }

    /** All signals of an agent, omitted ones too. */
    public List<Signal> allBy(String agentId) {
        return all.stream().filter(signal -> isBy(agentId, signal)).toList();
    }

    private static boolean isBy(String agentId, Signal signal) {
        return signal.source().label().equals(agentId);
    }

    private static <T> List<T> newest(List<T> items, int max) {
        return items.subList(Math.max(0, items.size() - max), items.size());
    }

    /** Discoveries by rank; of equal rank the newest comes first. */
    private static List<Signal> ranked(List<Signal> discoveries) {
        return discoveries.reversed().stream().sorted(Comparator.comparingDouble(TurnView::rank).reversed()).toList();
    }

    private static double rank(Signal signal) {
        return signal.payload() instanceof Payload.Discovery found
                ? found.relevance() + (hasEvidence(found) ? EVIDENCE : 0)
                : 0;
    }

    private static boolean hasEvidence(Payload.Discovery found) {
        String evidence = found.evidence();
        return evidence != null && !evidence.isBlank();
    }

    private static List<VoteCount> polls(Collection<Signal> all) {
        Map<String, VoteCount> polls = new LinkedHashMap<>();
        for (Signal signal : all) {
            if (signal.payload() instanceof Payload.Proposal proposal) {
                polls.putIfAbsent(proposal.proposalId(), new VoteCount(signal, Map.of()));
            } else if (signal.payload() instanceof Payload.Vote vote) {
                polls.computeIfPresent(vote.proposalId(),
                        (_, poll) -> poll.with(signal.source().label(), vote.stance()));
            }
        }
        return List.copyOf(polls.values());
    }
}
