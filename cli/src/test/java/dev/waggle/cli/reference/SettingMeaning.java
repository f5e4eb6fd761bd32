package dev.waggle.cli.reference;

import java.util.Map;
import java.util.regex.Pattern;

import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.selection.WorkspaceConfig;

/** The meaning of a key: the documentation of the record component that it sets, else a comment of the starter file. */
final class SettingMeaning {

    private static final String FIRST_MODEL = "the model; empty for the first of `models`";

    /** The records that sections set. A key is the name of a component unless it stands below. */
    private static final Map<String, Class<?>> RECORDS = Map.ofEntries(Map.entry("agents[]", AgentProfile.class),
            Map.entry("seats[]", AgentProfile.class),
            Map.entry("agents[].personality", Personality.class), Map.entry("consensus", ConsensusConfig.class),
            Map.entry("limits", Limits.class), Map.entry("budget", Budget.class),
            Map.entry("math", LensThresholds.class), Map.entry("advisor", AdvisorConfig.class),
            Map.entry("advisor.topology", TopologyConfig.class), Map.entry("evolution", EvolutionConfig.class),
            Map.entry("selection", SelectionConfig.class),
            Map.entry("selection.weights", SelectionConfig.Weights.class),
            Map.entry("workspace", WorkspaceConfig.class));

    private static final Map<String, Component> OTHERS = Map.of(
            "agents[].model", new Component(TeamMember.class, "model"),
            "agents[].personality", new Component(TeamMember.class, "personality"),
            "agents[].strategies", new Component(TeamMember.class, "strategies"),
            "consensus.threshold", new Component(DecisionRule.class, "threshold"),
            "consensus.minVoters", new Component(DecisionRule.class, "minVoters"),
            "consensus.requiredVoters", new Component(ApprovalRule.class, "requiredVoters"),
            "consensus.vetoers", new Component(ApprovalRule.class, "vetoers"),
            "limits.timeoutSeconds", new Component(Limits.class, "timeout"),
            "math.entropyThreshold", new Component(LensThresholds.class, "entropy"),
            "math.redundancyThreshold", new Component(LensThresholds.class, "redundancy"));

    /** Keys whose record component documents less than the file needs, and keys without one. */
    private static final Map<String, String> OWN = Map.ofEntries(
            Map.entry("template", "the roles and rules to begin with; other keys take precedence over them, and agents"
                    + " replace the roles"),
            Map.entry("models", "the models that agents without one take in turn, as `provider:model` or an alias"),
            Map.entry("agents[]", "the agents, in place of the usual team of " + SwarmSetup.USUAL_AGENTS
                    + " or the roles of the template"),
            Map.entry("agents[].name", "the name for people"),
            Map.entry("seats[]", "the people who answer later, with `waggle answer`"),
            Map.entry("seats[].name", "the name for people"),
            Map.entry("seats[].answers", "how the person answers: from another program, while the solve is suspended"),
            Map.entry("seats[].deadline", "time for each answer, such as `3d`, `12h` or `30m`; then the turn is empty"),
            Map.entry("consensus.strategy", "the rule that turns votes into a decision"),
            Map.entry("consensus.settleRounds", "rounds without a move before a decision; 0 decides at once"),
            Map.entry("limits.timeoutSeconds", "time from start to result, in seconds"),
            Map.entry("advisor.enabled", "whether the advisor takes part"),
            Map.entry("synthesizer.enabled", "whether a model writes the answer"),
            Map.entry("synthesizer.model", FIRST_MODEL),
            Map.entry("metaAgent.enabled", "whether a model observes the swarm; needs `advisor.enabled`"),
            Map.entry("metaAgent.model", FIRST_MODEL),
            Map.entry("proposalJudge.enabled", "whether a model finds proposals that say the same in other words"),
            Map.entry("proposalJudge.model", FIRST_MODEL),
            Map.entry("logCondenser.enabled", "whether a model summarizes the oldest findings of a long log"),
            Map.entry("logCondenser.model", FIRST_MODEL));

    private SettingMeaning() {}

    /** A component of a record. */
    private record Component(Class<?> type, String name) {}

    /** The meaning of a section. */
    static String ofSection(Setting section, SettingList list) {
        Class<?> type = section.path().equals("math") ? MathConfig.class : RECORDS.get(section.path());
        String documented = type == null ? Markdown.text(list.comment(section.path())) : SourceDocs.sentence(type);
        return OWN.getOrDefault(section.path(), documented);
    }

    /** The meaning as Markdown, without the range, which has a column of its own. */
    static String of(Setting setting, SettingList list) {
        Class<?> type = RECORDS.get(setting.section());
        Component component = OTHERS.get(setting.path());
        if (component == null && type != null) {
            component = new Component(type, setting.key());
        }
        String documented = component == null ? "" : SourceDocs.param(component.type(), component.name());
        String comment = Markdown.text(list.comment(setting.path()));
        String meaning = documented.isEmpty() ? comment : documented;
        meaning = OWN.getOrDefault(setting.path(), meaning);
        if (meaning.isEmpty()) {
            throw new IllegalStateException("nothing describes the key " + setting.path());
        }
        return setting.range().isEmpty()
                ? meaning
                : meaning.replaceFirst("[,;:]? (?:and )?" + Pattern.quote(setting.range()) + "(?=;|$)", "");
    }
}
