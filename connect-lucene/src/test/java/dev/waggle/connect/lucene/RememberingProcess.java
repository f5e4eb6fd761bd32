package dev.waggle.connect.lucene;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.learning.FileBanditStore;
import dev.waggle.journal.reputation.FileOutcomeLog;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.memory.StoredMemory;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;

/** A process that solves with all memories of a folder, prints which layers it found, and tells the outcome. */
final class RememberingProcess {

    private static final Task TASK = Task.of("Shard the database by tenant, or buy time?");
    private static final String PROPOSES = "{\"signals\":[{\"type\":\"proposal\",\"confidence\":0.8,"
            + "\"proposalId\":\"own\",\"content\":\"Shard the database by tenant.\",\"reasoning\":\"because\"},"
            + "{\"type\":\"vote\",\"confidence\":0.8,\"proposalId\":\"own\",\"stance\":\"agree\"}]}";

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final AtomicBoolean isSeen = new AtomicBoolean();

    private RememberingProcess() {}

    public static void main(String... folder) throws Exception {
        new RememberingProcess().run(Path.of(folder[0]));
    }

    private void run(Path folder) throws Exception {
        World world = World.system();
        FileBanditStore bandit = FileBanditStore.open(folder.resolve("bandit"), world);
        OutcomeTracker outcomes = OutcomeTracker.open(FileOutcomeLog.open(folder.resolve("outcomes"), world),
                FileCheckpointStore.in(folder.resolve("outcomes/counts"), world));
        try (Memory memory = Memory.open(folder.resolve("memory"))) {
            print("4 pool", memory.list(MemoryFilter.ALL, null, 100).stream().map(RememberingProcess::words)
                    .collect(Collectors.joining("; ")));
            print("5 search", memory.search("tenants in shards", 5, MemoryFilter.ALL).stream()
                    .map(found -> found.memory().content().lines().findFirst().orElse(""))
                    .collect(Collectors.joining("; ")));
            print("6 bandit", String.valueOf(bandit.load("model").arms().values().stream()
                    .mapToLong(ArmEvidence::lessons).sum()));
            print("7 reputation", outcomes.reputation().agents().keySet().stream().sorted()
                    .collect(Collectors.joining(", ")));
            SwarmResult result = solve(memory, bandit);
            print("decided", String.valueOf(result.consensus().decided()));
            outcomes.tell(OutcomeRecord.of(result, BallotRule.APPROVAL,
                    Judgement.of(OutcomeVerdict.CORRECT, OutcomeSource.PERSON), world.now()));
            memory.judge(result.solveId(), MemoryOutcome.RIGHT);
            print("run", result.solveId());
        }
    }

    private SwarmResult solve(Memory memory, FileBanditStore bandit) {
        Agent model = new ModelAgent(AgentProfile.of("model"), ScriptedHarness.saying(PROPOSES),
                ModelAgentConfig.defaults().withStrategies(EnumSet.of(ReactionStrategy.PROPOSE)).withLearning(bandit));
        Agent voter = Agent.of(AgentProfile.of("voter"), turn -> {
            if (isSeen.compareAndSet(false, true)) {
                print("1 working", signals(turn.stimuli()));
                print("2 episodic", signals(turn.history().select(SignalFilter.ALL)));
            }
            return votes(turn);
        });
        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(model, voter)).withMemory(memory)
                .withConsensus(ConsensusConfig.defaults().withMinVoters(2)))) {
            SwarmResult result = swarm.solve(TASK);
            print("3 bus", result.signalLog().stream().map(signal -> String.valueOf(signal.scope().run())).distinct()
                    .map(run -> run.equals(result.solveId()) ? "own" : run).collect(Collectors.joining(", ")));
            print("recalled", result.signalLog().stream().flatMap(signal -> MemoryProvenance.of(signal).stream())
                    .map(origin -> origin.author() + " of " + origin.run() + " " + origin.outcome().wireName())
                    .collect(Collectors.joining("; ")));
            return result;
        }
    }

    private static List<Draft> votes(Turn turn) {
        return turn.stimuli().stream()
                .flatMap(signal -> signal.payload() instanceof Payload.Proposal proposal
                        ? Stream.of(Draft.vote(proposal.proposalId(), Stance.AGREE, 0.9))
                        : Stream.empty())
                .toList();
    }

    private static String signals(List<Signal> signals) {
        return signals.stream().map(signal -> signal.type().text()).collect(Collectors.joining(", "));
    }

    private static String words(StoredMemory memory) {
        return memory.origin().author() + " " + memory.category() + " " + memory.outcome().wireName() + " "
                + memory.reinforcedBy();
    }

    private void print(String layer, String found) {
        out.println(layer + ": " + found);
    }
}
