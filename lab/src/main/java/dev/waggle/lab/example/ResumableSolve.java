package dev.waggle.lab.example;

// begin
import java.nio.file.Path;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
// end

/**
 * Example of a solve that survives its process. Kill it and run it again in the same folder: it resumes, and no model
 * is asked again for a recorded answer. A solve that is over returns its result once more.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.ResumableSolve}
 */
// begin
public final class ResumableSolve {

    public static void main(String... args) {
        try (Swarm swarm = Swarm.builder()
                .model("ollama:llama3.2")
                .agent("planner", "proposes a plan")
                .agent("tester", "looks for what could break")
                .journal(Path.of("waggle-log"))
                .build()) {
            SwarmResult result = swarm.solveResumable("How do we move the archive to the new store?", "archive-move");
            System.out.println(result.answer());
        }
    }
}
