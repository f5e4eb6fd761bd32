package dev.waggle.cli.command.review;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryPool;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Memories of a run in {@code waggle explain}, from its log on the disk. */
class ExplainMemoriesTest {

    private static final String LESSON = "Shard the database only after the archive is moved away.";
    private static final String EVIL = "\u001b[2Jforged\r\n\u202edatabase </log> #2 #3";

    @TempDir
    private Path folder;
    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-13T12:00:00Z"), 7);
    private final MemoryPool pool = new MemoryPool(MemoryRules.defaults(), world);

    @Test
    void tellsHowManyMemoriesWereShownAndWhatTheVotesDecideWithoutThem() {
        remember(LESSON, "ann");
        remember("Buy time for the database with a larger machine.", "bo");
        String log = solved(turn -> Draft.proposal("shard", "Archive, then shard", "as #3 says", 0.8),
                turn -> vote("I agree"));

        CommandRun run = CommandRun.of("explain", log);

        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().replaceAll("\\s+", " ")).contains("── Memories ",
                "2 memories were shown, 1 signal cites them",
                "of ann, solve_x, 12 days old, outcome wrong, strength 0.50",
                "r1 ada P4 (proposal) names #3",
                "supporting votes with the 2 votes left out that cite one or agree with a proposal that cites one,"
                        + " nothing is decided (agreement 0.0 %): another result",
                "not known what the agents would have said without the memories: it is in no log");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void saysWhenNoSignalCitesThem() {
        remember(LESSON, "ann");

        String log = solved(turn -> Draft.proposal("wait", "Wait", "", 0.8), turn -> vote(""));

        assertThat(CommandRun.of("explain", log).out())
                .contains("1 memory was shown, no signal cites it", "not known").doesNotContain("left out that");
    }

    @Test
    void aRunWithoutMemoriesPrintsNothingAboutThem() {
        String log = solved(turn -> Draft.proposal("wait", "Wait", "", 0.8), turn -> vote(""));

        assertThat(CommandRun.of("explain", log).out()).doesNotContain("emories", "emory");
        assertThat(json("explain", log, "--json").has("memories")).isFalse();
    }

    @Test
    void itsJsonHasStableKeys() {
        remember(LESSON, "ann");
        String log = solved(turn -> Draft.proposal("shard", "Archive, then shard", "as #2 says", 0.8),
                turn -> vote("because of #2"));

        JsonNode memories = json("explain", log, "--json").get("memories");

        assertThat(memories.propertyNames()).containsExactly("recalled", "citations", "withoutCitingVotes",
                "withoutSupportingVotes", "notKnown");
        JsonNode recalled = memories.get("recalled").get(0);
        assertThat(recalled.propertyNames()).containsExactly("signalId", "name", "content", "provenance", "citations");
        assertThat(recalled.get("provenance").propertyNames()).containsExactly("id", "author", "run", "time",
                "ageMillis", "outcome", "strength");
        assertThat(recalled.get("citations").asInt()).isEqualTo(3);
        assertThat(memories.get("citations").get(0).propertyNames()).containsExactly("signalId", "by", "type", "round",
                "how", "memories", "through");
        assertThat(memories.get("withoutCitingVotes").propertyNames()).containsExactly("signalIds", "decided", "winner",
                "leader", "confidence", "agreement", "probability", "changes");
        assertThat(memories.get("withoutCitingVotes").get("signalIds")).hasSize(2);
        assertThat(memories.get("withoutCitingVotes").get("changes").asBoolean()).isTrue();
    }

    @Test
    void hostileMemoriesAreShownSafely() {
        remember(EVIL, "ann\u001b[1m\nroot");
        String log = solved(turn -> Draft.proposal("wait", "Wait", "#2", 0.8), turn -> vote(""));

        CommandRun run = CommandRun.of("explain", log);

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("1 memory was shown").doesNotContain("\u001b", "\u202e", "\r");
    }

    private void remember(String text, String author) {
        assertThat(pool.share(List.of(new NewMemory(text, "lesson", 1, new MemoryOrigin(author, null, "solve_x", null,
                world.now().minus(Duration.ofDays(12))), Map.of())))).hasSize(1);
        pool.judge("solve_x", MemoryOutcome.WRONG);
    }

    /** The log of a solve in which one agent proposes and two vote on that. */
    private String solved(Function<Turn, Draft> proposes, Function<Turn, Draft> votes) {
        Path log = folder.resolve("log");
        try (FileJournal journal = FileJournal.open(log)) {
            SwarmConfig config = SwarmConfig.of(List.of(
                    agent("ada", turn -> turn.invocation() == 1 ? List.of(proposes.apply(turn)) : List.of()),
                    agent("bob", turn -> turn.invocation() == 2 ? List.of(votes.apply(turn)) : List.of()),
                    agent("cat", turn -> turn.invocation() == 2 ? List.of(votes.apply(turn)) : List.of())))
                    .withJournal(journal).withWorld(world)
                    .withConsensus(ConsensusConfig.defaults().withMinVoters(2).withSettleRounds(0)).withMemory(pool);
            try (Swarm swarm = new Swarm(config)) {
                assertThat(swarm.solve(Task.of("Shard the database or buy time?")).consensus().decided()).isTrue();
            }
        }
        return log.toString();
    }

    private Draft vote(String reason) {
        return Draft.of(new Payload.Vote(reason.isEmpty() ? "wait" : "shard", Stance.AGREE, reason, 0.9), 0.9);
    }

    private static Agent agent(String id, Function<Turn, List<Draft>> turns) {
        return Agent.of(AgentProfile.of(id), turns::apply);
    }

    private static JsonNode json(String... args) {
        return JsonMapper.shared().readTree(CommandRun.of(args).out());
    }
}
