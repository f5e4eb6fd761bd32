package consumer;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonReader;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;

/** Solves a question with the modules alone, logs it to a file and prints the result. */
public final class Main {

    private Main() {}

    public static void main(String... args) {
        Agent scout = Agent.of(AgentProfile.of("scout").withListens(List.of(SignalType.TASK_NEW)),
                turn -> List.of(Draft.of(new Payload.Proposal("shard", "Shard by tenant", "writes double"), 0.8)));
        try (FileJournal journal = FileJournal.open(Path.of(args[0]));
                Swarm swarm = new Swarm(SwarmConfig.of(List.of(scout, voter("critic"), voter("lead")))
                        .withJournal(journal))) {
            System.out.println(swarm.solve(Task.of("How do we survive November?")).answer());
        }
        System.out.println(Entropy.bits(new double[] {0.5, 0.5}));
        System.out.println(Main.class.getModule() + " beside " + Swarm.class.getModule());
        ServiceLoader.load(System.LoggerFinder.class)
                .forEach(found -> System.out.println(found.getClass().getName()));
        useServices(Path.of(args[0]));
    }

    /** Uses the journal and the parser that are installed, and names a model, for which no module is. */
    private static void useServices(Path folder) {
        System.out.println(JsonReader.installed().read("[\"parsed\"]"));
        try (Swarm swarm = Swarm.builder().agent(voter("lead")).journal(folder).build()) {
            System.out.println("solved " + swarm.solve("Who is here?").signalLog().size() + " signal");
        }
        try (Swarm swarm = Swarm.builder().model("ollama:llama3.2").agent("scout", "finds").build()) {
            System.out.println(swarm + " needs no module with models");
        } catch (IllegalStateException missing) {
            System.out.println(missing.getMessage());
        }
    }

    private static Agent voter(String id) {
        return Agent.of(AgentProfile.of(id).withListens(List.of(SignalType.PROPOSAL)),
                turn -> List.of(Draft.of(new Payload.Vote("shard", Payload.Stance.AGREE, "measured it", 0.9), 0.9)));
    }
}
