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

import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Answer;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.compose.Composition.Action;
import dev.waggle.swarm.compose.Composition.Choice;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Chooses a team for a task out of many candidates.
 *
 * <pre>
 *   score = 0.5 share of its tags that a keyword fits + 0.3 reputation + 0.2 min(weight, 1)
 * </pre>
 *
 * <p>The best are taken first, of equals the one that was named first. Passed over is who is hardly different from
 * somebody in the team, and, once the team is as large as it must be, who has the role of somebody in it. When too few
 * are left, the best of those who were passed over fill it up. The work is the square of the candidates at most.
 */
public final class Composer {

    /** Below that share of its activity an agent is not worth its place. */
    public static final double PRUNE_BELOW = 0.2;

    /** Each is compared with the team, so more would take seconds. */
    public static final int MOST_CANDIDATES = 10_000;

    private static final double TAGS = 0.5;
    private static final double REPUTATION = 0.3;
    private static final double WEIGHT = 0.2;

    /** From that share of fitting tags on a candidate is there for the task. */
    private static final double RELEVANT = 0.5;

    /** What a role is worth that the team does not have. */
    private static final double NEW_ROLE = 0.3;

    private static final double ACTIVITY = 0.3;
    private static final double CONFIDENCE = 0.2;

    /** A fifth of a fifth: that somebody objected at all breaks ties, and no more. */
    private static final double OBJECTS = 0.04;

    /** Most of a role that a reason shows. */
    private static final int SHOWN_ROLE = 60;

    private final Keywords keywords;
    private final ComposerConfig config;

    public Composer(Keywords keywords, ComposerConfig config) {
        this.keywords = keywords;
        this.config = config;
    }

    /**
     * The team for a task.
     *
     * @throws IllegalArgumentException when there is no candidate, or more than {@value #MOST_CANDIDATES}, or two have
     *         the same id
     */
    public Composition compose(Task task, List<Candidate> candidates) throws InterruptedException {
        requireDifferent(candidates);
        Keywords.Found about = keywords.of(task);
        List<Rated> ranked = candidates.stream().map(candidate -> rate(candidate, about.words()))
                .sorted(Comparator.comparingDouble(Rated::score).reversed()).toList();
        List<Rated> team = new ArrayList<>();
        Map<Rated, Choice> choices = new LinkedHashMap<>();
        ranked.forEach(rated -> choices.put(rated, choose(rated, team)));
        fillUp(ranked, team, choices);
        return new Composition(team.stream().map(rated -> rated.candidate.agent()).toList(), about,
                List.copyOf(choices.values()));
    }

    /**
     * Who of the candidates would help a team most: the best share of fitting tags, and {@value #NEW_ROLE} more for a
     * role that it lacks. Empty when none fits and none brings a role.
     */
    public Optional<Choice> suggestReinforcement(Task task, List<Agent> team, List<Candidate> candidates)
            throws InterruptedException {
        Set<String> ids = new HashSet<>();
        Set<String> roles = new HashSet<>();
        team.forEach(agent -> {
            ids.add(agent.profile().id());
            roles.add(Answer.key(agent.profile().role()));
        });
        List<String> words = keywords.of(task).words();
        return candidates.stream().filter(candidate -> !ids.contains(candidate.id()))
                .map(candidate -> reinforcement(candidate, words, roles)).filter(choice -> choice.score() > 0)
                .reduce((best, next) -> next.score() > best.score() ? next : best);
    }

    /**
     * Whom a team would hardly miss: those whose activity, compared with the busiest, is below {@value #PRUNE_BELOW},
     * the least active first, as long as {@code minAgents} stay.
     */
    public List<String> suggestPrune(Map<String, AgentContribution> activities) {
        return suggestPrune(activities, PRUNE_BELOW);
    }

    /** The same below another threshold, 0..1. */
    public List<String> suggestPrune(Map<String, AgentContribution> activities, double below) {
        if (!(below >= 0 && below <= 1)) {
            throw new IllegalArgumentException("the threshold must be between 0 and 1, got " + below);
        }
        double signals = busiest(activities.values().stream().mapToInt(AgentContribution::signalsEmitted).max());
        double proposals = busiest(activities.values().stream().mapToInt(AgentContribution::proposalsMade).max());
        Map<String, Double> activity = new LinkedHashMap<>();
        activities.forEach((id, did) -> activity.put(id,
                ACTIVITY * did.signalsEmitted() / signals + ACTIVITY * did.proposalsMade() / proposals
                        + CONFIDENCE * did.avgConfidence() + (did.challengesMade() > 0 ? OBJECTS : 0)));
        return activity.entrySet().stream().filter(one -> one.getValue() < below)
                .sorted(Map.Entry.comparingByValue()).map(Map.Entry::getKey)
                .limit(Math.max(0, activity.size() - config.minAgents())).toList();
    }

