package dev.waggle.setup;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.waggle.setup.SwarmSetup.Rules;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.selection.WorkspaceConfig;

/** Reads the rules of a swarm: each key of the file is a component of the record that it sets. */
final class RulesReader {

    private static final double MILLIS = 1_000;

    private RulesReader() {}

    static Rules read(SetupSection all, Rules base) {
        Rules rules = all.section("consensus", base, RulesReader::consensus);
        rules = rules.with(all.section("limits", rules.limits(), RulesReader::limits));
        rules = rules.with(all.section("math", rules.math(), RulesReader::math));
        SteeringConfig steering = rules.steering();
        Optional<AdvisorConfig> advisor = all.section("advisor", steering.advisor(), RulesReader::advisor);
        EvolutionConfig evolution = all.section("evolution", steering.evolution(), RulesReader::evolution);
        SteeringConfig selecting = all.section("selection", steering, RulesReader::turns);
        return rules.with(new SteeringConfig(advisor, evolution, selecting.selection(),
                all.section("workspace", steering.workspace(), RulesReader::workspace), selecting.effort()));
    }

    private static Rules consensus(Rules base, SetupSection section) {
        Map<String, ConsensusStrategy> strategies = new TreeMap<>();
        StrategyCatalog.builtIn().forEach(strategy -> strategies.put(strategy.id(), strategy));
        ConsensusConfig config = section.text("strategy", base.voting(),
                (old, name) -> old.withStrategy(SetupSection.oneOf(name, strategies, "strategy")));
        config = section.number("threshold", config, ConsensusConfig::withThreshold);
        config = section.number("thresholdConfidence", config, ConsensusConfig::withThresholdConfidence);
        config = section.whole("settleRounds", config, ConsensusConfig::withSettleRounds);
        config = section.text("ballots", config, (old, word) -> old.withBallots(BallotRule.of(word)));
        config = section.number("maxWeight", config, ConsensusConfig::withMaxWeight);
        config = section.text("conflictResolution", config,
                (old, word) -> old.withConflictResolution(ConflictResolution.of(word)));
        config = section.whole("maxDebateRounds", config, ConsensusConfig::withMaxDebateRounds);
        config = section.texts("requiredVoters", config,
                (old, ids) -> old.withApproval(old.approval().withRequiredVoters(ids)));
        config = section.texts("vetoers", config, (old, ids) -> old.withApproval(old.approval().withVetoers(ids)));
        return section.whole("minVoters", base.with(config), Rules::withMinVoters);
    }

    private static Limits limits(Limits base, SetupSection section) {
        Limits limits = section.whole("maxRounds", base, Limits::withMaxRounds);
        limits = section.whole("maxSignals", limits, Limits::withMaxSignals);
        return section.number("timeoutSeconds", limits, (old, seconds) -> old.withTimeout(seconds(seconds)));
    }

    private static Duration seconds(double seconds) {
        if (!(seconds > 0 && seconds <= 1e9)) {
            throw new IllegalArgumentException("it must be above 0 and at most 1e9 seconds, got " + seconds);
        }
        return Duration.ofMillis(Math.max(1, Math.round(MILLIS * seconds)));
    }

    private static MathConfig math(MathConfig base, SetupSection section) {
        LensThresholds usual = base.thresholds();
        LensThresholds set = section.number("entropyThreshold", usual,
                (old, value) -> old.with(value, old.minInformationGain(), old.redundancy()));
        set = section.number("minInformationGain", set,
                (old, value) -> old.with(old.entropy(), value, old.redundancy()));
        set = section.number("redundancyThreshold", set,
                (old, value) -> old.with(old.entropy(), old.minInformationGain(), value));
        set = section.number("dependence", set, (old, value) -> new LensThresholds(old.entropy(),
                old.minInformationGain(), old.redundancy(), value));
        MathConfig config = section.text("part", base.withThresholds(set), RulesReader::part);
        config = section.texts("stops", config, (old, words) -> old.withStops(MathStopReason.of(words)));
        return section.texts("without", config, (old, names) -> {
            MathConfig less = old;
            for (String name : names) {
                less = less.without(lens(name));
            }
            return less;
        });
    }

    private static MathConfig part(MathConfig base, String word) {
        return switch (word) {
            case "steering" -> base.withRole(MathConfig.MathRole.STEERING);
            case "watching" -> base.withRole(MathConfig.MathRole.WATCHING);
            case "off" -> MathConfig.off().withThresholds(base.thresholds()).withStops(base.stops());
            default -> throw new IllegalArgumentException(
                    "it must be steering, watching or off, got \"" + word + "\"");
        };
    }

