package dev.waggle.swarm.compose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition.Action;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition.Choice;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Selects a team for a task out of many candidates.
 *
 * <pre>
 *   score = 0.5 share of its tags that a keyword fits + 0.3 reputation + 0.2 min(weight, 1)
 * </pre>
 *
 * <p>The best are taken first, of equals the one that was named first. A candidate that hardly differs from a member is
 * skipped. Once the team has its minimum size, a candidate with the role of a member is skipped too. When too few are
 * left, the best skipped candidates fill it up. The cost is at most quadratic in the candidates.
 */
public final class TeamComposer {

    /** Below that share of its activity an agent is not worth its place. */
    public static final double PRUNE_THRESHOLD = 0.2;

    /** Each is compared with the team, so more would take seconds. */
    public static final int MAX_CANDIDATES = 10_000;

    private static final double TAG_WEIGHT = 0.5;
    private static final double REPUTATION_WEIGHT = 0.3;
    private static final double VOTE_WEIGHT = 0.2;

    /** Minimum share of fitting tags for a relevant candidate. */
    private static final double RELEVANCE_THRESHOLD = 0.5;

    /** Bonus for a role that the team lacks. */
    private static final double NEW_ROLE_BONUS = 0.3;

    private static final double ACTIVITY_WEIGHT = 0.3;
    private static final double CONFIDENCE_WEIGHT = 0.2;

    /** Bonus for a challenge, a fifth of a fifth: it breaks ties and no more. */
    private static final double CHALLENGE_BONUS = 0.04;

    /** Maximum length of a role in a reason. */
    private static final int MAX_SHOWN_ROLE = 60;

    private final KeywordExtractor keywords;
    private final TeamComposerConfig config;

    public TeamComposer(KeywordExtractor keywords, TeamComposerConfig config) {
        this.keywords = keywords;
        this.config = config;
    }

    /**
     * The team for a task.
     *
     * @throws IllegalArgumentException when there is no candidate, or more than {@value #MAX_CANDIDATES}, or two have
     *         the same id
     */
    public TeamComposition compose(Task task, List<TeamCandidate> candidates) throws InterruptedException {
        requireUniqueIds(candidates);
        KeywordExtractor.TaskKeywords about = keywords.extract(task);
        List<RatedCandidate> ranked = candidates.stream().map(candidate -> rate(candidate, about.words()))
                .sorted(Comparator.comparingDouble(RatedCandidate::score).reversed()).toList();
        List<RatedCandidate> team = new ArrayList<>();
        Map<RatedCandidate, Choice> choices = new LinkedHashMap<>();
        ranked.forEach(rated -> choices.put(rated, choose(rated, team)));
        fillUp(ranked, team, choices);
        return new TeamComposition(team.stream().map(rated -> rated.candidate.agent()).toList(), about,
                List.copyOf(choices.values()));
    }

    /**
     * Suggests the candidate that would help a team most: the best share of fitting tags, and {@value #NEW_ROLE_BONUS}
     * more for a role that it lacks. Empty when none fits and none brings a role.
     */
    public Optional<Choice> suggestReinforcement(Task task, List<Agent> team, List<TeamCandidate> candidates)
            throws InterruptedException {
        Set<String> ids = new HashSet<>();
        Set<String> roles = new HashSet<>();
        team.forEach(agent -> {
            ids.add(agent.profile().id());
            roles.add(CanonicalAnswer.key(agent.profile().role()));
        });
        List<String> words = keywords.extract(task).words();
        return candidates.stream().filter(candidate -> !ids.contains(candidate.id()))
                .map(candidate -> reinforcement(candidate, words, roles)).filter(choice -> choice.score() > 0)
                .reduce((best, next) -> next.score() > best.score() ? next : best);
    }

    /**
     * Suggests members to remove: those whose activity, compared with the busiest, is below {@value #PRUNE_THRESHOLD},
     * the least active first, as long as {@code minAgents} stay.
     */
    public List<String> suggestPrune(Map<String, AgentContribution> activities) {
        return suggestPrune(activities, PRUNE_THRESHOLD);
    }