    private Rated rate(Candidate candidate, List<String> words) {
        double tags = tagScore(candidate, words);
        double score = TAGS * tags + REPUTATION * candidate.reputation()
                + WEIGHT * Math.min(candidate.agent().profile().weight(), 1);
        Set<String> knows = new LinkedHashSet<>(Stems.words(candidate.role()));
        candidate.tags().forEach(tag -> knows.addAll(Stems.words(tag)));
        return new Rated(candidate, tags, score, Answer.key(candidate.role()), knows);
    }

    /** Takes a candidate into the team, or says why not. */
    private Choice choose(Rated rated, List<Rated> team) {
        if (team.size() >= config.maxAgents()) {
            return rated.rejected("Max agent limit reached");
        }
        if (team.size() >= config.minAgents() && !rated.role.isEmpty()
                && team.stream().anyMatch(member -> member.role.equals(rated.role))) {
            return rated.rejected("Duplicate role: " + cut(rated.candidate.role()));
        }
        Optional<Rated> twin = team.stream().filter(member -> isTwin(member, rated)).findFirst();
        if (twin.isPresent()) {
            return rated.rejected("Too much like " + twin.get().candidate.id());
        }
        team.add(rated);
        return rated.selected(rated.tags >= RELEVANT
                ? "High relevance to task"
                : rated.tags > 0 ? "Some relevance to task" : "Selected for diversity");
    }

    /** Of whom nothing is known, nobody can say that it is like another. */
    private boolean isTwin(Rated member, Rated newcomer) {
        return !newcomer.knows.isEmpty() && Stems.distance(member.knows, newcomer.knows) < config.minDiversity();
    }

    private void fillUp(List<Rated> ranked, List<Rated> team, Map<Rated, Choice> choices) {
        for (Rated rated : ranked) {
            if (team.size() < config.minAgents() && !team.contains(rated)) {
                team.add(rated);
                choices.put(rated, rated.selected("Needed for the smallest team"));
            }
        }
    }

    private static Choice reinforcement(Candidate candidate, List<String> words, Set<String> roles) {
        double tags = tagScore(candidate, words);
        String role = Answer.key(candidate.role());
        boolean brings = !role.isEmpty() && !roles.contains(role);
        return new Choice(candidate.id(), Action.SELECTED,
                brings ? "Brings the role " + cut(candidate.role()) : "Fits the task", tags + (brings ? NEW_ROLE : 0));
    }

    private static double tagScore(Candidate candidate, List<String> words) {
        long fitting = candidate.tags().stream()
                .filter(tag -> words.stream().anyMatch(word -> Stems.fits(tag, word))).count();
        return candidate.tags().isEmpty() ? 0 : (double) fitting / candidate.tags().size();
    }

    private static double busiest(OptionalInt most) {
        return Math.max(1, most.orElse(1));
    }

    private static String cut(String role) {
        return role.length() <= SHOWN_ROLE ? role : role.substring(0, SHOWN_ROLE) + "...";
    }

    private static void requireDifferent(List<Candidate> candidates) {
        if (candidates.isEmpty() || candidates.size() > MOST_CANDIDATES) {
            throw new IllegalArgumentException(
                    "a team needs 1 to " + MOST_CANDIDATES + " candidates, got " + candidates.size());
        }
        Set<String> ids = new HashSet<>();
        for (Candidate candidate : candidates) {
            if (!ids.add(candidate.id())) {
                throw new IllegalArgumentException("two candidates have the id \"" + candidate.id()
                        + "\"\nMaybe give each its own AgentProfile.");
            }
        }
    }

    /** A candidate and how well it fits. */
    private static final class Rated {

        private final Candidate candidate;
        private final double tags;
        private final double score;
        private final String role;
        private final Set<String> knows;

        Rated(Candidate candidate, double tags, double score, String role, Set<String> knows) {
            this.candidate = candidate;
            this.tags = tags;
            this.score = score;
            this.role = role;
            this.knows = knows;
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
}
