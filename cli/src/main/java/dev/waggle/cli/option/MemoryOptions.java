package dev.waggle.cli.option;

import java.nio.file.Path;

import dev.waggle.cli.memory.MemorySettings;
import dev.waggle.cli.memory.MemorySettings.Place;
import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the memory of solves. */
public final class MemoryOptions {

    @Option(names = "--no-memory", description = "do not recall and store memories of the data folder")
    private boolean isWithout;

    @Option(names = "--tenant", paramLabel = "NAME", description = "the tenant whose memories are recalled and stored"
            + " (default: memories without a tenant)")
    private @Nullable String tenant;

    /** These settings with the flags applied. */
    public MemorySettings over(MemorySettings settings) {
        MemorySettings placed = isWithout ? settings.withPlace(Place.NONE) : settings;
        String name = tenant;
        return name == null ? placed : UserException.checked(() -> placed.withTenant(name));
    }

    /**
     * Refuses a named tenant of a solve without memory.
     *
     * @param settings the settings with the flags applied
     * @param data the data folder; {@code null} for none
     */
    public MemorySettings requireUse(MemorySettings settings, @Nullable Path data) {
        if (tenant != null && (data == null || !settings.isUsed())) {
            throw new UserException("--tenant names whose memories are used, and "
                    + (data == null ? "no data folder is named" : "this solve uses none"),
                    data == null ? "Add --data DIR, or omit --tenant." : "Omit --tenant.");
        }
        return settings;
    }
}
