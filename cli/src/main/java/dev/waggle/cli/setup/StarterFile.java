package dev.waggle.cli.setup;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.setup.AgentReader;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.SwarmSetup.Rules;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.WorkspaceConfig;
import org.jspecify.annotations.Nullable;

/**
 * Writes a setup as an initial {@code swarm.yaml}: every key with its value and its meaning. Read again, it is the
 * same setup.
 */
public final class StarterFile {

    /** Column in which comments begin, unless the line is longer. */
    private static final int COMMENT = 36;

    private static final double MILLIS = 1_000;

    private final List<String> lines = new ArrayList<>();

    private StarterFile() {}

    /**
     * The text of the file.
     *
     * @param template the template that the setup comes from, if it does
     */
    public static String of(SwarmSetup setup, Optional<String> template) {
        StarterFile file = new StarterFile();
        file.head(template);
        file.agents(setup);
        file.consensus(setup.rules());
        file.limits(setup.rules().limits());
        file.budget(setup);
        file.memory(setup.resources().memory());
        file.math(setup.rules().math());
        file.steering(setup.rules());
        file.assistants(setup.assistants());
        return String.join("\n", file.lines) + "\n";
    }

    private void memory(MemorySettings memory) {
        section("memory", "memories of earlier solves; needs --data DIR or Qdrant");
        line(1, "use", memory.place().wireName(), "folder is DATA/memory, qdrant is a server, none is no memory");
        String tenant = memory.tenant();
        line(1, "tenant", tenant == null ? "" : quoted(tenant), "owner of the memories; empty is nobody's");
        line(1, "decayDays", number(memory.decayDays()),
                "minimum of days between two decays in a folder; 0 is every solve");
        String model = memory.embeddings();
        line(1, "embeddings", model == null ? "" : quoted(model), "embedding model; empty finds memories by words");
        line(1, "url", quoted(memory.qdrant().url()), "with use: qdrant, its address");
        line(1, "collection", quoted(memory.qdrant().collection()), "with use: qdrant");
        line(1, "keyEnv", quoted(memory.qdrant().keyEnv()), "with use: qdrant, the variable that holds its key");
    }

    private void head(Optional<String> template) {
        lines.add("# A swarm: its agents and the rules by which they decide.");
        lines.add("#   waggle solve \"Shard or buy time?\" --config swarm.yaml --model ollama:llama3.2");
        lines.add("# An omitted key has the value that is written here. Flags take precedence over this file.");
        lines.add("");
        lines.add("# Roles and rules to begin with: research, decision, code-review or debug. Settings below take");
        lines.add("# precedence over them, and agents below replace the roles.");
        lines.add(template.map(name -> "template: " + name).orElse("template:"));
    }

    private void agents(SwarmSetup setup) {
        lines.add("");
        lines.add("# The models that agents take in turn: provider:model, or an alias (see waggle models).");
        lines.add(
                "models: [" + setup.models().stream().map(StarterFile::quoted).collect(Collectors.joining(", ")) + "]");
        line(0, "signalTools", String.valueOf(setup.resources().signalTools()),
                "agents may generate and subscribe to signals; needs --data DIR");
        line(0, "taskType", quoted(setup.rules().taskType()),
                "kind of the tasks, such as math, by which reliability is learned");
        lines.add("");
        lines.add("# listens: one or more of");
        lines.add("#   " + words(SignalType.SWARM));
        lines.add("#   or a type of your own, my:type.");
        lines.add("# canEmit: the same, but at least one of " + words(AgentReader.SAYABLE) + ";");
        lines.add("#   [] is everything.");
        lines.add("# personality: " + String.join(", ", TeamMember.personalities().keySet()) + ",");
        lines.add("#   or {curiosity: 0.5, caution: 0.5, conformity: 0.5, verbosity: 0.5}.");
        lines.add("# model: one of its own. strategies: "
                + Stream.of(ReactionStrategy.values()).map(ReactionStrategy::wireName).collect(Collectors.joining(", "))
                + ";");
        lines.add("#   empty is all but defer, which emits nothing.");
        lines.add("agents:");
        setup.team().forEach(this::agent);
    }

