package dev.waggle.swarm.reaction.prompt;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.reaction.reply.SignalReferences;

/**
 * View of an agent in its turn. It holds the signals of the solve that reached the agent, its own and its mail.
 *
 * @param all the signals of the solve that the agent knows, oldest first
 * @param references names of the signals
 * @param fresh signals of the solve that call for a reaction, as the agent received them, without the question
 * @param mail items of its inbox that call for a reaction; the newest when there are too many
 * @param background silent items of its inbox; the newest when there are too many
 * @param relevant the most relevant discoveries of others, best first
 * @param proposals proposals to vote on with their votes, oldest first; the newest when there are too many, in a
 *        debate the two of it
 * @param supporters other speakers of a finding that was told once, by the id of its signal, oldest first
 * @param position place of the turn, with the state of the solve
 * @param debate its role in a debate, in a turn of one
 * @param summaries summaries of old findings, by the ids of the findings in order
 */
public record TurnView(List<Signal> all, SignalReferences references, List<Signal> fresh, List<Signal> mail,
        List<Signal> background, List<Signal> relevant, List<VoteCount> proposals,
        Map<String, List<String>> supporters, Turn.TurnPosition position, Optional<DebateRole> debate,
        Map<List<String>, String> summaries) {

    /** Maximum number of items of the inbox to react to, as many as one prompt can handle. */
    static final int MAX_MAIL = 40;

    static final int MAX_BACKGROUND = 20;

    /** As many discoveries as a ranking helps with. */
    static final int MAX_RELEVANT = 8;

    static final int MAX_PROPOSALS = 20;

    /** Bonus of a discovery with evidence, in units of relevance. */
    private static final double EVIDENCE = 0.2;

    /** Builds the view of that agent in a turn with those stimuli. */
    public static TurnView of(String agentId, Turn turn, List<Signal> stimuli) {
        List<Signal> all = turn.history().select(SignalFilter.ALL);
        Set<String> known = all.stream().map(Signal::id).collect(Collectors.toCollection(HashSet::new));
        Optional<DebateRole> debate = turn.debate().map(part -> new DebateRole(part, part.ownOf(agentId)));
        List<VoteCount> polls = polls(all).stream()
                .filter(poll -> debate.isEmpty() || debate.get().isAbout(poll.proposal())).toList();
        return new TurnView(all, SignalReferences.of(all, turn.history()::numberOf, turn.mail().delivered(),
                turn.status().voters()),
                stimuli.stream().filter(signal -> known.contains(signal.id()) && !isQuestion(signal, all)).toList(),
                newest(stimuli.stream().filter(signal -> !known.contains(signal.id())).toList(), MAX_MAIL),
                newest(turn.context(), MAX_BACKGROUND), ranked(all, agentId), newest(polls, MAX_PROPOSALS),
                supporters(all, turn), turn.position(), debate, turn.history().summaries());
    }

    /** All signals of an agent. */
    public List<Signal> allBy(String agentId) {
        return all.stream().filter(signal -> isBy(agentId, signal)).toList();
    }

    /** True if it is the question of the solve, which a prompt states before the log. */
    static boolean isQuestion(Signal signal, List<Signal> all) {
        return signal.type().equals(SignalType.TASK_NEW) && signal.id().equals(all.getFirst().id());
    }

    private static Map<String, List<String>> supporters(List<Signal> all, Turn turn) {
        Map<String, List<String>> supporters = new LinkedHashMap<>();
        for (Signal signal : all) {
            List<String> others = signal.payload() instanceof Payload.Discovery
                    ? turn.history().supporters(signal.id()) : List.of();
            if (!others.isEmpty()) {
                supporters.put(signal.id(), others);
            }
        }
        return supporters;
    }

    private static boolean isBy(String agentId, Signal signal) {
        return signal.source().isAgent(agentId);
    }

    private static <T> List<T> newest(List<T> items, int max) {
        return items.subList(Math.max(0, items.size() - max), items.size());
    }

    /** Discoveries of others by rank; of equal rank the newest comes first. */
    private static List<Signal> ranked(List<Signal> all, String agentId) {
        return all.reversed().stream()
                .filter(signal -> signal.payload() instanceof Payload.Discovery && !isBy(agentId, signal))
                .sorted(Comparator.comparingDouble(TurnView::rank).reversed()).limit(MAX_RELEVANT).toList();
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
        MergeTable merges = MergeTable.of(all);
        for (Signal signal : all) {
            if (signal.payload() instanceof Payload.Proposal proposal && !merges.isMerged(proposal.proposalId())) {
                polls.putIfAbsent(proposal.proposalId(), new VoteCount(signal, Map.of()));
            } else if (signal.payload() instanceof Payload.Vote vote) {
                polls.computeIfPresent(merges.hostOf(vote.proposalId()),
                        (_, poll) -> poll.with(AuthorKey.of(signal.source()), vote.stance()));
            }
        }
        return List.copyOf(polls.values());
    }
}
