package dev.waggle.swarm.evaluation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.reliability.TalliedVotes;
import org.jspecify.annotations.Nullable;

/**
 * Ballots of a solve at its end: the answers, the leader, and what each agent voted and proposed. Proposals that were
 * merged are one answer.
 *
 * @param rule the meaning of a vote with respect to other answers
 * @param answers the proposed answers, the leader first, then by share of the votes
 * @param leader the id of the leading answer, decided or not; {@code null} if nothing leads
 * @param ballots the ballots, in the order of the ids of agents
 * @param tallied the votes as the decision tallied them, whose options are the answers in the order of their ids;
 *        {@code null} in records that do not have them
 */
public record SolveBallots(BallotRule rule, List<VoicedAnswer> answers, @Nullable String leader,
        List<OutcomeBallot> ballots, @Nullable TalliedVotes tallied) {

    public SolveBallots {
        answers = List.copyOf(answers);
        ballots = List.copyOf(ballots);
        if (leader != null && answers.stream().noneMatch(answer -> answer.id().equals(leader))) {
            throw new IllegalArgumentException("the leader \"" + leader + "\" is none of the " + answers.size()
                    + " answers");
        }
        if (ballots.stream().map(OutcomeBallot::agentId).distinct().count() < ballots.size()) {
            throw new IllegalArgumentException("an agent has one ballot, got two of one agent");
        }
        if (tallied != null && tallied.options() != answers.size()) {
            throw new IllegalArgumentException("votes are tallied on the " + answers.size() + " answers, got "
                    + tallied.options());
        }
    }

    /** Ballots without the votes as they were tallied. */
    public SolveBallots(BallotRule rule, List<VoicedAnswer> answers, @Nullable String leader,
            List<OutcomeBallot> ballots) {
        this(rule, answers, leader, ballots, null);
    }

    /** Copy for a panel of at least that number of agents that could have voted. */
    public SolveBallots withPanel(int atLeast) {
        return new SolveBallots(rule, answers, leader, ballots, tallied == null ? null : tallied.withPanel(atLeast));
    }

    /** Copy that says whether agents were spared, so that they did not vote. */
    public SolveBallots withPartial(boolean wereSpared) {
        return new SolveBallots(rule, answers, leader, ballots,
                tallied == null ? null : tallied.withPartial(wereSpared));
    }

    /** True if agents were spared, so that they did not vote. */
    public boolean isPartial() {
        return tallied != null && tallied.isPartial();
    }

    /** The leading answer, decided or not. */
    public Optional<VoicedAnswer> leading() {
        return answers.stream().filter(answer -> answer.id().equals(leader)).findFirst();
    }

    /** True if any agent voted. */
    public boolean hasVotes() {
        return ballots.stream().anyMatch(ballot -> !ballot.votes().isEmpty());
    }

    /**
     * The voiced answer that a text means. The text is its id, its whole text, or the label or the text of an option.
     * It may also say the same in other words ({@link TextEquivalence}). Empty if no agent proposed it.
     */
    public Optional<VoicedAnswer> find(String text) {
        String key = CanonicalAnswer.key(text);
        List<Predicate<VoicedAnswer>> ways = List.of(answer -> answer.id().equals(text),
                answer -> CanonicalAnswer.key(answer.text()).equals(key), answer -> answer.id().equals("answer:" + key),
                answer -> CanonicalAnswer.key(answer.optionText()).equals(key),
                answer -> TextEquivalence.isSame(answer.text(), text));
        return ways.stream().flatMap(way -> answers.stream().filter(way)).findFirst();
    }

    /**
     * A proposed answer.
     *
     * @param id the id that votes refer to
     * @param text its content, or the beginning of it
     */
    public record VoicedAnswer(String id, String text) {

        /** Maximum number of characters of a text, without the mark of a cut. */
        public static final int MAX_TEXT = 2_000;

        /** Content of an option without its label. */
        private String optionText() {
            String label = id.substring(id.indexOf(':') + 1).toUpperCase(Locale.ROOT) + ": ";
            return text.startsWith(label) ? text.substring(label.length()) : text;
        }
    }
}