    private static String words(List<SignalType> types) {
        return types.stream().map(SignalType::text).collect(Collectors.joining(", "));
    }

    private void agent(TeamMember member) {
        AgentProfile profile = member.profile();
        lines.add("  - id: " + quoted(profile.id()));
        lines.add("    name: " + quoted(profile.name()));
        lines.add("    role: " + quoted(profile.role()));
        lines.add("    personality: " + personality(member.personality()));
        lines.add("    listens: " + types(profile.listens()));
        lines.add("    canEmit: " + types(profile.canEmit()));
        lines.add("    weight: " + number(profile.weight()));
        if (!member.model().isEmpty()) {
            lines.add("    model: " + quoted(member.model()));
        }
        if (!member.strategies().equals(TeamMember.anything())) {
            lines.add("    strategies: [" + member.strategies().stream().map(ReactionStrategy::wireName)
                    .collect(Collectors.joining(", ")) + "]");
        }
    }

    private void consensus(Rules rules) {
        ConsensusConfig config = rules.voting();
        OptionalInt minVoters = rules.minVoters();
        section("consensus", "counting of votes");
        line(1, "strategy", config.hasChosenStrategy() ? config.strategy().id() : "",
                "confidence-weighted, voting, bayesian, entropy, hierarchical, learned; empty is the default");
        line(1, "threshold", number(config.threshold()), "agreement that decides, 0..1");
        line(1, "thresholdConfidence", number(config.decision().thresholdConfidence()),
                "probability of the leader that a decision needs, 0..1; 0 for none");
        line(1, "minVoters", minVoters.isPresent() ? String.valueOf(minVoters.getAsInt()) : "",
                "minimum number of agents with a vote; empty is more than half of them");
        line(1, "settleRounds", String.valueOf(config.settleRounds()),
                "rounds without a changed vote before a decision; 0 decides at once");
        line(1, "ballots", config.ballots().wireName(), "approval, or exclusive: one choice at a time");
        line(1, "maxWeight", number(config.maxWeight()), "maximum weight of one vote");
        line(1, "conflictResolution", config.conflictResolution().wireName(), "debate, majority, escalate or none");
        line(1, "maxDebateRounds", String.valueOf(config.maxDebateRounds()), "maximum number of rounds of one debate");
        line(1, "requiredVoters", ids(config.approval().requiredVoters()), "agents that must agree with a decision");
        line(1, "vetoers", ids(config.approval().vetoers()), "agents whose disagreement blocks a proposal");
    }

