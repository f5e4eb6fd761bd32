package dev.waggle.lab.example;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.reaction.ModelAgent;

/**
 * Example of a solve that survives its process. Kill it and run it again with the same folder: it resumes, and no
 * model is asked again for a recorded answer. Answers are stored as they come, before the log has them in order. A
 * solve that is over returns its result once more.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.ResumableSolve FOLDER [MODEL]}
 */
public final class ResumableSolve {

    private ResumableSolve() {}

    public static void main(String... args) {
        if (args.length == 0) {
            System.err.println("Name a folder for the log and the answers.");
            return;
        }
        SwarmResult result = solve(System.getenv(), args.length > 1 ? args[1] : "ollama:llama3.2", Path.of(args[0]));
        System.out.println(result.answer());
    }

    static SwarmResult solve(Map<String, String> environment, String name, Path folder) {
        try (LiveModels models = LiveModels.of(environment);
                FileJournal journal = FileJournal.open(folder.resolve("log"));
                FileJournal answers = FileJournal.open(folder.resolve("answers"))) {
            Harness model = models.harness(name);
            SwarmConfig config = SwarmConfig.of(List.of(
                    ModelAgent.of("planner", "proposes a plan", model),
                    ModelAgent.of("tester", "looks for what could break", model)))
                    .withJournal(journal).withAnswers(answers);
            try (Swarm swarm = new Swarm(config)) {
                return swarm.solveResumable(Task.of("How do we move the archive to the new store?"), "archive-move");
            }
        }
    }
}
