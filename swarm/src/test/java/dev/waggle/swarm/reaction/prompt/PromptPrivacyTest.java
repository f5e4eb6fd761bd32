package dev.waggle.swarm.reaction.prompt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.assist.LogCondenser.Summary;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Prompts of solves with random topologies, listened types and audiences. No prompt holds a text, a name or a vote of a
 * signal that its agent may not hear. Agents that may hear the same share a beginning. The events of the solve tell what
 * an agent may hear, apart from the code under test.
 */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class PromptPrivacyTest {

    private static final int ROUNDS = 6;
    private static final int SPEAKERS = 4;
    private static final List<String> READERS = List.of("r1", "r2", "r3", "r4", "r5", "r6");
    private static final Pattern MARK = Pattern.compile("mark[0-9]+x");
    private static final Pattern NAME = Pattern.compile("[#P]([0-9]+)");
    private static final Pattern BALLOT = Pattern.compile("\\{\"proposalId\":\"P([0-9]+)\".*\"agree\":([0-9]+),"
            + "\"disagree\":([0-9]+),\"abstain\":([0-9]+).*");

    private final SolveTestBed table = new SolveTestBed();
    private final PromptWatch watch = new PromptWatch();
    private final AtomicInteger marks = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void noPromptHoldsWhatItsAgentMayNotHear(long seed) {
        Random random = new Random(seed);
        Map<String, AgentProfile> profiles = new TreeMap<>();
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < SPEAKERS; i++) {
            agents.add(speaker("s" + i, random));
        }
        for (String id : READERS) {
            AgentProfile profile = AgentProfile.of(id).withListens(listens(random));
            profiles.put(id, profile);
            agents.add(watch.saying(profile, prompt -> "{\"signals\":[{\"type\":\"discovery\",\"confidence\":0.7,"
                    + "\"content\":\"" + mark() + " of " + id + "\"}]}"));
        }
        SwarmResult result = SolveTestBed.solve(config(agents, seed % 2 == 0));
        List<HeardRound> heard = heard(profiles);
        int hidden = 0;
        int shared = 0;

        assertThat(result.execution().timing().roundsUsed()).as("seed " + seed).isEqualTo(ROUNDS);
        for (String id : READERS) {
            for (Message prompt : watch.messages(id)) {
                HeardRound before = heard.get(round(prompt) - 1);
                hidden += requireSilent(id, prompt.content(), before, result, seed);
            }
        }
        for (HeardRound before : heard) {
            for (String one : READERS) {
                for (String other : READERS) {
                    if (one.compareTo(other) < 0 && before.of(one).equals(before.of(other))) {
                        Optional<Message> first = promptOf(one, before.round);
                        Optional<Message> second = promptOf(other, before.round);
                        if (first.isPresent() && second.isPresent()) {
                            shared++;
                            assertThat(PromptWatch.repeated(first.get())).as("seed " + seed + ", " + one + ", " + other)
                                    .isEqualTo(PromptWatch.repeated(second.get()));
                        }
                    }
                }
            }
        }
        assertThat(table.events(SwarmEvent.TopologyUpdated.class)).as("the topology changes").isNotEmpty();
        assertThat(hidden).as("the solve has something to hide").isGreaterThan(50);
        assertThat(shared).as("some agents hear the same").isPositive();
    }

    /** Signals that each agent may know when a round begins. */
    private record HeardRound(int round, Map<String, Set<String>> byAgent) {

        Set<String> of(String agent) {
            return byAgent.getOrDefault(agent, Set.of());
        }
    }

    /** Fails if the prompt shows a signal that the agent may not hear; returns the number of those. */
    private int requireSilent(String id, String prompt, HeardRound before, SwarmResult result, long seed) {
        String place = "seed " + seed + ", " + id + " in round " + before.round;
        Set<String> known = before.of(id);
        Set<String> shown = new HashSet<>();
        Matcher mark = MARK.matcher(prompt);
        while (mark.find()) {
            shown.add(mark.group());
        }
        int hidden = 0;
        for (Signal signal : result.signalLog()) {
            Matcher own = MARK.matcher(signal.payload().toString());
            if (!known.contains(signal.id()) && own.find()) {
                hidden++;
                assertThat(shown).as(place).doesNotContain(own.group());
            }
        }
        NAME.matcher(prompt).results().map(name -> Integer.parseInt(name.group(1)))
                .forEach(number -> assertThat(known).as(place + " reads #" + number)
                        .contains(result.signalLog().get(number - 1).id()));
        prompt.lines().map(BALLOT::matcher).filter(Matcher::matches).forEach(line -> {
            Signal proposal = result.signalLog().get(Integer.parseInt(line.group(1)) - 1);
            int counted = Integer.parseInt(line.group(2)) + Integer.parseInt(line.group(3))
                    + Integer.parseInt(line.group(4));
            assertThat((long) counted).as(place + " counts votes").isEqualTo(result.signalLog().stream()
                    .filter(signal -> known.contains(signal.id()) && isVoteOn(proposal, signal))
                    .map(signal -> signal.source().label()).distinct().count());
        });
        return hidden;
    }

    private static boolean isVoteOn(Signal proposal, Signal signal) {
        return proposal.payload() instanceof Payload.Proposal known && signal.payload() instanceof Payload.Vote vote
                && vote.proposalId().equals(known.proposalId());
    }

    private Optional<Message> promptOf(String agent, int round) {
        return watch.messages(agent).stream().filter(prompt -> round(prompt) == round).findFirst();
    }

    private static int round(Message prompt) {
        Matcher round = Pattern.compile("\nRound ([0-9]+) of").matcher(prompt.content());
        assertThat(round.find()).isTrue();
        return Integer.parseInt(round.group(1));
    }

    /** Knowledge of each agent at the beginning of each round, by its types, the topology of the time, the audience. */
    private List<HeardRound> heard(Map<String, AgentProfile> profiles) {
        Map<String, Set<String>> known = new HashMap<>();
        List<HeardRound> rounds = new ArrayList<>();
        Topology topology = Topology.everyone();
        for (SwarmEvent event : table.events(SwarmEvent.class)) {
            switch (event) {
                case SwarmEvent.TopologyUpdated updated -> topology = updated.topology();
                case SwarmEvent.RoundStarted started -> {
                    Map<String, Set<String>> now = new HashMap<>();
                    known.forEach((agent, ids) -> now.put(agent, Set.copyOf(ids)));
                    rounds.add(new HeardRound(started.round(), now));
                }
                case SwarmEvent.SignalEmitted emitted -> {
                    for (AgentProfile profile : profiles.values()) {
                        if (mayHear(profile, emitted.signal(), topology)) {
                            known.computeIfAbsent(profile.id(), _ -> new HashSet<>()).add(emitted.signal().id());
                        }
                    }
                }
                default -> {
                    // Nothing that an agent hears.
                }
            }
        }
        return rounds;
    }

    private static boolean mayHear(AgentProfile profile, Signal signal, Topology topology) {
        String author = signal.source().label();
        return author.equals(profile.id()) || (profile.listens().contains(signal.type())
                && topology.allows(profile.id(), author)
                && switch (signal.audience()) {
                    case Audience.Everyone _ -> true;
                    case Audience.Ids ids -> ids.recipients().contains(profile.id());
                    case Audience.Role role -> role.word() == Audience.RoleName.ALL;
                });
    }

    private SwarmConfig config(List<Agent> agents, boolean condenses) {
        SwarmConfig config = SolveTestBed.advised(table.config(agents)
                .withMath(MathConfig.defaults().withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)))
                .withConsensus(ConsensusConfig.defaults().withThreshold(1).withMinVoters(agents.size())
                        .withConflictResolution(ConflictResolution.NONE))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS).withMaxSignals(900)),
                AdvisorConfig.defaults().withTopology(TopologyConfig.defaults().withEnabled(true)
                        .withMinConnectivity(0).withMaxInfluenceConcentration(0.05)));
        return condenses
                ? config.withLogCondenser((block, context) -> new Summary(String.join(" ", block.findings())
                        .replaceAll("[a-z ]{20,}", " ")))
                : config;
    }

    private static List<SignalType> listens(Random random) {
        List<SignalType> all = List.of(SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.DOUBT, SignalType.VOTE,
                SignalType.CHALLENGE);
        List<SignalType> types = new ArrayList<>(List.of(SignalType.TASK_NEW, SignalType.DISCOVERY));
        boolean isAll = random.nextBoolean();
        all.stream().filter(type -> isAll || random.nextBoolean()).filter(type -> !types.contains(type))
                .forEach(types::add);
        return types;
    }

    /** An agent that says all kinds of things, some of them to a few only. */
    private ScriptedAgent speaker(String id, Random random) {
        ScriptedAgent speaker = ScriptedAgent.agent(id).unasked();
        for (int round = 1; round <= ROUNDS; round++) {
            long own = random.nextLong();
            speaker.does(round, turn -> words(turn, new Random(own)));
        }
        return speaker;
    }

    private List<Draft> words(Turn turn, Random random) {
        List<Draft> drafts = new ArrayList<>();
        List<Signal> all = turn.history().select(SignalFilter.ALL);
        for (int i = 0; i < 4; i++) {
            Signal about = all.get(random.nextInt(all.size()));
            drafts.add(to(audience(random), Draft.of(payload(about, all, random), 0.7).inReplyTo(about.id())));
        }
        return drafts;
    }

    private Payload payload(Signal about, List<Signal> all, Random random) {
        String text = mark() + " is what I have to say about it. " + "some words that follow ".repeat(30);
        List<String> open = all.stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                .map(proposal -> ((Payload.Proposal) proposal).proposalId()).toList();
        return switch (random.nextInt(7)) {
            case 0 -> new Payload.Proposal("id-" + marks.incrementAndGet(), text, "because of " + mark());
            case 1 -> new Payload.Doubt(about.id(), text, Severity.LOW);
            case 2 -> new Payload.Challenge(about.id(), text, null);
            case 3 -> open.isEmpty() ? new Payload.Discovery(text, null, 0.5)
                    : new Payload.Vote(open.get(random.nextInt(open.size())), Stance.AGREE, mark(), 0.3);
            default -> new Payload.Discovery(text, "seen in " + mark(), random.nextDouble());
        };
    }

    private static Audience audience(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Audience.Ids(List.of(READERS.get(random.nextInt(READERS.size()))));
            case 1 -> new Audience.Ids(READERS.subList(0, 3));
            case 2 -> new Audience.Role(Audience.RoleName.SELF);
            default -> Audience.everyone();
        };
    }

    private static Draft to(Audience audience, Draft draft) {
        return new Draft(null, draft.type(), draft.payload(), draft.links(), draft.grading(), draft.lifetime(),
                audience, draft.extensions());
    }

    private String mark() {
        return "mark" + marks.incrementAndGet() + "x";
    }
}
