package dev.waggle.cli.command.memory;

import java.time.Instant;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.NewMemory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of memories that a person adds. */
final class NewMemoryOptions {

    @Option(names = "--category", paramLabel = "NAME", defaultValue = "note", //
            description = "kind, one word (default: ${DEFAULT-VALUE})")
    private String category = "note";

    @Option(names = "--importance", paramLabel = "SHARE", defaultValue = "" + NewMemory.USUAL_IMPORTANCE, //
            description = "importance, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double importance;

    @Option(names = "--author", paramLabel = "ID", defaultValue = "person", //
            description = "agent or person that states it (default: ${DEFAULT-VALUE})")
    private String author = "person";

    @Option(names = "--tenant", paramLabel = "NAME",
            description = "tenant to whom it belongs (default: none, for solves without a tenant)")
    private @Nullable String tenant;

    /** A memory of that text. */
    NewMemory memory(String content, Instant now) {
        return UserException.checked(() -> new NewMemory(content, category, importance,
                MemoryOrigin.byHand(author, now).withTenant(tenant), Map.of()));
    }
}