    private static Lens<?> lens(String name) {
        return LensLookup.find(name).orElseThrow(() -> new IllegalArgumentException(
                "there is no lens \"" + name + "\"\n" + LensLookup.remedy(name)));
    }

    private static Optional<AdvisorConfig> advisor(Optional<AdvisorConfig> base, SetupSection section) {
        boolean enabled = section.flag("enabled", base.isPresent(), (usual, on) -> on);
        AdvisorConfig config = base.orElseGet(AdvisorConfig::defaults);
        config = section.flag("groupthinkCorrection", config, AdvisorConfig::withGroupthinkCorrection);
        config = section.flag("agentPruning", config, AdvisorConfig::withAgentPruning);
        config = section.flag("reputationWeighting", config, AdvisorConfig::withReputationWeighting);
        config = section.whole("warmupRounds", config, AdvisorConfig::withWarmupRounds);
        config = section.whole("metaAgentInterval", config, AdvisorConfig::withMetaAgentInterval);
        config = config.withTopology(section.section("topology", config.topology(), RulesReader::topology));
        return enabled ? Optional.of(config) : Optional.empty();
    }

    private static TopologyConfig topology(TopologyConfig base, SetupSection section) {
        TopologyConfig config = section.flag("enabled", base, TopologyConfig::withEnabled);
        config = section.number("minConnectivity", config, TopologyConfig::withMinConnectivity);
        config = section.number("maxInfluenceConcentration", config, TopologyConfig::withMaxInfluenceConcentration);
        config = section.flag("pruneRedundantLinks", config, TopologyConfig::withPruneRedundantLinks);
        return section.flag("protectBridgingAgents", config, TopologyConfig::withProtectBridgingAgents);
    }

    private static EvolutionConfig evolution(EvolutionConfig base, SetupSection section) {
        EvolutionConfig config = section.flag("enabled", base, (old, on) -> new EvolutionConfig(on,
                old.maxEvolvedAgents(), old.evaluationWindow(), old.minValueForKeep(), old.cooldownRounds(),
                old.nmiPruneThreshold(), old.minUrgency()));
        config = section.whole("maxEvolvedAgents", config, EvolutionConfig::withMaxEvolvedAgents);
        config = section.whole("evaluationWindow", config, EvolutionConfig::withEvaluationWindow);
        config = section.number("minValueForKeep", config, EvolutionConfig::withMinValueForKeep);
        config = section.whole("cooldownRounds", config, EvolutionConfig::withCooldownRounds);
        config = section.number("nmiPruneThreshold", config, EvolutionConfig::withNmiPruneThreshold);
        return section.number("minUrgency", config, EvolutionConfig::withMinUrgency);
    }

    private static SteeringConfig turns(SteeringConfig base, SetupSection section) {
        return base.withSelection(selection(base.selection(), section))
                .withEffort(section.text("effort", base.effort(), (usual, word) -> TurnEffort.of(word)));
    }

    private static SelectionConfig selection(SelectionConfig base, SetupSection section) {
        SelectionConfig config = section.whole("topK", base, SelectionConfig::withTopK);
        config = section.number("minSpread", config, SelectionConfig::withMinSpread);
        return config.withWeights(section.section("weights", config.weights(), RulesReader::weights));
    }

    private static SelectionConfig.Weights weights(SelectionConfig.Weights base, SetupSection section) {
        double bandit = section.number("bandit", base.bandit(), (usual, value) -> value);
        double contribution = section.number("contribution", base.contribution(), (usual, value) -> value);
        double match = section.number("match", base.match(), (usual, value) -> value);
        double prediction = section.number("prediction", base.prediction(), (usual, value) -> value);
        return new SelectionConfig.Weights(bandit, contribution, match, prediction);
    }

    private static WorkspaceConfig workspace(WorkspaceConfig base, SetupSection section) {
        WorkspaceConfig config = section.flag("enabled", base, (old, on) -> new WorkspaceConfig(on,
                old.ignitionThreshold(), old.noveltyDecay(), old.maxIgnitedPerRound()));
        config = section.number("ignitionThreshold", config, WorkspaceConfig::withIgnitionThreshold);
        config = section.number("noveltyDecay", config, WorkspaceConfig::withNoveltyDecay);
        return section.whole("maxIgnitedPerRound", config, WorkspaceConfig::withMaxIgnitedPerRound);
    }
}
