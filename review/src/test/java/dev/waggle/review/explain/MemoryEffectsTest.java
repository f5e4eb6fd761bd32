package dev.waggle.review.explain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.review.explain.MemoryCitation.Form;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Effects of memories on a run, from its log. */
class MemoryEffectsTest {

    private static final String COLD = "Shard the database only after the archive is moved away.";
    private static final String HOT = "Buy time for the database with a larger machine.";

    private final Journal journal = new MemoryJournal();
    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-13T12:00:00Z"), 7);
    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults(), world);

    private void remember(String text, String author) {
        assertThat(pool.share(List.of(new NewMemory(text, "lesson", 1, new MemoryOrigin(author, null, "solve_x", null,
                world.now().minus(Duration.ofDays(12))), Map.of())))).hasSize(1);
    }

    @Test
    void aRunWithoutMemoriesHasNone() {
        MemoryEffects effects = effects(SharedMemory.NONE,
                agent("ada", _ -> List.of(propose("shard", "shard it", ""))));

        assertThat(effects.recalled()).isEmpty();
        assertThat(effects.citations()).isEmpty();
        assertThat(effects.citing().votes()).isEmpty();
        assertThat(effects.supporting().changes()).isFalse();
    }

    @Test
    void memoriesThatNoSignalCitesChangeNothing() {
        remember(COLD, "ann");
        remember(HOT, "bob");

        MemoryEffects effects = effects(pool, voters(_ -> propose("shard", "split by tenant", "as the log shows #20"),
                _ -> vote("shard", Stance.AGREE, "see #30 and x#2")));

        assertThat(effects.recalled()).hasSize(2).allSatisfy(memory -> {
            assertThat(memory.citations()).isZero();
            assertThat(memory.provenance()).get().satisfies(origin -> {
                assertThat(origin.run()).isEqualTo("solve_x");
                assertThat(origin.ageMillis()).isEqualTo(Duration.ofDays(12).toMillis());
            });
        });
        assertThat(effects.citations()).isEmpty();
        assertThat(effects.supporting().votes()).isEmpty();
        assertThat(effects.supporting().changes()).isFalse();
    }

    @Test
    void votesOnAProposalThatCitesAMemoryAreLeftOutBesideVotesThatCiteOne() {
        remember(COLD, "ann");

        MemoryEffects effects = effects(pool, voters(_ -> propose("shard", "archive, then shard", "as #2 says"),
                turn -> turn.stimuli().isEmpty() ? null : vote("shard", Stance.AGREE, "I share that")));

        assertThat(effects.citations()).singleElement().satisfies(citation -> {
            assertThat(citation.how()).isEqualTo(Form.NAME);
            assertThat(citation.entry().signal().type()).isEqualTo(SignalType.PROPOSAL);
        });
        assertThat(effects.citing().votes()).isEmpty();
        assertThat(effects.citing().changes()).isFalse();
        assertThat(effects.supporting().votes()).hasSize(2);
        assertThat(effects.supporting().outcome().winner()).isNull();
        assertThat(effects.supporting().changes()).isTrue();
        assertThat(effects.differs()).isTrue();
    }

    @Test
    void aVoteThatNamesAMemoryIsLeftOutAlone() {
        remember(COLD, "ann");

        MemoryEffects effects = effects(pool, voters(_ -> propose("shard", "split by tenant", ""),
                turn -> vote("shard", Stance.AGREE, turn.stimuli().isEmpty() ? "" : "(#2) is the reason")));

        assertThat(effects.citing().votes()).hasSize(2);
        assertThat(effects.citing().changes()).isTrue();
        assertThat(effects.differs()).isFalse();
    }

    @Test
    void votesAgainstAProposalThatCitesAMemoryStay() {
        remember(COLD, "ann");

        MemoryEffects effects = effects(pool, voters(_ -> propose("shard", "archive, then shard", "#2"),
                _ -> vote("shard", Stance.DISAGREE, null)));

        assertThat(effects.citations()).hasSize(1);
        assertThat(effects.supporting().votes()).isEmpty();
    }

    @Test
    void linksQuotationsIdsAndOneStepCite() {
        remember(COLD, "ann");
        String[] memory = {""};
        String[] first = {""};

        MemoryEffects effects = effects(pool,
                agent("a-link", turn -> {
                    memory[0] = turn.stimuli().stream()
                            .filter(signal -> signal.type().equals(SignalType.MEMORY_SHARED)).map(Signal::id)
                            .findFirst().orElse(memory[0]);
                    return turn.invocation() > 1 ? List.of() : List.of(finds("that holds here").inReplyTo(memory[0]));
                }),
                agent("b-about", turn -> turn.invocation() > 1 ? List.of() : List.of(finds("and here")
                        .withLinks(new Links(null, null, null, List.of("other", memoryIn(turn)))))),
                agent("c-quote", turn -> turn.invocation() > 1 ? List.of()
                        : List.of(finds("I found: shard  the DATABASE only after the archive is moved away."))),
                agent("d-id", turn -> turn.invocation() > 1 ? List.of()
                        : List.of(finds("see " + pool.list(MemoryFilter.ALL, null, 1)
                                .getFirst().id()))),
                agent("e-through", turn -> {
                    List<Signal> heard = turn.stimuli().stream()
                            .filter(signal -> signal.source().isAgent("a-link")).toList();
                    first[0] = heard.isEmpty() ? first[0] : heard.getFirst().id();
                    return heard.isEmpty() ? List.of() : List.of(finds("I doubt it").inReplyTo(first[0]));
                }),
                agent("f-far", turn -> turn.stimuli().stream().filter(signal -> signal.source().isAgent("e-through"))
                        .map(signal -> finds("two steps away").inReplyTo(signal.id())).toList()));

        assertThat(effects.citations()).extracting(citation -> citation.entry().signal().source().label() + " "
                + citation.how().wireName())
                .containsExactly("a-link link", "b-about link", "c-quote quote", "d-id name", "e-through through");
        assertThat(effects.citations().getLast().through()).isEqualTo(first[0]);
        assertThat(effects.citations()).allMatch(citation -> citation.memories().equals(List.of(memory[0])));
        assertThat(effects.indirect()).isEqualTo(1);
        assertThat(effects.quotations()).isEqualTo(1);
        assertThat(effects.recalled().getFirst().citations()).isEqualTo(5);
    }

    private static String memoryIn(Turn turn) {
        return turn.history().select(SignalFilter.ofTypes(SignalType.MEMORY_SHARED)).getFirst().id();
    }

    private MemoryEffects effects(SharedMemory memory, Agent... agents) {
        SwarmConfig config = SwarmConfig.of(List.of(agents)).withJournal(journal).withWorld(world).withMemory(memory)
                .withConsensus(ConsensusConfig.defaults().withMinVoters(2).withSettleRounds(0));
        try (Swarm swarm = new Swarm(config)) {
            String run = swarm.solve(Task.of("Shard the database or buy time?")).solveId();
            return Explanation.of(journal, run).memories();
        }
    }

    /** An agent that proposes, and two that vote on it in the second round. */
    private static Agent[] voters(Function<Turn, Draft> proposes, Function<Turn, @Nullable Draft> votes) {
        Function<Turn, List<Draft>> voter = turn -> {
            Draft vote = turn.invocation() == 2 ? votes.apply(turn) : null;
            return vote == null ? List.of() : List.of(vote);
        };
        return new Agent[] {agent("ada", turn -> turn.invocation() > 1 ? List.of() : List.of(proposes.apply(turn))),
            agent("bob", voter), agent("cat", voter)};
    }

    private static Agent agent(String id, Function<Turn, List<Draft>> turns) {
        return Agent.of(AgentProfile.of(id), turns::apply);
    }

    private static Draft propose(String id, String content, String reasoning) {
        return Draft.proposal(id, content, reasoning, 0.8);
    }

    private static Draft vote(String id, Stance stance, @Nullable String reasoning) {
        return Draft.of(new Payload.Vote(id, stance, reasoning, 0.9), 0.9);
    }

    private static Draft finds(String text) {
        return Draft.discovery(text, 0.7);
    }
}
