package dev.waggle.setup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.waggle.setup.MemorySettings.Place;
import dev.waggle.setup.SwarmSetup.Assistants;
import dev.waggle.setup.SwarmSetup.Rules;
import dev.waggle.setup.team.SetupException;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;

/**
 * Reads the settings of a swarm. Omitted values, agents too, come from the template that they name, else from the
 * defaults of the code. An unknown key is an error with its place.
 */
public final class SetupReader {

    private SetupReader() {}

    /**
     * Reads the settings of a file; the name is for messages.
     *
     * @throws SetupException with file, line, key and remedy
     */
    public static SwarmSetup read(String file, SetupNode.Fields settings) {
        return setup(new SetupSection(file, "", settings));
    }

    /**
     * Reads settings that have no lines.
     *
     * @param prefix the prefix of their keys in messages, such as {@code waggle.}
     * @throws SetupException with key and remedy
     */
    public static SwarmSetup readProperties(String prefix, SetupNode.Fields settings) {
        return setup(new SetupSection("", prefix, settings));
    }

    private static SwarmSetup setup(SetupSection all) {
        Optional<TemplateSpec> template = all.text("template", Optional.empty(),
                (none, name) -> Optional.of(Templates.named(name)));
        SwarmSetup base = template.map(SwarmSetup::of).orElseGet(SwarmSetup::defaults);
        base = all.texts("models", base, (old, names) -> old.withModels(named(names)));
        base = all.flag("signalTools", base, SwarmSetup::withSignalTools);
        base = base.withTeam(team(all, base.team()));
        base = base.withSeats(SeatReader.readAll(all));
        base = base.withRules(all.text("taskType", RulesReader.read(all, base.rules()), Rules::withTaskType));
        base = base.withBudget(all.section("budget", base.resources().budget(), SetupReader::budget));
        base = base.withMemory(all.section("memory", base.resources().memory(), SetupReader::memory));
        Assistants assistants = new Assistants(assistant(all, "synthesizer"), assistant(all, "metaAgent"),
                assistant(all, "proposalJudge"), assistant(all, "logCondenser"));
        all.refuseOthers();
        if (assistants.metaAgent().isPresent() && base.rules().steering().advisor().isEmpty()) {
            throw all.wrong("metaAgent is enabled, but it speaks through the advisor, which is not",
                    "Set advisor.enabled to true.");
        }
        return base.withAssistants(assistants).withPlaces(all.places());
    }

    private static List<String> named(List<String> models) {
        if (models.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "a model without a name\nWrite provider:model, or an alias (see waggle models).");
        }
        return models;
    }

    private static List<TeamMember> team(SetupSection all, List<TeamMember> usual) {
        Map<String, Integer> lineByAgent = new HashMap<>();
        List<TeamMember> written = all.sections("agents", agent -> {
            TeamMember member = AgentReader.read(agent);
            Integer twin = lineByAgent.putIfAbsent(member.profile().id(), agent.line());
            if (twin != null) {
                throw new IllegalArgumentException("there is an agent \"" + member.profile().id()
                        + "\" already" + (twin > 0 ? ", in line " + twin : "") + "\nGive each agent an id of its own.");
            }
            return member;
        });
        return written.isEmpty() ? usual : written;
    }

    private static Budget budget(Budget base, SetupSection section) {
        Budget tokens = section.large("tokens", base, (budget, most) -> new Budget(most, budget.usd()));
        return section.number("usd", tokens, (budget, most) -> new Budget(budget.tokens(), most));
    }

    private static MemorySettings memory(MemorySettings base, SetupSection section) {
        Map<String, Place> places = new TreeMap<>();
        Stream.of(Place.values()).forEach(place -> places.put(place.wireName(), place));
        MemorySettings settings = section.text("use", base,
                (old, word) -> old.withPlace(SetupSection.oneOf(word, places, "place of memories")));
        settings = section.text("tenant", settings, (old, name) -> old.withTenant(name.isEmpty() ? null : name));
        settings = section.number("decayDays", settings, MemorySettings::withDecayDays);
        settings = section.text("embeddings", settings,
                (old, name) -> old.withEmbeddings(name.isEmpty() ? null : name));
        settings = section.text("url", settings, (old, url) -> old.withQdrant(old.qdrant().withUrl(url)));
        settings = section.text("collection", settings,
                (old, name) -> old.withQdrant(old.qdrant().withCollection(name)));
        return section.text("keyEnv", settings, (old, name) -> old.withQdrant(old.qdrant().withKeyEnv(name)));
    }

    private static Optional<String> assistant(SetupSection all, String key) {
        return all.section(key, Optional.<String>empty(), (none, section) -> {
            boolean enabled = section.flag("enabled", false, (usual, on) -> on);
            String model = section.text("model", "", (usual, name) -> name);
            return enabled ? Optional.of(model) : Optional.empty();
        });
    }
}
