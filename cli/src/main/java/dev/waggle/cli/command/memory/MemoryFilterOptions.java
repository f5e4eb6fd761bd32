package dev.waggle.cli.command.memory;

import java.time.Instant;

import dev.waggle.cli.option.TimeSpan;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags that choose memories; without any, all memories of all tenants. */
final class MemoryFilterOptions {

    @Option(names = "--tenant", paramLabel = "NAME", description = "only memories of that tenant")
    private @Nullable String tenant;

    @Option(names = "--no-tenant", description = "only memories without a tenant")
    private boolean isUntenanted;

    @Option(names = "--category", paramLabel = "NAME", description = "only that kind, such as proposal or discovery")
    private @Nullable String category;

    @Option(names = "--author", paramLabel = "ID", description = "only what that agent or person said first")
    private @Nullable String author;

    @Option(names = "--run", paramLabel = "ID", description = "only memories of that solve")
    private @Nullable String run;

    @Option(names = "--older-than", paramLabel = "AGE",
            description = "only older ones: 30m, 12h, 90d or 8w (minutes, hours, days, weeks)")
    private @Nullable String olderThan;

    @Option(names = "--newer-than", paramLabel = "AGE", description = "only newer ones: 30m, 12h, 90d or 8w")
    private @Nullable String newerThan;

    /**
     * The filter.
     *
     * @param now the time from which ages are counted
     */
    MemoryFilter filter(Instant now) {
        if (tenant != null && isUntenanted) {
            throw new UserException("--tenant and --no-tenant exclude each other", "Use one of them.");
        }
        MemoryFilter filter = MemoryFilter.ALL.withCategory(named("--category", category))
                .withAuthor(named("--author", author)).withRun(named("--run", run));
        if (tenant != null || isUntenanted) {
            filter = filter.withTenant(named("--tenant", tenant));
        }
        if (olderThan != null) {
            filter = filter.withBefore(now.minus(TimeSpan.of("--older-than", olderThan)));
        }
        return newerThan == null ? filter : filter.withSince(now.minus(TimeSpan.of("--newer-than", newerThan)));
    }

    /** True if any flag is given. */
    boolean isGiven() {
        return tenant != null || isUntenanted || category != null || author != null || run != null
                || olderThan != null || newerThan != null;
    }

    private static @Nullable String named(String flag, @Nullable String value) {
        if (value != null && value.isBlank()) {
            throw new UserException(flag + " is blank, which chooses no memories", "Name one, or omit " + flag + ".");
        }
        return value;
    }
}
