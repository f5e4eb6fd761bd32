package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;

/**
 * Comparison of two runs. Proposals have other ids in each run, so votes are compared by the texts of the answers;
 * letter case and blanks do not matter.
 *
 * @param sameQuestion whether both have the same question
 * @param sameDecision whether both decided on the same answer, or neither decided
 * @param differences agents whose votes at the end differ, by id; an agent of one run alone differs
 */
public record RunComparison(boolean sameQuestion, boolean sameDecision, List<VoterDifference> differences) {

    public RunComparison {
        differences = List.copyOf(differences);
    }

    /**
     * Agent whose votes differ.
     *
     * @param agent its id
     * @param first its votes in the first run
     * @param second its votes in the second run
     */
    public record VoterDifference(String agent, List<AnswerVote> first, List<AnswerVote> second) {

        public VoterDifference {
            first = List.copyOf(first);
            second = List.copyOf(second);
        }
    }

    /**
     * Vote for or against an answer.
     *
     * @param stance the stance
     * @param answer the text of the proposal
     */
    public record AnswerVote(Stance stance, String answer) {

        private String key() {
            return stance + " " + normalized(answer);
        }
    }

    /** Compares two explained runs. */
    public static RunComparison of(Explanation first, Explanation second) {
        Map<String, List<AnswerVote>> before = votes(first);
        Map<String, List<AnswerVote>> after = votes(second);
        Set<String> agents = new TreeSet<>(before.keySet());
        agents.addAll(after.keySet());
        List<VoterDifference> differences = new ArrayList<>();
        for (String agent : agents) {
            List<AnswerVote> one = before.getOrDefault(agent, List.of());
            List<AnswerVote> other = after.getOrDefault(agent, List.of());
            if (!keys(one).equals(keys(other))) {
                differences.add(new VoterDifference(agent, one, other));
            }
        }
        return new RunComparison(question(first).equals(question(second)),
                Objects.equals(decision(first), decision(second)), differences);
    }

    /** The question of a run and its context; empty when the log does not hold it. */
    public static Optional<Payload.Task> task(Explanation run) {
        return run.log().task().map(entry -> entry.signal().payload()).filter(Payload.Task.class::isInstance)
                .map(Payload.Task.class::cast);
    }

    private static String question(Explanation run) {
        return task(run).map(task -> normalized(task.task())).orElse("");
    }

    private static Optional<String> decision(Explanation run) {
        return run.log().decided().map(reached -> normalized(reached.decision()));
    }

    private static Map<String, List<AnswerVote>> votes(Explanation run) {
        Map<String, String> contents = run.recount().result().standings().stream().map(ProposalStanding::proposal)
                .collect(Collectors.toMap(proposal -> proposal.id(), proposal -> proposal.content(), (one, _) -> one));
        Map<String, List<AnswerVote>> votes = new LinkedHashMap<>();
        run.recount().counted().forEach(vote -> votes.computeIfAbsent(vote.agentId(), _ -> new ArrayList<>())
                .add(new AnswerVote(vote.vote().stance(),
                        contents.getOrDefault(vote.proposalId(), vote.proposalId()))));
        return votes;
    }

    private static Set<String> keys(List<AnswerVote> votes) {
        return votes.stream().map(AnswerVote::key).collect(Collectors.toSet());
    }

    private static String normalized(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