    private static String ids(List<String> agents) {
        return agents.stream().map(StarterFile::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private void limits(Limits limits) {
        section("limits", "hard limits of a solve");
        line(1, "maxRounds", String.valueOf(limits.maxRounds()), "");
        line(1, "maxSignals", String.valueOf(limits.maxSignals()), "");
        line(1, "timeoutSeconds", number(limits.timeout().toMillis() / MILLIS), "");
    }

    private void budget(SwarmSetup setup) {
        section("budget", "maximum cost of all calls of models together; empty is no limit");
        line(1, "tokens", optional(setup.resources().budget().tokens()), "input and output");
        Double usd = setup.resources().budget().usd();
        line(1, "usd", usd == null ? "" : number(usd), "by the price list");
    }

    private void math(MathConfig config) {
        section("math", "part of mathematics in the deliberation");
        boolean off = config.lenses().isEmpty();
        line(1, "part", off ? "off" : config.role() == MathConfig.MathRole.STEERING ? "steering" : "watching",
                "steering: stops, challenges and weighs; watching: only measures; off");
        LensThresholds thresholds = config.thresholds();
        line(1, "entropyThreshold", number(thresholds.entropy()), "maximum disorder that counts as agreement, 0..1");
        line(1, "minInformationGain", number(thresholds.minInformationGain()), "minimum gain of a round, 0..1");
        line(1, "redundancyThreshold", number(thresholds.redundancy()), "likeness above which agents are"
                + " redundant, 0..1");
        line(1, "dependence", number(thresholds.dependence()),
                "assumed dependence of votes on each other, 0..1");
        line(1, "without", "[" + (off ? "" : left(config)) + "]", "lenses to disable (waggle lens lists them)");
        stops(config.stops());
    }

    /** One reason a line; the others stand there as comments. */
    private void stops(Set<MathStopReason> stops) {
        line(1, "stops", stops.isEmpty() ? "[]" : "", "reasons that may stop a solve; others are only recorded");
        for (MathStopReason reason : MathStopReason.values()) {
            String item = (stops.contains(reason) ? "    - " : "    # - ") + reason.wireName();
            lines.add(item + " ".repeat(Math.max(1, COMMENT - item.length())) + "# " + reason.sentence());
        }
    }

    private static String left(MathConfig config) {
        return MathConfig.defaults().lenses().stream().filter(lens -> !config.lenses().contains(lens))
                .map(lens -> lens.name()).collect(Collectors.joining(", "));
    }

    private void steering(Rules rules) {
        Optional<AdvisorConfig> advisor = rules.steering().advisor();
        AdvisorConfig advice = advisor.orElseGet(AdvisorConfig::defaults);
        section("advisor", "observes and corrects how the swarm works together");
        line(1, "enabled", String.valueOf(advisor.isPresent()), "");
        line(1, "groupthinkCorrection", String.valueOf(advice.groupthinkCorrection()),
                "doubts untested agreement of all agents");
        line(1, "agentPruning", String.valueOf(advice.agentPruning()), "no more turns for agents that add nothing");
        line(1, "reputationWeighting", String.valueOf(advice.reputationWeighting()), "votes weigh by reputation");
        line(1, "warmupRounds", String.valueOf(advice.warmupRounds()), "the first round after which it speaks");
        line(1, "metaAgentInterval", String.valueOf(advice.metaAgentInterval()),
                "rounds from one call of metaAgent to the next");
        topology(advice.topology());
        evolution(rules.steering().evolution());
        selection(rules.steering());
        WorkspaceConfig workspace = rules.steering().workspace();
        section("workspace", "signals that get the attention of all agents");
        line(1, "enabled", String.valueOf(workspace.enabled()), "");
        line(1, "ignitionThreshold", number(workspace.ignitionThreshold()), "0..1");
        line(1, "noveltyDecay", number(workspace.noveltyDecay()), "0..1");
        line(1, "maxIgnitedPerRound", String.valueOf(workspace.maxIgnitedPerRound()), "");
    }

    private void topology(TopologyConfig topology) {
        line(1, "topology", "", "connections between agents");
        line(2, "enabled", String.valueOf(topology.enabled()), "");
        line(2, "minConnectivity", number(topology.minConnectivity()), "below, no connection is cut");
        line(2, "maxInfluenceConcentration", number(topology.maxInfluenceConcentration()),
                "above, the influence of dominant agents is reduced, 0..1");
        line(2, "pruneRedundantLinks", String.valueOf(topology.pruneRedundantLinks()), "");
        line(2, "protectBridgingAgents", String.valueOf(topology.protectBridgingAgents()), "");
    }

    private void evolution(EvolutionConfig evolution) {
        section("evolution", "agents that join and leave during a solve");
        line(1, "enabled", String.valueOf(evolution.enabled()), "");
        line(1, "maxEvolvedAgents", String.valueOf(evolution.maxEvolvedAgents()), "maximum number of added"
                + " agents at any time");
        line(1, "evaluationWindow", String.valueOf(evolution.evaluationWindow()), "rounds before an added agent"
                + " is evaluated");
        line(1, "minValueForKeep", number(evolution.minValueForKeep()), "below, an added agent leaves, 0..1");
        line(1, "cooldownRounds", String.valueOf(evolution.cooldownRounds()), "rounds before the same"
                + " gap is filled again");
        line(1, "nmiPruneThreshold", number(evolution.nmiPruneThreshold()),
                "likeness above which a redundant agent leaves, 0..1");
        line(1, "minUrgency", number(evolution.minUrgency()), "minimum urgency of a gap that is filled, 0..1");
    }

    private void selection(SteeringConfig steering) {
        SelectionConfig selection = steering.selection();
        section("selection", "agents that get a turn");
        line(1, "effort", steering.effort().wireName(),
                "full, or adaptive: strongest first, until the votes decide");
        OptionalInt most = selection.topK();
        line(1, "topK", most.isPresent() ? String.valueOf(most.getAsInt()) : "",
                "agents in a round; empty is all agents");
        line(1, "minSpread", number(selection.minSpread()), "closer scores choose all agents, 0..1");
        SelectionConfig.Weights weights = selection.weights();
        line(1, "weights", "", "parts of a score");
        line(2, "bandit", number(weights.bandit()), "");
        line(2, "contribution", number(weights.contribution()), "");
        line(2, "match", number(weights.match()), "");
        line(2, "prediction", number(weights.prediction()), "");
    }

    private void assistants(SwarmSetup.Assistants assistants) {
        section("synthesizer", "a model that writes the answer");
        assistant(assistants.synthesizer());
        section("metaAgent", "a model that observes the swarm from outside; needs the advisor");
        assistant(assistants.metaAgent());
        section("proposalJudge", "a model that finds proposals which say the same in other words");
        assistant(assistants.proposalJudge());
        section("logCondenser", "a model that summarizes the oldest findings of a long log");
        assistant(assistants.logCondenser());
    }

    private void assistant(Optional<String> model) {
        line(1, "enabled", String.valueOf(model.isPresent()), "");
        line(1, "model", quoted(model.orElse("")), "empty is the first of the models above");
    }

    private void section(String key, String comment) {
        lines.add("");
        line(0, key, "", comment);
    }

    private void line(int depth, String key, String value, String comment) {
        String text = "  ".repeat(depth) + key + ":" + (value.isEmpty() ? "" : " " + value);
        lines.add(comment.isEmpty()
                ? text
                : text + " ".repeat(Math.max(1, COMMENT - text.length())) + "# " + comment);
    }

    private static String personality(Personality personality) {
        for (Map.Entry<String, Personality> known : TeamMember.personalities().entrySet()) {
            if (known.getValue().equals(personality)) {
                return known.getKey();
            }
        }
        return "{curiosity: " + number(personality.curiosity()) + ", caution: " + number(personality.caution())
                + ", conformity: " + number(personality.conformity()) + ", verbosity: "
                + number(personality.verbosity()) + "}";
    }

    /** In the order of a deliberation, then the user's own. */
    private static String types(Set<SignalType> types) {
        List<String> words = SignalType.SWARM.stream().filter(types::contains).map(SignalType::text)
                .collect(Collectors.toCollection(ArrayList::new));
        TreeSet<String> others = types.stream().map(SignalType::text).collect(Collectors.toCollection(TreeSet::new));
        words.forEach(others::remove);
        words.addAll(others);
        return words.stream().map(StarterFile::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String optional(@Nullable Long value) {
        return value == null ? "" : String.valueOf(value);
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Plain if it is a plain word, else a JSON string, which is YAML too. */
    private static String quoted(String text) {
        return text.matches("[a-z][a-z0-9]*([-:.][a-z0-9]+)*") && !text.matches("true|false|null|no|yes|on|off|y|n")
                ? text
                : JsonLine.quoted(text);
    }
}
