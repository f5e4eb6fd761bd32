package dev.waggle.cli.reference;

import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.setup.team.TeamMember;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;

/** The default of a key: the value in the starter file, else the meaning of an absent value. */
final class SettingDefault {

    private static final Map<String, String> ABSENT = Map.ofEntries(Map.entry("template", "none"),
            Map.entry("agents[].id", "none; required"), Map.entry("agents[].name", "the id"),
            Map.entry("seats[].id", "none; required"), Map.entry("seats[].name", "the id"),
            Map.entry("seats[].role", "none"), Map.entry("seats[].weight", "`1`"),
            Map.entry("seats[].answers", "none; required"), Map.entry("seats[].deadline", "`7d`"),
            Map.entry("agents[].model", "the next of `models`"),
            Map.entry("agents[].strategies", TeamMember.anything().stream().map(ReactionStrategy::wireName)
                    .map(Markdown::code).collect(Collectors.joining(", "))),
            Map.entry("agents[].personality.curiosity", Markdown.code("" + Personality.BALANCED.curiosity())),
            Map.entry("agents[].personality.caution", Markdown.code("" + Personality.BALANCED.caution())),
            Map.entry("agents[].personality.conformity", Markdown.code("" + Personality.BALANCED.conformity())),
            Map.entry("agents[].personality.verbosity", Markdown.code("" + Personality.BALANCED.verbosity())),
            Map.entry("math.stops", "all but " + MathConfig.OFF_BY_DEFAULT.stream().map(MathStopReason::wireName)
                    .map(Markdown::code).collect(Collectors.joining(", "))),
            Map.entry("consensus.strategy", "`learned` where outcomes are kept, else `confidence-weighted`"),
            Map.entry("consensus.minVoters", "more than half of the agents"),
            Map.entry("selection.topK", "every agent"), Map.entry("budget.tokens", "no limit"),
            Map.entry("budget.usd", "no limit"), Map.entry("memory.tenant", "none"),
            Map.entry("memory.embeddings", "none"));

    private SettingDefault() {}

    static String of(Setting setting) {
        boolean isStated = !setting.standard().isEmpty() && !setting.standard().equals(SettingReader.AGENT);
        if (isStated || setting.type() == SettingType.SECTION) {
            return isStated ? Markdown.code(setting.standard()) : "";
        }
        String absent = ABSENT.get(setting.path());
        if (absent == null) {
            throw new IllegalStateException("nothing tells the default of " + setting.path());
        }
        return absent;
    }
}
