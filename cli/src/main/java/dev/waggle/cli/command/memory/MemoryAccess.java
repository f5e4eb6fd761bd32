package dev.waggle.cli.command.memory;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.memory.MemoryFolder;
import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.EmbedderOptions;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.StoredMemory;

/** Access of a command to the memory of a data folder. */
final class MemoryAccess {

    private static final String MEND = "Restore it from a backup or an export, or name another folder with --data.";

    private static final String ID_START = "mem-";
    private static final Pattern ID = Pattern.compile("(?:mem-)?[0-9a-f]{4,32}");

    /** Maximum number of memories that an ambiguous id names in a message. */
    private static final int MAX_NAMED = 5;

    private static final Duration DECAY = MemorySettings.DEFAULTS.decayEvery();

    private MemoryAccess() {}

    /** Opens the memory of an existing folder; refuses one without memories. */
    static MemoryFolder existing(DataOption data, TerminalScreen screen) {
        return existing(data, new EmbedderOptions(), screen);
    }

    /** The same with the embedding model of these flags. */
    static MemoryFolder existing(DataOption data, EmbedderOptions embedder, TerminalScreen screen) {
        if (!MemoryFolder.isIn(data.folder())) {
            throw new UserException("there are no memories in " + data.folder(),
                    "Name a data folder with --data, or add one: waggle memory add \"...\".");
        }
        return anyOf(data, embedder, screen);
    }

    /** Opens the memory of a folder, which the first memory creates. */
    static MemoryFolder anyOf(DataOption data, EmbedderOptions embedder, TerminalScreen screen) {
        return MemoryFolder.open(data.folder(), DECAY, embedder.open(System.getenv()), screen, MEND);
    }

    /**
     * The memory of an id or of its beginning.
     *
     * @throws UserException when there is none, or several begin so
     */
    static StoredMemory named(MemoryStore store, String id) throws IOException, InterruptedException {
        if (!ID.matcher(id).matches()) {
            throw new UserException(MessageText.quote(id) + " is no id of a memory",
                    "Use an id that waggle memory list shows, or at least 4 digits of it.");
        }
        String start = id.startsWith(ID_START) ? id : ID_START + id;
        Optional<StoredMemory> whole = store.find(start);
        if (whole.isPresent()) {
            return whole.get();
        }
        List<StoredMemory> found = new ArrayList<>();
        long _ = MemoryPages.forEach(store, MemoryFilter.ALL, memory -> {
            if (memory.id().startsWith(start) && found.size() < MAX_NAMED) {
                found.add(memory);
            }
        });
        if (found.isEmpty()) {
            throw new UserException("there is no memory " + start,
                    "It may be forgotten or evicted. See waggle memory list.");
        }
        if (found.size() > 1) {
            throw new UserException(start + " is the beginning of several ids: "
                    + String.join(", ", found.stream().map(StoredMemory::id).toList()), "Give more digits.");
        }
        return found.getFirst();
    }
}
