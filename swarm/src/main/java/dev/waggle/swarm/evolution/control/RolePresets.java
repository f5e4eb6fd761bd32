package dev.waggle.swarm.evolution.control;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.reaction.Personality;

import static dev.waggle.signal.SignalType.CHALLENGE;
import static dev.waggle.signal.SignalType.DISCOVERY;
import static dev.waggle.signal.SignalType.DOUBT;
import static dev.waggle.signal.SignalType.PROPOSAL;
import static dev.waggle.signal.SignalType.TASK_NEW;
import static dev.waggle.signal.SignalType.VOTE;

/**
 * Presets of the agents that fill gaps. Every agent receives the question, the discoveries and the proposals. All but
 * the conforming one also receive the objections, so no personality here ignores a type that its agent listens to.
 */
final class RolePresets {

    /** Longest name of a domain in an id, in characters. */
    private static final int MAX_DOMAIN_LENGTH = 40;

    private static final List<SignalType> HEARING = List.of(TASK_NEW, DISCOVERY, PROPOSAL, CHALLENGE, DOUBT);

    /** Types that a conforming agent receives; it does not react to doubts and challenges anyway. */
    private static final List<SignalType> CONFORMING = List.of(TASK_NEW, DISCOVERY, PROPOSAL);

    private static final Personality CHALLENGING = new Personality(0.8, 0.3, 0.1, 0.6);
    private static final Personality LATERAL = new Personality(0.9, 0.4, 0.2, 0.5);
    private static final Personality VOTING = new Personality(0.4, 0.6, 0.8, 0.3);
    private static final Personality CONNECTING = new Personality(0.6, 0.5, 0.5, 0.7);
    private static final Personality ACTIVE = new Personality(0.7, 0.4, 0.4, 0.6);
    private static final Personality CURIOUS = new Personality(0.9, 0.3, 0.2, 0.5);
    private static final Personality FREE = new Personality(0.7, 0.5, 0.3, 0.5);

    private static final List<SignalType> AGAINST = List.of(CHALLENGE, DOUBT, DISCOVERY, VOTE);
    private static final List<SignalType> NEW = List.of(DISCOVERY, PROPOSAL, CHALLENGE);
    private static final List<SignalType> DECIDING = List.of(VOTE, DISCOVERY);
    private static final List<SignalType> TOGETHER = List.of(DISCOVERY, PROPOSAL, VOTE);
    private static final List<SignalType> ALL = List.of(DISCOVERY, PROPOSAL, CHALLENGE, VOTE);

    private static final Map<String, RolePreset> PRESETS = presets();

    private RolePresets() {}

    /**
     * Preset of an agent for a domain.
     *
     * @param role its purpose, for people and models
     */
    record RolePreset(String role, Personality personality, List<SignalType> listens, List<SignalType> canEmit) {}

    private static Map<String, RolePreset> presets() {
        Map<String, RolePreset> presets = new LinkedHashMap<>();
        presets.put("critical-challenger",
                listening("tests what the others agree on: finds the strongest reason why the"
                        + " leading proposal could be wrong, says what would show it, and says so when nothing is found",
                        CHALLENGING, AGAINST));
        presets.put("challenge-specialist",
                listening("argues against proposals where they are weakest, with reasons that"
                        + " their authors have to answer", CHALLENGING, AGAINST));
        presets.put("doubt-specialist", listening("names what nobody has made sure of, and how much depends on it",
                CHALLENGING, AGAINST));
        presets.put("lateral-thinker", listening("looks at the question from a side that nobody has taken, and proposes"
                + " what follows from there", LATERAL, NEW));
        presets.put("explorer", listening("looks for answers far from those on the table and proposes the best of them",
                LATERAL, NEW));
        presets.put("problem-reframer",
                listening("asks whether the question is the right one, puts it in another way, and"
                        + " proposes what answers that", LATERAL, NEW));
        presets.put("vote-specialist",
                new RolePreset("weighs every proposal on the table and votes on each, with reasons",
                        VOTING, CONFORMING, DECIDING));
        presets.put("tie-breaker",
                listening("compares the proposals that are level, finds the difference that matters, and"
                        + " votes on each", FREE, DECIDING));
        presets.put("bridge-connector",
                listening("connects those who do not listen to each other: takes up what was left"
                        + " aside and proposes what both sides can agree to", CONNECTING, TOGETHER));
        presets.put("mediator",
                listening("finds what the opposing sides share and proposes what keeps the reasons of both",
                        CONNECTING, TOGETHER));
        presets.put("synthesizer", listening("joins the best parts of the proposals and findings into one proposal",
                CONNECTING, TOGETHER));
        presets.put("active-contributor",
                listening("gets things going: says what is known, proposes an answer, questions"
                        + " the others and votes", ACTIVE, ALL));
        presets.put("proposal-specialist", listening("proposes answers that are worked out and differ from those on the"
                + " table", ACTIVE, ALL));
        presets.put("discovery-specialist",
                listening("finds facts that bear on the question and nobody has mentioned, with"
                        + " what supports them", CURIOUS, NEW));
        presets.put("experimenter",
                listening("thinks of what would tell the proposals apart if it was tried, and says what"
                        + " would come of it", CURIOUS, NEW));
        presets.put("root-cause-analyst",
                listening("asks what causes the trouble that keeps coming back, and proposes what"
                        + " removes the cause", CURIOUS, NEW));
        return Map.copyOf(presets);
    }

    /** Domain of a role as a lens names it: words of lower-case letters and digits with hyphens. */
    static String of(String role) {
        String cut = role.substring(0, Math.min(role.length(), MAX_DOMAIN_LENGTH)).toLowerCase(Locale.ROOT);
        String words = cut.replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return words.isEmpty() ? "specialist" : words;
    }

    /** Preset of that domain; an unknown domain gets an agent that may do everything. */
    static RolePreset preset(String domain) {
        RolePreset known = PRESETS.get(domain);
        return known != null ? known : listening("fills a gap that the others leave: " + domain.replace('-', ' '), FREE,
                ALL);
    }

    /** Vacancy in that domain for an agent of that id. */
    static AgentVacancy vacancy(String agentId, String domain, String reason) {
        RolePreset preset = preset(domain);
        AgentProfile profile = AgentProfile.of(agentId).withName(domain).withRole(preset.role)
                .withListens(preset.listens).withCanEmit(preset.canEmit);
        return new AgentVacancy(agentId, domain, reason, profile, preset.personality);
    }

    private static RolePreset listening(String role, Personality personality, List<SignalType> canEmit) {
        return new RolePreset(role, personality, HEARING, canEmit);
    }
}
