package dev.waggle.cli.setup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.qdrant.QdrantConfig;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SteeringConfig;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;
import dev.waggle.swarm.template.Templates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SetupFileTest {

    private static final String ONE_AGENT = "agents:\n  - id: ada\n";

    @Test
    void memoriesInQdrantHaveTheCollectionOfItsModule() {
        assertThat(SwarmSetup.defaults().resources().memory().qdrant().collection())
                .isEqualTo(QdrantConfig.DEFAULT_COLLECTION);
    }

    @Test
    void theStarterFileIsTheDefaultsOfTheCode() {
        SwarmSetup read = SetupFile.parse("swarm.yaml", StarterFile.of(SwarmSetup.defaults(), Optional.empty()));

        assertThat(read.team()).isEqualTo(TeamMember.team(SwarmSetup.USUAL_AGENTS));
        assertThat(read.models()).isEmpty();
        sameConsensus(read.rules().consensus(SwarmSetup.USUAL_AGENTS), ConsensusConfig.defaults());
        assertThat(read.rules().minVoters()).isEmpty();
        assertThat(read.rules().math()).isEqualTo(MathConfig.defaults());
        assertThat(read.rules().limits()).isEqualTo(Limits.defaults());
        assertThat(read.rules().steering()).isEqualTo(SteeringConfig.defaults());
        assertThat(read.resources().budget()).isEqualTo(Budget.UNLIMITED);
        assertThat(read.assistants()).isEqualTo(SwarmSetup.Assistants.NONE);
    }

    @Test
    void requiredVotersAndVetoersAreListsOfIds() {
        SwarmSetup read = SetupFile.parse("swarm.yaml",
                ONE_AGENT + "consensus:\n  requiredVoters: [ada]\n  vetoers: ada\n");

        ApprovalRule rule = ApprovalRule.requiring("ada").withVetoers(List.of("ada"));
        assertThat(read.rules().consensus(1).approval()).isEqualTo(rule);
        assertThat(SetupFile.parse("swarm.yaml", StarterFile.of(read, Optional.empty())).rules().consensus(1)
                .approval()).isEqualTo(rule);
    }

    @Test
    void theTypeOfTasksIsAName() {
        SwarmSetup read = parse(ONE_AGENT + "taskType: Contract law\n");

        assertThat(read.rules().taskType()).isEqualTo("Contract law");
        assertThat(SetupFile.parse("swarm.yaml", StarterFile.of(read, Optional.empty())).rules().taskType())
                .isEqualTo("Contract law");
        assertThat(parse(ONE_AGENT).rules().taskType()).isEqualTo("general");
        assertThat(SwarmSetup.of(Templates.named("debug")).rules().taskType()).isEqualTo("general");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> parse("taskType: \" \"\n" + ONE_AGENT))
                .withMessageContaining("swarm.yaml:1: taskType: the type of a task");
    }

    @Test
    void theMemoryHasAPlaceATenantAndADecay() {
        SwarmSetup read = parse(ONE_AGENT + "memory: {use: none, tenant: Acme Corp, decayDays: 0.5}\n");
        MemorySettings memory = MemorySettings.NONE.withTenant("Acme Corp").withDecayDays(0.5);

        assertThat(read.resources().memory()).isEqualTo(memory);
        assertThat(SetupFile.parse("swarm.yaml", StarterFile.of(read, Optional.empty())).resources().memory())
                .isEqualTo(memory);
        assertThat(parse(ONE_AGENT).resources().memory()).isEqualTo(MemorySettings.DEFAULTS);
        assertThat(parse(ONE_AGENT + "memory: {decayDays: 0}\n").resources().memory().decayEvery()).isZero();
        MemorySettings server = parse(
                ONE_AGENT + "memory: {use: qdrant, url: \"https://q.example:6333\", collection: c1,"
                        + " keyEnv: Q_KEY, embeddings: \"openai:text-embedding-3-small\"}\n")
                .resources().memory();
        assertThat(server).isEqualTo(MemorySettings.DEFAULTS.withPlace(MemorySettings.Place.QDRANT)
                .withQdrant(new MemorySettings.QdrantPlace("https://q.example:6333", "c1", "Q_KEY"))
                .withEmbeddings("openai:text-embedding-3-small"));
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> parse(ONE_AGENT + "memory: {use: disk}\n"))
                .withMessageContaining("unknown place of memories \"disk\"");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> parse(ONE_AGENT + "memory: {decayDays: -1}\n"))
                .withMessageContaining("memory.decayDays: it must be between 0 and 36500 days, got -1.0");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> parse(ONE_AGENT + "memory: {decay: 1}\n"))
                .withMessageContaining("there is no key \"memory.decay\"");
    }

    @Test
    void theStarterFileShowsTheDefaultsOfTheAdvisorThatIsOff() {
        String on = StarterFile.of(SwarmSetup.defaults(), Optional.empty()).replaceFirst(
                "(?s)(advisor:.*?enabled: )false",
                "$1true");

        assertThat(SetupFile.parse("swarm.yaml", on).rules().steering().advisor())
                .hasValue(AdvisorConfig.defaults());
    }

    @Test
    void theStarterFileOfATemplateIsTheTemplate() {
        for (TemplateSpec template : Templates.builtIn()) {
            SwarmSetup setup = SwarmSetup.of(template);
            String text = StarterFile.of(setup, Optional.of(template.name()));

            SwarmSetup read = SetupFile.parse("swarm.yaml", text);

            assertThat(text).contains("\ntemplate: " + template.name() + "\n");
            assertThat(read.team()).isEqualTo(setup.team());
            sameConsensus(read.rules().consensus(99), template.consensus());
            assertThat(read.rules().math()).isEqualTo(setup.rules().math());
            assertThat(read.rules().limits()).isEqualTo(setup.rules().limits());
            assertThat(read.rules().steering()).isEqualTo(setup.rules().steering());
        }
    }

    @Test
    void theStarterFileNamesEveryWordThatItsReaderTakes() {
        List<String> comments = StarterFile.of(SwarmSetup.defaults(), Optional.empty()).lines()
                .filter(line -> line.startsWith("#")).toList();

        assertThat(String.join(" ", comments))
                .contains(Stream.of(ReactionStrategy.values()).map(ReactionStrategy::wireName).toList())
                .contains(SignalType.SWARM.stream().map(SignalType::text).toList())
                .contains(TeamMember.personalities().keySet())
                .contains(Templates.builtIn().stream().map(TemplateSpec::name).toList());
    }

    @Test
    void noLineOfTheStarterFileIsTooLongForAScreen() {
        assertThat(StarterFile.of(SwarmSetup.defaults(), Optional.empty()).lines())
                .allMatch(line -> line.length() <= 140);
    }

    @Test
    void aTemplateIsTheBaseOfWhatTheFileSays() {
        SwarmSetup setup = parse("template: decision\nconsensus:\n  threshold: 0.9\nlimits:\n  maxSignals: 50\n");

        assertThat(setup.team()).hasSize(6);
        assertThat(setup.rules().voting().threshold()).isEqualTo(0.9);
        assertThat(setup.rules().minVoters()).hasValue(4);
        assertThat(setup.rules().limits()).isEqualTo(Limits.defaults().withMaxRounds(6).withMaxSignals(50));
        assertThat(parse("template: decision\n" + ONE_AGENT).team()).hasSize(1);
    }

    @Test
    void stopsAreAllButThoseThatAreOffByDefault() {
        assertThat(parse("signalTools: false").rules().math().stops())
                .doesNotContainAnyElementsOf(MathConfig.OFF_BY_DEFAULT)
                .hasSize(MathStopReason.values().length - MathConfig.OFF_BY_DEFAULT.size());
        SwarmSetup none = parse("math: {stops: []}");
        assertThat(none.rules().math().stops()).isEmpty();
        String starter = StarterFile.of(none, Optional.empty());
        assertThat(SetupFile.parse("swarm.yaml", starter).rules().math()).isEqualTo(none.rules().math());
        assertThat(starter).contains("  stops: [] ", "    # - chaos-critical ");
    }

    @Test
    void everythingCanBeSaid() {
        SwarmSetup setup = parse("""
                models: [ollama:llama3.2, big]
                agents:
                  - id: ada
                    name: Ada
                    role: counts
                    personality: {curiosity: 1, caution: 0}
                    listens: [task:new, my:type]
                    canEmit: proposal
                    weight: 2.5
                    model: openai:gpt
                    strategies: [propose, support]
                  - id: bob
                    personality: bold
                consensus: {strategy: voting, threshold: 1, minVoters: 1, ballots: exclusive, maxWeight: 3,
                  conflictResolution: majority, maxDebateRounds: 7, settleRounds: 4}
                limits: {maxRounds: 4, maxSignals: 9, timeoutSeconds: 1.5}
                budget: {tokens: 50000, usd: 0.5}
                math: {part: watching, entropyThreshold: 0.1, minInformationGain: 0.2, redundancyThreshold: 0.3,
                  dependence: 0.4, without: [entropy], stops: [chaos-critical]}
                advisor: {enabled: true, agentPruning: true, warmupRounds: 5, topology: {enabled: true}}
                evolution: {enabled: true, maxEvolvedAgents: 2, minUrgency: 0.9}
                signalTools: true
                selection: {effort: adaptive, topK: 3, minSpread: 0.2, weights: {bandit: 1, contribution: 0, match: 0, prediction: 0}}
                workspace: {enabled: true, maxIgnitedPerRound: 1}
                synthesizer: {enabled: true}
                metaAgent: {enabled: true, model: big}
                proposalJudge: {enabled: true, model: small}
                logCondenser: {enabled: true, model: tiny}
                """);

        TeamMember ada = setup.team().getFirst();
        assertThat(ada.profile().listens()).isEqualTo(Set.of(SignalType.TASK_NEW, SignalType.custom("my:type")));
        assertThat(ada.profile().canEmit()).containsExactly(SignalType.PROPOSAL);
        assertThat(ada.profile().weight()).isEqualTo(2.5);
        assertThat(ada.personality()).isEqualTo(new Personality(1, 0, 0.5, 0.5));
        assertThat(ada.strategies()).containsExactly(ReactionStrategy.PROPOSE, ReactionStrategy.SUPPORT);
        assertThat(ada.model()).isEqualTo("openai:gpt");
        assertThat(setup.team().getLast().personality()).isEqualTo(Personality.BOLD);
        assertThat(setup.models()).containsExactly("ollama:llama3.2", "big");
        ConsensusConfig consensus = setup.rules().consensus(2);
        assertThat(consensus.minVoters()).isEqualTo(1);
        assertThat(consensus.strategy().id()).isEqualTo("voting");
        assertThat(consensus.conflictResolution()).isEqualTo(ConflictResolution.MAJORITY);
        assertThat(consensus.maxDebateRounds()).isEqualTo(7);
        assertThat(consensus.settleRounds()).isEqualTo(4);
        assertThat(setup.rules().limits().timeout()).hasMillis(1_500);
        assertThat(setup.resources().budget()).isEqualTo(new Budget(50_000L, 0.5));
        assertThat(setup.rules().math().role()).isEqualTo(MathConfig.MathRole.WATCHING);
        assertThat(setup.rules().math().lenses()).hasSize(MathConfig.defaults().lenses().size() - 1);
        assertThat(setup.rules().math().thresholds().dependence()).isEqualTo(0.4);
        assertThat(setup.rules().math().stops()).containsExactly(MathStopReason.CHAOS_CRITICAL);
        SteeringConfig steering = setup.rules().steering();
        assertThat(steering.advisor().orElseThrow().agentPruning()).isTrue();
        assertThat(steering.advisor().orElseThrow().topology().enabled()).isTrue();
        assertThat(steering.evolution().enabled()).isTrue();
        assertThat(steering.evolution().minUrgency()).isEqualTo(0.9);
        assertThat(steering.effort()).isEqualTo(TurnEffort.ADAPTIVE);
        assertThat(steering.selection().topK()).hasValue(3);
        assertThat(steering.selection().weights().bandit()).isEqualTo(1);
        assertThat(steering.workspace().enabled()).isTrue();
        assertThat(setup.resources().signalTools()).isTrue();
        assertThat(setup.assistants().synthesizer()).hasValue("");
        assertThat(setup.assistants().metaAgent()).hasValue("big");
        assertThat(setup.assistants().proposalJudge()).hasValue("small");
        assertThat(setup.assistants().logCondenser()).hasValue("tiny");

        SwarmSetup again = SetupFile.parse("swarm.yaml", StarterFile.of(setup, Optional.empty()));
        assertThat(again.team()).isEqualTo(setup.team());
        assertThat(again.rules().steering()).isEqualTo(steering);
        assertThat(again.rules().math()).isEqualTo(setup.rules().math());
        assertThat(again.resources()).isEqualTo(setup.resources());
        assertThat(again.assistants()).isEqualTo(setup.assistants());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "consensus:\\n  treshold: 0.5 | 4: there is no key \"consensus.treshold\" | Maybe threshold?",
        "limit: 1 | 3: there is no key \"limit\" | Maybe limits?",
        "consensus:\\n  threshold: 70 | 4: consensus.threshold: threshold must be between 0 and 1, got 70.0 | percentage",
        "consensus:\\n  threshold: high | 4: consensus.threshold: it must be a number, got \"high\" | Change",
        "consensus:\\n  threshold: .nan | 4: consensus.threshold: it must be a | Change",
        "consensus:\\n  minVoters: 1.5 | 4: consensus.minVoters: it must be a whole number | Change",
        "consensus:\\n  minVoters: 99999999999999999999999 | 4: consensus.minVoters: it must be a whole number | Change",
        "consensus: 3 | 3: consensus: it must have keys and values of its own, got \"3\" | Change",
        "consensus:\\n  strategy: votin | 4: consensus.strategy: unknown strategy \"votin\" | Maybe voting?",
        "consensus:\\n  conflictResolution: fight | 4: consensus.conflictResolution: conflictResolution must be | Change",
        "limits:\\n  timeoutSeconds: 0 | 4: limits.timeoutSeconds: it must be above 0 | Change",
        "math:\\n  without: [entropi] | 4: math.without: there is no lens \"entropi\" | Maybe entropy",
        "math:\\n  stops: [entropi, cycle-detected] | 4: math.stops: there is no reason to stop \"entropi\" | entropy-converged, info",
        "math:\\n  part: yes | 4: math.part: it must be steering, watching or off, got \"yes\" | Change",
        "evolution:\\n  enabled: yes | 4: evolution.enabled: it must be true or false, got \"yes\" | Change",
        "metaAgent:\\n  enabled: true | 1: metaAgent is enabled, but it speaks through the advisor | advisor.enabled",
        "signalTools: some | 3: signalTools: it must be true or false, got \"some\" | Change",
        "template: debugging | 3: template: unknown template \"debugging\" | research, decision",
        "budget:\\n  tokens: 0 | 4: budget.tokens: the token budget must be at least 1, got 0 | Change",
        "selection:\\n  weights: {bandit: 0, contribution: 0, match: 0, prediction: 0} | 4: selection.weights: the weights | Change"})
    void whatIsWrongIsNamedWithLineKeyValueAndRemedy(String yaml, String problem, String remedy) {
        refuses(ONE_AGENT + yaml.replace("\\n", "\n"), "swarm.yaml:" + problem, remedy);
    }

    @Test
    void withoutAgentsTheUsualTeamTakesPart() {
        assertThat(parse("limits: {maxRounds: 3}").team()).isEqualTo(TeamMember.team(SwarmSetup.USUAL_AGENTS));
        assertThat(parse("agents:\nlimits: {maxRounds: 3}").team()).isEqualTo(TeamMember.team(SwarmSetup.USUAL_AGENTS));
        refuses("limit: {maxRounds: 3}", "swarm.yaml:1: there is no key \"limit\"", "Maybe limits?");
        refuses("limits: {maxRounds: 0}", "swarm.yaml:1: limits.maxRounds: maxRounds must be", "Change");
    }

    @Test
    void moreThanHalfOfTheAgentsMustVoteWhereNothingElseIsSaid() {
        SwarmSetup setup = parse("consensus: {threshold: 0.9}");

        for (int agents = 1; agents <= 9; agents++) {
            assertThat(setup.rules().consensus(agents).minVoters()).as("%d agents", agents).isEqualTo(agents / 2 + 1);
        }
    }

    @Test
    void badAgentsAreNamed() {
        refuses("agents:\n  ada: 1", "swarm.yaml:2: agents: it must be a list", "Change");
        refuses("limits: {maxRounds: 3}\nagents: []", "swarm.yaml:2: agents: the list is empty", "Write at least one");
        refuses("template: decision\nagents:\n  []", "swarm.yaml:3: agents: the list is empty", "omit the key");
        refuses("agents: [ada]", "swarm.yaml:1: agents: it must be a list of keys and values, got \"ada\"", "Change");
        refuses("agents:\n  - name: Ada", "swarm.yaml:2: agents[0]: the agent has no id", "Add id");
        refuses(ONE_AGENT + "  - id: ada", "there is an agent \"ada\" already, in line 2", "an id of its own");
        refuses(ONE_AGENT + "    listens: [discoverys]",
                "swarm.yaml:3: agents[0].listens: unknown type of signal \"discoverys\"", "Maybe discovery?");
        refuses(ONE_AGENT + "    personality: brave", "unknown personality \"brave\"", "bold");
        refuses(ONE_AGENT + "    personality: {curiosity: 2}", "curiosity must be between 0 and 1, got 2.0", "Change");
        refuses(ONE_AGENT + "    weight: -1", "weight of agent ada must be above 0 and at most 256, got -1.0",
                "Change");
        refuses("agents:\n  - id: orchestrator", "swarm.yaml:2: agents[0].id: the id \"orchestrator\" belongs to the"
                + " runtime", "Give the agent another");
        refuses(ONE_AGENT + "    listens: []", "swarm.yaml:3: agents[0].listens: the agent receives no signals",
                "Omit listens");
        refuses(ONE_AGENT + "    canEmit: [consensus:reached, my:type]",
                "swarm.yaml:3: agents[0].canEmit: there is nothing in it that an agent can say", "proposal, doubt");
        refuses("models: [a, \"\"]", "swarm.yaml:1: models: a model without a name", "provider:model");
        refuses(ONE_AGENT + "    strategies: []", "has no strategies", "Omit strategies");
    }

    @Test
    void onlyPlainYamlIsRead() {
        refuses("", "swarm.yaml is empty", "waggle init");
        refuses("- a", "swarm.yaml:1: there must be keys and values, got a list", "waggle init");
        refuses("a: &x {b: 2}", "swarm.yaml:1: there is an anchor", "Write the value out");
        refuses("a: *x", "swarm.yaml:1: there is an alias", "Write the value out");
        refuses("models: !!java.lang.String x", "swarm.yaml:1: there is a tag", "Write the value out");
        refuses("models: x\nmodels: y", "swarm.yaml:2: \"models\" is there already, in line 1", "Keep one");
        refuses(ONE_AGENT + "---\n" + ONE_AGENT, "swarm.yaml:4: a second document begins", "a file for each");
        refuses("a: [", "it is not YAML", "Check");
        refuses("a: " + "[".repeat(30) + "]".repeat(30), "it nests deeper than 20", "waggle init");
        refuses("a: " + "[".repeat(100_000), "swarm.yaml:1: ", "");
    }

    @Test
    void filesThatAreNoConfigurationAreRefused(@TempDir Path folder) throws IOException {
        Path binary = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        Path large = Files.writeString(folder.resolve("l.yaml"), "#".repeat((1 << 20) + 1));
        Path good = Files.writeString(folder.resolve("g.yaml"), ONE_AGENT, StandardCharsets.UTF_8);

        assertThatExceptionOfType(UserException.class).isThrownBy(() -> SetupFile.read(binary))
                .withMessageContaining("is not UTF-8 text");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> SetupFile.read(large))
                .withMessageContaining("it has more than 1048576 bytes");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> SetupFile.read(folder.resolve("none.yaml")))
                .withMessageContaining("there is no file");
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> SetupFile.read(folder))
                .withMessageContaining("cannot be read");
        assertThat(SetupFile.read(good).team()).isEqualTo(List.of(TeamMember.parse("ada")));
    }

    private static SwarmSetup parse(String yaml) {
        return SetupFile.parse("swarm.yaml", yaml);
    }

    private static void refuses(String yaml, String problem, String remedy) {
        assertThatExceptionOfType(UserException.class).isThrownBy(() -> parse(yaml)).withMessageContaining(problem)
                .satisfies(error -> assertThat(error.remedy()).contains(remedy));
    }

    /** Compares two configurations of consensus; strategies are compared by their names. */
    private static void sameConsensus(ConsensusConfig one, ConsensusConfig other) {
        assertThat(one.strategy().id()).isEqualTo(other.strategy().id());
        assertThat(one.withStrategy(other.strategy())).isEqualTo(other);
    }
}
