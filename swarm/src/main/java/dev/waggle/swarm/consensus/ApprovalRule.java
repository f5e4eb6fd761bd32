package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Approval that a decision needs beside the votes: required voters and vetoers, often people. Every strategy is bound
 * by it.
 *
 * <ol>
 * <li>A required voter approves of a proposal by agreeing with it. An abstention, a disagreement, a vote for another
 * proposal or silence is no approval. Without the approval of every required voter a proposal is not decided.
 * <li>A vetoer blocks a proposal by disagreeing with it. Silence and abstention block nothing. An agent that must be
 * asked and may block is named in both lists.
 * <li>The vote that counts is the last one of an agent on a proposal, with any weight ({@link VoteTally}). So an
 * agreement lifts the veto of the same agent.
 * <li>A veto of the leader leaves the decision to the other proposals. They are judged as if the blocked ones had never
 * been made, and exclusive ballots for a blocked one still count against the others.
 * </ol>
 *
 * @param requiredVoters ids of the agents that must approve; repeated ids are dropped
 * @param vetoers ids of the agents that may block; repeated ids are dropped
 */
public record ApprovalRule(List<String> requiredVoters, List<String> vetoers) {

    /** Rule that requires nothing: the votes alone decide. */
    public static final ApprovalRule NONE = new ApprovalRule(List.of(), List.of());

    private static final String REQUIRED_VOTERS = "requiredVoters";
    private static final String VETOERS = "vetoers";

    public ApprovalRule {
        requiredVoters = distinct(REQUIRED_VOTERS, requiredVoters);
        vetoers = distinct(VETOERS, vetoers);
    }

    /** Rule with these required voters, and no vetoers. */
    public static ApprovalRule requiring(String... agents) {
        return NONE.withRequiredVoters(List.of(agents));
    }

    public ApprovalRule withRequiredVoters(List<String> agents) {
        return new ApprovalRule(agents, vetoers);
    }

    public ApprovalRule withVetoers(List<String> agents) {
        return new ApprovalRule(requiredVoters, agents);
    }

    /**
     * Reads the output of {@link #toJson}.
     *
     * @throws IllegalArgumentException when it is not an object with two lists of ids, each id once
     */
    public static ApprovalRule of(JsonValue json) {
        return of(JsonObjectReader.root("approval", json));
    }

    /** As {@link #of(JsonValue)}, an object within another one. */
    public static ApprovalRule of(JsonObjectReader fields) {
        List<String> required = ids(fields, REQUIRED_VOTERS);
        List<String> vetoing = ids(fields, VETOERS);
        fields.rejectUnknownFields();
        return fields.build(() -> new ApprovalRule(required, vetoing));
    }

    /** The rule as {@code {"requiredVoters": [id, ...], "vetoers": [id, ...]}}. */
    public JsonValue toJson() {
        return new JsonObjectBuilder().withTexts(REQUIRED_VOTERS, requiredVoters).withTexts(VETOERS, vetoers).json();
    }

    /** True if the votes alone decide. */
    public boolean isNone() {
        return requiredVoters.isEmpty() && vetoers.isEmpty();
    }

    /** True if that agent is a required voter or a vetoer. */
    public boolean names(String agent) {
        return requiredVoters.contains(agent) || vetoers.contains(agent);
    }

    /** Ids of all agents in the rule: the required voters, then the other vetoers. */
    public List<String> agents() {
        return Stream.concat(requiredVoters.stream(), vetoers.stream()).distinct().toList();
    }

    private static List<String> ids(JsonObjectReader fields, String name) {
        List<String> ids = fields.texts(name);
        if (ids.size() != Set.copyOf(ids).size()) {
            throw fields.invalid(name, "ids of agents, each of them once");
        }
        return ids;
    }

    private static List<String> distinct(String name, List<String> agents) {
        List<String> ids = new ArrayList<>();
        for (String agent : agents) {
            if (agent.isBlank()) {
                throw new IllegalArgumentException(name + " must be ids of agents, got \"" + agent + '"');
            }
            if (!ids.contains(agent)) {
                ids.add(agent);
            }
        }
        return List.copyOf(ids);
    }
}
