package dev.waggle.spring.property;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.setup.SetupReader;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.SetupException;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties {@code waggle.*}. The keys of {@code swarm.yaml} have the same names and meanings here, and an absent
 * one has the same default. An unknown key is refused.
 *
 * @param enabled false for no swarm
 * @param data the folder of the log; absent for a log in memory for each solve
 * @param modelsFile the file of providers, aliases and prices
 * @param environment variables with keys and addresses of models, before those of the process
 * @param dashboard the pages for browsers
 * @param resume the treatment of solves that a crash interrupted
 * @param template the roles and rules to begin with
 * @param models the models that agents without one take in turn
 * @param signalTools true if agents may generate and subscribe to signals
 * @param agents the agents that models play
 * @param seats the people who answer later
 * @param consensus the rules of votes
 * @param limits the hard limits of a solve
 * @param math the part of mathematics
 * @param advisor the advisor
 * @param evolution the growth of the swarm
 * @param selection the selection among agents with mail
 * @param workspace the global workspace
 * @param taskType the kind of the tasks
 * @param budget the spending limit of a solve
 * @param memory the memory of earlier solves
 * @param synthesizer the model that writes the answer
 * @param metaAgent the model that observes the swarm
 * @param proposalJudge the model that finds equal proposals
 * @param logCondenser the model that summarizes old findings
 */
@ConfigurationProperties(prefix = "waggle", ignoreUnknownFields = false)
public record WaggleProperties(@Nullable Boolean enabled, @Nullable String data, @Nullable String modelsFile,
        @Nullable Map<String, String> environment, @Nullable DashboardProperties dashboard,
        @Nullable ResumeMode resume, @Nullable String template, @Nullable List<String> models,
        @Nullable Boolean signalTools,
        @Nullable List<TeamProperties.Agent> agents, @Nullable List<TeamProperties.Seat> seats,
        RuleProperties.@Nullable Consensus consensus, RuleProperties.@Nullable Limits limits,
        RuleProperties.@Nullable Math math, SteeringProperties.@Nullable Advisor advisor,
        SteeringProperties.@Nullable Evolution evolution, SteeringProperties.@Nullable Selection selection,
        SteeringProperties.@Nullable Workspace workspace, @Nullable String taskType,
        RuleProperties.@Nullable Budget budget, RuleProperties.@Nullable Memory memory,
        TeamProperties.@Nullable Assistant synthesizer, TeamProperties.@Nullable Assistant metaAgent,
        TeamProperties.@Nullable Assistant proposalJudge, TeamProperties.@Nullable Assistant logCondenser) {

    /** The prefix of all keys. */
    public static final String PREFIX = "waggle.";

    /** Keys that {@code swarm.yaml} does not have. */
    public static final Set<String> OWN_KEYS = Set.of("enabled", "data", "modelsFile", "environment", "dashboard",
            "resume");

    /** Without the variables, which hold keys of models. */
    @Override
    public String toString() {
        return "WaggleProperties[data=" + data + ", " + loggedSetup() + ']';
    }

    /** True if there is a data folder. */
    public boolean isDataStated() {
        return data != null && !data.isBlank();
    }

    /**
     * The data folder.
     *
     * @throws IllegalStateException when there is none
     */
    public Path folder() {
        if (data == null || data.isBlank()) {
            throw new IllegalStateException("waggle.data is not set");
        }
        try {
            return Path.of(data);
        } catch (InvalidPathException refused) {
            throw new SetupException("waggle.data: it is no path: " + refused.getMessage(), "Set it to a folder.");
        }
    }

    /** The variables for models; none if absent. */
    public Map<String, String> variables() {
        return environment == null ? Map.of() : environment;
    }

    /** True if agents or roles are stated, so that the usual team is not meant. */
    public boolean isTeamStated() {
        return template != null || (agents != null && !agents.isEmpty());
    }

    /** The properties of the swarm for the log of a solve; folders and keys are not in it. */
    public JsonValue loggedSetup() {
        return PropertyTree.json(PropertyTree.of(this, OWN_KEYS));
    }

    /**
     * The swarm that the properties describe.
     *
     * @throws SetupException with key, value and remedy
     */
    public SwarmSetup setup() {
        try {
            return SetupReader.readProperties(PREFIX, PropertyTree.of(this, OWN_KEYS));
        } catch (SetupException refusal) {
            throw refusal.forDisplay();
        }
    }
}