    /** The same below another threshold, 0..1. */
    public List<String> suggestPrune(Map<String, AgentContribution> activities, double below) {
        if (!(below >= 0 && below <= 1)) {
            throw new IllegalArgumentException("the threshold must be between 0 and 1, got " + below);
        }
        double signals = maxActivity(activities.values().stream().mapToInt(AgentContribution::signalsEmitted).max());
        double proposals = maxActivity(activities.values().stream().mapToInt(AgentContribution::proposalsMade).max());
        Map<String, Double> activity = new LinkedHashMap<>();
        activities.forEach((id, did) -> activity.put(id,
                ACTIVITY_WEIGHT * did.signalsEmitted() / signals + ACTIVITY_WEIGHT * did.proposalsMade() / proposals
                        + CONFIDENCE_WEIGHT * did.avgConfidence() + (did.challengesMade() > 0 ? CHALLENGE_BONUS : 0)));
        return activity.entrySet().stream().filter(one -> one.getValue() < below)
                .sorted(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .limit(Math.max(0, activity.size() - config.minAgents())).toList();
    }

    private RatedCandidate rate(TeamCandidate candidate, List<String> words) {
        double tags = tagScore(candidate, words);
        double score = TAG_WEIGHT * tags + REPUTATION_WEIGHT * candidate.reputation()
                + VOTE_WEIGHT * Math.min(candidate.agent().profile().weight(), 1);
        Set<String> knows = new LinkedHashSet<>(WordStemmer.words(candidate.role()));
        candidate.tags().forEach(tag -> knows.addAll(WordStemmer.words(tag)));
        return new RatedCandidate(candidate, tags, score, CanonicalAnswer.key(candidate.role()), knows);
    }

    /** Adds a candidate to the team, or gives the reason against it. */
    private Choice choose(RatedCandidate rated, List<RatedCandidate> team) {
        if (team.size() >= config.maxAgents()) {
            return rated.rejected("Max agent limit reached");
        }
        if (team.size() >= config.minAgents() && !rated.role.isEmpty()
                && team.stream().anyMatch(member -> member.role.equals(rated.role))) {
            return rated.rejected("Duplicate role: " + truncate(rated.candidate.role()));
        }
        Optional<RatedCandidate> twin = team.stream().filter(member -> isTwin(member, rated)).findFirst();
        if (twin.isPresent()) {
            return rated.rejected("Too much like " + twin.get().candidate.id());
        }
        team.add(rated);
        return rated.selected(rated.tags >= RELEVANCE_THRESHOLD
                ? "High relevance to task"
                : rated.tags > 0 ? "Some relevance to task" : "Selected for diversity");
    }

    /** True if the candidate is nearly equal to the member; never for a candidate without known words. */
    private boolean isTwin(RatedCandidate member, RatedCandidate newcomer) {
        return !newcomer.knownWords.isEmpty()
                && WordStemmer.distance(member.knownWords, newcomer.knownWords) < config.minDiversity();
    }

    private void fillUp(List<RatedCandidate> ranked, List<RatedCandidate> team, Map<RatedCandidate, Choice> choices) {
        for (RatedCandidate rated : ranked) {
            if (team.size() < config.minAgents() && !team.contains(rated)) {
                team.add(rated);
                choices.put(rated, rated.selected("Needed for the smallest team"));
            }
        }
    }

    private static Choice reinforcement(TeamCandidate candidate, List<String> words, Set<String> roles) {
        double tags = tagScore(candidate, words);
        String role = CanonicalAnswer.key(candidate.role());
        boolean brings = !role.isEmpty() && !roles.contains(role);
        return new Choice(candidate.id(), Action.SELECTED,
                brings ? "Brings the role " + truncate(candidate.role()) : "Fits the task",
                tags + (brings ? NEW_ROLE_BONUS : 0));
    }

    private static double tagScore(TeamCandidate candidate, List<String> words) {
        long fitting = candidate.tags().stream()
                .filter(tag -> words.stream().anyMatch(word -> WordStemmer.matches(tag, word))).count();
        return candidate.tags().isEmpty() ? 0 : (double) fitting / candidate.tags().size();
    }

    private static double maxActivity(OptionalInt most) {
        return Math.max(1, most.orElse(1));
    }

    private static String truncate(String role) {
        return role.length() <= MAX_SHOWN_ROLE ? role : role.substring(0, MAX_SHOWN_ROLE) + "...";
    }

    private static void requireUniqueIds(List<TeamCandidate> candidates) {
        if (candidates.isEmpty() || candidates.size() > MAX_CANDIDATES) {
            throw new IllegalArgumentException(
                    "a team needs 1 to " + MAX_CANDIDATES + " candidates, got " + candidates.size());
        }
        Set<String> ids = new HashSet<>();
        for (TeamCandidate candidate : candidates) {
            if (!ids.add(candidate.id())) {
                throw new IllegalArgumentException("two candidates have the id \"" + candidate.id()
                        + "\"\nMaybe give each its own AgentProfile.");
            }
        }
    }

    /** A candidate and its fit. */
    private static final class RatedCandidate {

        private final TeamCandidate candidate;
        private final double tags;
        private final double score;
        private final String role;
        private final Set<String> knownWords;

        RatedCandidate(TeamCandidate candidate, double tags, double score, String role, Set<String> knows) {
            this.candidate = candidate;
            this.tags = tags;
            this.score = score;
            this.role = role;
            this.knownWords = knows;
        }

        double score() {
            return score;
        }

        Choice selected(String reason) {
            return new Choice(candidate.id(), Action.SELECTED, reason, score);
        }

        Choice rejected(String reason) {
            return new Choice(candidate.id(), Action.REJECTED, reason, score);
        }
    }

    /**
     * Candidate for a team.
     *
     * @param agent its agent
     * @param tags its topics, a word or a few each; without blank ones, in order
     * @param reputation its reputation so far, 0..1; {@value #DEFAULT_REPUTATION} for new agents
     */
    public record TeamCandidate(Agent agent, Set<String> tags, double reputation) {

        /** Reputation of an unknown candidate. */
        public static final double DEFAULT_REPUTATION = 0.5;

        public TeamCandidate {
            tags = tags.stream().filter(tag -> !tag.isBlank())
                    .collect(LinkedHashSet::new, LinkedHashSet::add, LinkedHashSet::addAll);
            if (!(reputation >= 0 && reputation <= 1)) {
                throw new IllegalArgumentException("reputation of candidate " + agent.profile().id()
                        + " must be between 0 and 1, got " + reputation);
            }
        }

        /** Creates a candidate with the default reputation. */
        public static TeamCandidate of(Agent agent, String... tags) {
            return new TeamCandidate(agent, new LinkedHashSet<>(List.of(tags)), DEFAULT_REPUTATION);
        }

        public TeamCandidate withReputation(double newReputation) {
            return new TeamCandidate(agent, tags, newReputation);
        }

        public String id() {
            return agent.profile().id();
        }

        /** Role in the team; may be empty. */
        public String role() {
            return agent.profile().role();
        }
    }

    /**
     * Team for a task, and the reasons for it.
     *
     * @param agents chosen agents, the best first
     * @param keywords keywords of the task and their source
     * @param reasoning a line for each candidate, the best first
     */
    public record TeamComposition(List<Agent> agents, KeywordExtractor.TaskKeywords keywords, List<Choice> reasoning) {

        public TeamComposition {
            agents = List.copyOf(agents);
            reasoning = List.copyOf(reasoning);
        }

        /** Sum of the weights of the chosen agents. */
        public double totalWeight() {
            return agents.stream().mapToDouble(agent -> agent.profile().weight()).sum();
        }

        /**
         * Choice about one candidate.
         *
         * @param agentId id of the candidate
         * @param action its treatment
         * @param reason the reason, for people
         * @param score fit for the task, 0..1
         */
        public record Choice(String agentId, Action action, String reason, double score) {}

        /** Treatment of a candidate. */
        public enum Action {
            SELECTED, REJECTED
        }
    }

    /** Extractor of the keywords of a task. */
    @FunctionalInterface
    public interface KeywordExtractor {

        /** Maximum number of keywords; more would match every candidate. */
        int MAX_KEYWORDS = 40;

        /** Extracts the keywords of a task; none when it finds none. */
        TaskKeywords extract(Task task) throws InterruptedException;

        /** The words of the task itself, without those that every text has. */
        static KeywordExtractor ofTaskWords() {
            return task -> new TaskKeywords(
                    WordStemmer.words(task.text()).stream().filter(word -> !StopWords.WORDS.contains(word))
                            .limit(MAX_KEYWORDS).toList(),
                    "the words of the task");
        }

        /** Always these. */
        static KeywordExtractor fixed(List<String> words) {
            TaskKeywords found = new TaskKeywords(words, "given");
            return task -> found;
        }

        /**
         * Keywords of a task.
         *
         * @param words the keywords, at most {@value KeywordExtractor#MAX_KEYWORDS}
         * @param origin source of the keywords, and the reason why no better source was used, for people
         */
        record TaskKeywords(List<String> words, String origin) {
            public TaskKeywords {
                words = words.stream().limit(MAX_KEYWORDS).toList();
            }
        }

        /** Words without information about a subject. */
        final class StopWords {

            private static final Set<String> WORDS = Set.of("a", "about", "all", "an", "and", "any", "are", "as", "at",
                    "be", "been", "but", "by", "can", "could", "do", "does", "for", "from", "had", "has", "have", "how",
                    "i", "if", "in", "into", "is", "it", "its", "more", "most", "my", "no", "not", "of", "on", "or",
                    "our",
                    "out", "should", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they",
                    "this", "those", "to", "up", "us", "was", "we", "were", "what", "when", "where", "which", "who",
                    "why",
                    "will", "with", "would", "you", "your");

            private StopWords() {}
        }
    }
}
