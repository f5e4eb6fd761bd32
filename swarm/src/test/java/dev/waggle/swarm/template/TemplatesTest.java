package dev.waggle.swarm.template;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** The built-in templates against the shared cases, and in solves. */
class TemplatesTest {

    /** Names of the templates in the shared cases. */
    private static final Map<String, String> SHARED_NAMES = new TreeMap<>(
            Map.of("research", "research", "decision", "decision", "codeReview", "code-review", "debug", "debug"));

    private static final double DIGITS = 1e-9;

    /** Roles whose shared personality blocks a type that they subscribe to, with the change of their traits. */
    private static final Map<String, Moved> MOVED = Map.of("fact-checker", new Moved(0.01, 0),
            "risks", new Moved(0.01, 0), "edge-cases", new Moved(0.01, 0), "pros", new Moved(0, -0.01));

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);

    /** Differences of curiosity and conformity from the shared case. */
    private record Moved(double curiosity, double conformity) {}

    @Test
    @DisplayName("K20 agents, personalities, types, weights and thresholds are those of the shared cases")
    void k20TheyAreThoseOfTheSharedCases() throws IOException {
        JsonNode templates = vectors().get("templates");
        assertThat(templates.propertyNames()).containsExactlyInAnyOrderElementsOf(SHARED_NAMES.keySet());

        templates.properties().forEach(shared -> {
            TemplateSpec ours = Templates.named(Objects.requireNonNull(SHARED_NAMES.get(shared.getKey())));
            JsonNode consensus = shared.getValue().get("consensus");
            JsonNode math = shared.getValue().get("math");

            assertThat(ours.consensus().strategy().id()).isEqualTo(consensus.get("strategy").asString());
            assertThat(ours.consensus().threshold()).isEqualTo(consensus.get("threshold").asDouble());
            assertThat(ours.consensus().minVoters()).isEqualTo(consensus.get("minVoters").asInt());
            // The shared cases set no conflict mode, so that none of them debates; here all do.
            assertThat(ours.consensus().conflictResolution()).isEqualTo(ConflictResolution.DEBATE);
            assertThat(ours.maxRounds()).isEqualTo(shared.getValue().get("maxRounds").asInt());
            assertThat(ours.thresholds().entropy()).isEqualTo(math.get("entropyThreshold").asDouble());
            assertThat(ours.thresholds().minInformationGain()).isEqualTo(math.get("minInformationGain").asDouble());
            assertThat(ours.thresholds().redundancy()).isEqualTo(math.get("redundancyThreshold").asDouble());
            assertThat(ours.roles()).hasSize(shared.getValue().get("agents").size());
            for (int i = 0; i < ours.roles().size(); i++) {
                isThatOf(ours.roles().get(i), shared.getValue().get("agents").get(i));
            }
        });
    }

    private static void isThatOf(RoleSpec ours, JsonNode shared) {
        AgentProfile profile = ours.profile();
        assertThat(profile.id()).isEqualTo(shared.get("id").asString());
        assertThat(profile.name()).isEqualTo(shared.get("name").asString());
        assertThat(profile.weight()).isEqualTo(shared.get("weight").asDouble());
        assertThat(profile.listens()).isEqualTo(types(shared.get("listens")));
        assertThat(profile.canEmit()).isEqualTo(types(shared.get("canEmit")));
        assertThat(profile.role()).isNotBlank();

        JsonNode traits = shared.get("personality");
        Moved moved = MOVED.getOrDefault(profile.id(), new Moved(0, 0));
        assertThat(ours.personality().curiosity()).as("curiosity of %s", profile.id())
                .isCloseTo(traits.get("curiosity").asDouble() + moved.curiosity(), within(DIGITS));
        assertThat(ours.personality().conformity()).as("conformity of %s", profile.id())
                .isCloseTo(traits.get("conformity").asDouble() + moved.conformity(), within(DIGITS));
        assertThat(ours.personality().caution()).isEqualTo(traits.get("caution").asDouble());
        assertThat(ours.personality().verbosity()).isEqualTo(traits.get("verbosity").asDouble());
    }

    @Test
    @DisplayName("K20 the named personalities are those of the shared cases")
    void k20ThePersonalitiesAreThoseOfTheSharedCases() throws IOException {
        Map<String, Personality> ours = Map.of("analytical", Personality.ANALYTICAL, "creative", Personality.CREATIVE,
                "critical", Personality.CRITICAL, "supportive", Personality.SUPPORTIVE, "balanced",
                Personality.BALANCED, "bold", Personality.BOLD, "cautious", Personality.CAUTIOUS);

        JsonNode shared = vectors().get("personalities");

        assertThat(shared.propertyNames()).containsExactlyInAnyOrderElementsOf(ours.keySet());
        ours.forEach((name, personality) -> assertThat(personality).isEqualTo(new Personality(
                shared.get(name).get("curiosity").asDouble(), shared.get(name).get("caution").asDouble(),
                shared.get(name).get("conformity").asDouble(), shared.get(name).get("verbosity").asDouble())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"research", "decision", "code-review", "debug"})
    @DisplayName("K20 each template solves a task whose answers are written down")
    void k20EachSolvesAScriptedTask(String name) {
        TemplateSpec template = Templates.named(name);
        RolePlayingModel troupe = new RolePlayingModel(template);

        SwarmResult result = solve(template.withModel(troupe, everyTurn()));

        assertThat(result.answer()).isEqualTo(RolePlayingModel.ANSWER);
        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.failures()).isEmpty();
        // Several propose the same at once, and that is one proposal.
        assertThat(result.activity().refusals())
                .allMatch(refusal -> refusal.reason() == SignalRefusal.Reason.SAME_PROPOSAL);
        assertThat(result.timing().roundsUsed()).isLessThanOrEqualTo(template.maxRounds());
        // Each role that has something to listen to was asked: no role was deaf.
        assertThat(new HashSet<>(troupe.asked())).hasSize(template.roles().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"research", "decision", "code-review", "debug"})
    @DisplayName("K21 no role is deaf to a type that it listens to")
    void k21NobodyIsDeafToWhatItListensTo(String name) throws Exception {
        TemplateSpec template = Templates.named(name);
        for (RoleSpec role : template.roles()) {
            for (SignalType type : role.profile().listens()) {
                assertThat(asksAModel(template, role, role.personality(), type))
                        .as("%s hears %s", role.id(), type).isTrue();
            }
        }
    }

    /**
     * Shared personalities that block a type of four roles: curiosity .3 passes over discoveries, conformity .8 over
     * challenges. Ours differ from them by a hundredth in these traits, which is the smallest step that people write.
     */
    @Test
    @DisplayName("K21 the personalities of the shared cases would make four roles deaf")
    void k21TheSharedPersonalitiesWouldMakeFourRolesDeaf() throws Exception {
        Set<String> deaf = new HashSet<>();
        Map<String, Personality> shared = Map.of("fact-checker", Personality.CAUTIOUS, "risks", Personality.CAUTIOUS,
                "edge-cases", Personality.CAUTIOUS, "reviewer", Personality.CAUTIOUS, "pros", Personality.SUPPORTIVE);
        for (TemplateSpec template : Templates.builtIn()) {
            for (RoleSpec role : template.roles()) {
                Personality given = shared.getOrDefault(role.id(), role.personality());
                for (SignalType type : role.profile().listens()) {
                    if (!asksAModel(template, role, given, type)) {
                        deaf.add(role.id());
                    }
                }
            }
        }
        assertThat(deaf).isEqualTo(MOVED.keySet());
    }

    @Test
    void otherAgentsCanPlayTheRoles() {
        TemplateSpec decision = Templates.named("decision");
        SwarmResult result = solve(decision.fill(role -> Agent.of(role.profile(), turn -> switch (turn.round()) {
            case 1 -> role.id().equals("pros")
                    ? List.of(Draft.of(new Payload.Proposal("p", "Do it", ""), 0.9))
                    : List.of();
            default -> turn.stimuli().stream().anyMatch(signal -> signal.type().equals(SignalType.PROPOSAL))
                    ? List.of(Draft.of(new Payload.Vote("p", Stance.AGREE, null, 1), 0.9))
                    : List.of();
        })));

        assertThat(result.answer()).isEqualTo("Do it");
        assertThat(result.activity().agentContributions().keySet()).containsExactly("pros", "cons", "risks",
                "opportunities",
                "devils-advocate", "judge");
    }

    @Test
    void aRoleIsPlayedUnderItsOwnId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Templates.named("debug")
                        .fill(role -> Agent.of(AgentProfile.of("somebody"), turn -> List.of())))
                .withMessageContaining("\"reproducer\"").withMessageContaining("\"somebody\"");
    }

    @Test
    void anUnknownNameListsTheKnownOnes() {
        assertThatIllegalArgumentException().isThrownBy(() -> Templates.named("descision"))
                .withMessageContaining("\"descision\"").withMessageContaining("research, decision, code-review, debug");
    }

    @Test
    void aTemplateChangesOnlyItsOwnRules() {
        SwarmConfig base = SwarmConfig.of(List.of(Agent.of(AgentProfile.of("a"), turn -> List.of())))
                .withWorld(world).withLimits(Limits.defaults().withTimeout(Duration.ofSeconds(7)))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(9));

        SwarmConfig configured = Templates.named("research").configure(base);

        assertThat(configured.limits()).isEqualTo(new Limits(6, 200, Duration.ofSeconds(7)));
        assertThat(configured.consensus().minVoters()).isEqualTo(3);
        assertThat(configured.world()).isSameAs(world);
        assertThat(configured.math().lenses()).isEqualTo(base.math().lenses());
    }

    private SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config.withWorld(world))) {
            return swarm.solve(Task.of("Shard the database or buy time?"));
        }
    }

    /** Configuration without DEFER, since an agent that defers says nothing, which templates do not affect. */
    private static ModelAgentConfig everyTurn() {
        return ModelAgentConfig.defaults()
                .withStrategies(EnumSet.complementOf(EnumSet.of(ReactionStrategy.DEFER)));
    }

    /** True if a role of that personality asks its model about a signal of that type and confidence .8. */
    private boolean asksAModel(TemplateSpec template, RoleSpec role, Personality personality, SignalType type)
            throws Exception {
        RolePlayingModel troupe = new RolePlayingModel(template);
        ModelAgent agent = new ModelAgent(role.profile(), troupe, everyTurn().withPersonality(personality));
        World own = world.fork("agent " + role.id());
        Participant participant = agent.join(new JoinContext(Task.of("Why?"), "run", own.random("test"), own,
                CallMeter.free()));
        Signal signal = signal(type);
        participant.react(new Turn(1, 1, new AgentMail(List.of(signal), List.of()), filter -> List.of(signal),
                new Turn.TurnTime(world.now(), Duration.ofMinutes(1)), told -> {
                }));
        return !troupe.asked().isEmpty();
    }

    private Signal signal(SignalType type) {
        Payload payload = switch (type.text()) {
            case "task:new" -> new Payload.Task("Why?", null);
            case "discovery" -> new Payload.Discovery("found", null, 1);
            case "proposal" -> new Payload.Proposal("p", "do p", "because");
            case "challenge" -> new Payload.Challenge("s", "no", null);
            case "doubt" -> new Payload.Doubt("s", "hm", Payload.Severity.LOW);
            case "vote" -> new Payload.Vote("p", Stance.AGREE, null, 1);
            default -> throw new IllegalArgumentException(type.text());
        };
        return Signal.of(Draft.of(payload, 0.8),
                new Stamp(world.nextId("sig"), Source.agent("other"), world.now(), Scope.ofRun("run", 1)));
    }

    private static Set<SignalType> types(JsonNode names) {
        Set<SignalType> types = new HashSet<>();
        names.forEach(name -> types.add(SignalType.of(name.asString())));
        return types;
    }

    private static JsonNode vectors() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                TemplatesTest.class.getResourceAsStream("/vectors/templates.json"), "the vectors are missing")) {
            return JsonMapper.builder().build().readTree(file);
        }
    }
}
