package dev.waggle.swarm.reliability;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Weights of agents and of the parts of the model, learned one outcome at a time. They are the state of a conditional logit
 * with a normal distribution ({@link dev.waggle.math.inference.logit.LogitFilter}).
 *
 * <p>Without outcomes every weight is 0, and a decision has the probabilities of its offsets. A new agent starts from the
 * part that all agents have in common, so outcomes of others help it at once. The terms of a kind of task begin after
 * {@value #OUTCOMES_OF_CATEGORY} outcomes of it.
 *
 * <p>A step is O(options x terms^2) in the terms of the agents that voted. Its cost does not grow with the outcomes, nor
 * with the agents that did not vote. Covariances are kept between agents that decided together. All takes at most 64 MB: then
 * the covariances of long ago are forgotten, and agents that were away longest leave. The same outcomes in the same order
 * give the same state, to the last bit. Owned by one thread.
 */
public final class ReliabilityState {

    /** Number of outcomes of a kind of task from which agents have a term of it. */
    public static final int OUTCOMES_OF_CATEGORY = 20;

    /** Version of a state without outcomes. */
    public static final String UNTAUGHT = LearnedWeights.NONE.version();

    private static final int VERSION_BYTES = 8;

    private final LearnedTerms terms;
    private final TermIndex categories;
    private final TermIndex answers;
    private long outcomes;
    private String version;

    /** A state without outcomes. */
    public ReliabilityState() {
        this(new LearnedTerms(), new TermIndex(ModelTerm.MAX_CATEGORIES), new TermIndex(ModelTerm.MAX_ANSWERS), 0,
                UNTAUGHT);
    }

    ReliabilityState(LearnedTerms terms, TermIndex categories, TermIndex answers, long outcomes, String version) {
        this.terms = terms;
        this.categories = categories;
        this.answers = answers;
        this.outcomes = outcomes;
        this.version = version;
    }

    /** Number of outcomes that it has learned. */
    public long outcomes() {
        return outcomes;
    }

    /** Name of this state: equal if and only if the same outcomes were learned in the same order. */
    public String version() {
        return version;
    }

    /** Agents with an outcome, in the order of their first. */
    public List<String> agents() {
        return terms.agents();
    }

    /** Outcomes of each kind of task, in the order of their names. */
    public Map<String, Long> categories() {
        return categories.counts();
    }

    /**
     * Learns from a decision.
     *
     * @param right the right option; empty if nobody named the right answer
     * @throws IllegalArgumentException when there is no such option
     */
    public void learn(DecisionCase decision, OptionalInt right) {
        learn(decision, CaseTruth.of(right));
    }

    /**
     * Learns from a decision. A wrong option teaches that it is wrong, and nothing of the answers beside it.
     *
     * @throws IllegalArgumentException when there is no such option
     */
    public void learn(DecisionCase decision, CaseTruth known) {
        CaseTruth truth = known.about(decision);
        int category = categoryTerm(decision.category());
        List<Integer> agents = admit(decision, category);
        int others = truth instanceof CaseTruth.Unnamed ? Math.max(1, decision.others()) : decision.others();
        new PanelStep(terms, agents, category, this::answerTerm, decision, CaseFeatures.scores(decision, others))
                .learn(truth, outcomes + 1);
        count(decision, agents, truth);
        terms.grow(LearnedTerms.COMMON);
        agents.forEach(terms::grow);
        terms.forget();
        outcomes++;
        version = next(decision, truth);
    }

    /** Probability of each option, then of all answers together that nobody named. */
    public double[] probabilities(DecisionCase decision) {
        return weights(decision).probabilities(decision);
    }

    /** The weights for a case: those of its agents and its category. */
    private LearnedWeights weights(DecisionCase decision) {
        return weights(decision.ballots().stream().map(CaseBallot::agent).toList(), decision.category());
    }

    /**
     * The weights of these agents for a kind of task, as they are now; later outcomes do not change them. An agent without
     * outcomes has those that all have in common.
     */
    public LearnedWeights weights(Collection<String> agents, String category) {
        int term = categoryTerm(category);
        Map<String, LearnedWeights.AgentWeight> known = new LinkedHashMap<>();
        MemberState common = terms.member(LearnedTerms.COMMON);
        int kinds = kinds(common);
        for (String agent : new TreeSet<>(agents)) {
            int number = terms.find(agent);
            if (number != LearnedTerms.COMMON) {
                known.put(agent, weight(terms.member(number), term, kinds));
            }
        }
        Map<String, Double> ofAll = new LinkedHashMap<>();
        for (int place = 0; place < common.size(); place++) {
            if (common.term(place) < ModelTerm.ANSWER) {
                ofAll.put(TermNames.name(common.term(place)), common.mean(place));
            }
        }
        Map<String, Double> answerWeights = new TreeMap<>();
        for (int place = 0; place < answers.names().size(); place++) {
            answerWeights.put(answers.names().get(place), common.meanOf(ModelTerm.ANSWER + place));
        }
        return new LearnedWeights(version, outcomes, category, ofAll, answerWeights, known);
    }

    private static int kinds(MemberState common) {
        int kinds = 0;
        while (common.find(ModelTerm.CONFIDENCE + kinds) >= 0) {
            kinds++;
        }
        return kinds;
    }

    private static LearnedWeights.AgentWeight weight(MemberState member, int category, int kinds) {
        List<Double> confidences = new ArrayList<>(kinds);
        List<Double> usual = new ArrayList<>(kinds);
        for (int kind = 0; kind < kinds; kind++) {
            confidences.add(member.meanOf(ModelTerm.CONFIDENCE + kind));
            usual.add(member.usual(kind));
        }
        return new LearnedWeights.AgentWeight(member.outcomes(), member.meanOf(ModelTerm.AGENT),
                member.meanOf(ModelTerm.DEBATER), confidences, usual, category < 0 ? 0 : member.meanOf(category));
    }

    LearnedTerms terms() {
        return terms;
    }

    TermIndex categoryIndex() {
        return categories;
    }

    TermIndex answerIndex() {
        return answers;
    }

    /** The term of a category; negative while it has too few outcomes. */
    private int categoryTerm(String category) {
        int place = categories.place(category);
        return place < 0 ? -1 : ModelTerm.CATEGORY + place;
    }

    /** The term of an answer; negative while it has too few outcomes. */
    private int answerTerm(String answer) {
        int place = answers.place(answer);
        return place < 0 ? -1 : ModelTerm.ANSWER + place;
    }

    /** Gives every part of the case its terms. */
    private List<Integer> admit(DecisionCase decision, int category) {
        MemberState common = terms.member(LearnedTerms.COMMON);
        List<Integer> agents = new ArrayList<>(decision.ballots().size());
        for (CaseBallot ballot : decision.ballots()) {
            int number = terms.number(ballot.agent());
            agents.add(number);
            admit(ballot, terms.member(number), common, decision.isDebate(), category);
        }
        for (String answer : decision.answers()) {
            int term = answerTerm(answer);
            if (term >= 0) {
                common.ensure(term, ModelTerm.commonVariance(term));
            }
        }
        int first = decision.isDebate() ? ModelTerm.LAST : ModelTerm.COUNT;
        int end = decision.isDebate() ? ModelTerm.UNANIMOUS : ModelTerm.NAMED;
        for (int term = first; term <= end; term++) {
            common.ensure(term, ModelTerm.commonVariance(term));
        }
        return agents;
    }

    private static void admit(CaseBallot ballot, MemberState agent, MemberState common, boolean isDebate,
            int category) {
        if (isDebate) {
            agent.ensure(ModelTerm.DEBATER, ModelTerm.ownVariance(ModelTerm.DEBATER));
        } else {
            common.ensure(ModelTerm.AGENT, ModelTerm.commonVariance(ModelTerm.AGENT));
            agent.ensure(ModelTerm.AGENT, ModelTerm.ownVariance(ModelTerm.AGENT));
        }
        for (int kind = 0; kind < ballot.confidences().size(); kind++) {
            int term = ModelTerm.CONFIDENCE + kind;
            common.ensure(term, ModelTerm.commonVariance(term));
            agent.ensure(term, ModelTerm.ownVariance(term));
        }
        if (category >= 0) {
            agent.ensure(category, ModelTerm.ownVariance(category));
        }
    }

    private void count(DecisionCase decision, List<Integer> agents, CaseTruth truth) {
        List<CaseBallot> ballots = decision.ballots();
        List<Optional<Boolean>> results = ballots.stream().map(ballot -> isRight(ballot, truth)).toList();
        for (int i = 0; i < ballots.size(); i++) {
            CaseBallot ballot = ballots.get(i);
            MemberState member = terms.member(agents.get(i));
            results.get(i).ifPresent(isRight -> member.addOutcomes(1, isRight ? 1 : 0));
            for (int kind = 0; kind < ballot.confidences().size(); kind++) {
                double stated = ballot.confidences().get(kind);
                if (!Double.isNaN(stated)) {
                    member.addOdds(kind, LogOdds.of(stated), 1);
                }
            }
            member.see(outcomes + 1);
        }
        MemberState common = terms.member(LearnedTerms.COMMON);
        common.addOutcomes(1, 0);
        common.see(outcomes + 1);
        countPairs(agents, results);
        if (!decision.category().isEmpty()) {
            categories.count(decision.category(), OUTCOMES_OF_CATEGORY);
        }
        new TreeSet<>(decision.answers()).forEach(answer -> answers.count(answer, OUTCOMES_OF_CATEGORY));
    }

    /** True if the answer of a ballot is right, false if it is wrong; empty without an answer, or if that is not known. */
    private static Optional<Boolean> isRight(CaseBallot ballot, CaseTruth truth) {
        if (ballot.stances().values().stream().noneMatch(stance -> stance > 0)) {
            return Optional.empty();
        }
        return switch (truth) {
            case CaseTruth.Right(int option) -> Optional.of(ballot.supports(option));
            case CaseTruth.Unnamed _ -> Optional.of(false);
            case CaseTruth.Wrong(int option) -> ballot.supportsOnly(option) ? Optional.of(false) : Optional.empty();
        };
    }

    /** Counts the pairs that the step has kept. */
    private void countPairs(List<Integer> agents, List<Optional<Boolean>> results) {
        for (int i = 0; i < results.size(); i++) {
            for (int j = 0; j < i && results.get(i).isPresent(); j++) {
                boolean isInOrder = agents.get(j) < agents.get(i);
                int first = isInOrder ? j : i;
                int second = isInOrder ? i : j;
                PairState pair = results.get(j).isPresent() ? terms.find(agents.get(first), agents.get(second)) : null;
                if (pair != null) {
                    boolean isFirstRight = results.get(first).orElse(false);
                    boolean isSecondRight = results.get(second).orElse(false);
                    pair.count(1, isFirstRight ? 1 : 0, isSecondRight ? 1 : 0, isFirstRight && isSecondRight ? 1 : 0);
                }
            }
        }
    }

    private String next(DecisionCase decision, CaseTruth truth) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(version.getBytes(StandardCharsets.UTF_8));
            digest.update(decision.toString().getBytes(StandardCharsets.UTF_8));
            digest.update(truth.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(), 0, VERSION_BYTES);
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every Java has SHA-256", never);
        }
    }

    /** Reliability of an agent; {@code null} if it has no outcome. */
    public @Nullable AgentReliability reliability(String agent) {
        int number = terms.find(agent);
        if (number == LearnedTerms.COMMON) {
            return null;
        }
        return AgentReliability.of(terms, agent, number, categories.names());
    }
}
