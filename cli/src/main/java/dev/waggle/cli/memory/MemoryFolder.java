package dev.waggle.cli.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.lucene.Memory;
import dev.waggle.connect.lucene.MemoryConfig;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.ForgottenMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryStore;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a data folder, in {@code DATA/memory}. It alone names the classes of the index. So a command that opens no
 * memory loads none of them. Thread-safe.
 */
public final class MemoryFolder implements AutoCloseable {

    private static final String INDEX = "index";
    private static final String VECTORS = "vectors";
    private static final String LOCK = ".lock";

    /** Longest wait for an embedding model at the end of a command. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Path folder;
    private final Memory memory;
    private final MemoryProgress progress;
    private final @Nullable MemoryEmbedder embedder;
    private final TerminalScreen screen;

    private MemoryFolder(Path folder, Memory memory, MemoryProgress progress, @Nullable MemoryEmbedder embedder,
            TerminalScreen screen) {
        this.folder = folder;
        this.memory = memory;
        this.progress = progress;
        this.embedder = embedder;
        this.screen = screen;
    }

    /** The folder of the memories of a data folder. */
    public static Path in(Path data) {
        return MemorySettings.folderIn(data);
    }

    /** True if that data folder has memories. */
    public static boolean isIn(Path data) {
        return Files.exists(in(data).resolve(FileMemoryLog.NAME));
    }

    /**
     * Opens the memory of a data folder, which the first memory creates, and brings its index to the end of its log.
     *
     * @param remedy advice if it cannot be opened
     * @throws UserException when it holds something else, is damaged or cannot be read
     */
    public static MemoryFolder open(Path data, Duration decayEvery, TerminalScreen screen, String remedy) {
        return open(data, decayEvery, null, screen, remedy);
    }

    /**
     * The same with an embedding model, which is closed with it.
     *
     * @param embedder the model; {@code null} for none
     * @throws UserException when it holds something else, is damaged or cannot be read; then the model is closed
     */
    public static MemoryFolder open(Path data, Duration decayEvery, @Nullable MemoryEmbedder embedder,
            TerminalScreen screen, String remedy) {
        try {
            return opened(data, decayEvery, embedder, screen, remedy);
        } catch (RuntimeException | Error failed) {
            try (embedder) {
                throw failed;
            }
        }
    }

    private static MemoryFolder opened(Path data, Duration decayEvery, @Nullable MemoryEmbedder embedder,
            TerminalScreen screen, String remedy) {
        Path folder = in(data);
        MemoryProgress progress = new MemoryProgress(screen);
        try {
            MemoryConfig config = MemoryConfig.defaults().withDecayEvery(decayEvery).withListener(progress);
            Memory memory = Memory.openIndexed(folder,
                    embedder == null ? config : config.withEmbedder(embedder.embedder()), World.system());
            return new MemoryFolder(folder, memory, progress, embedder, screen);
        } catch (IOException | UncheckedIOException | IllegalArgumentException refused) {
            throw unreadable(folder, refused, remedy);
        } finally {
            progress.clearBar();
        }
    }

    /** Opens the memory of a data folder for a solve, whose view then owns the screen. */
    public static MemoryFolder openForSolve(Path data, MemorySettings settings, TerminalScreen screen) {
        String model = settings.embeddings();
        MemoryFolder opened = open(data, settings.decayEvery(),
                model == null ? null : MemoryEmbedder.named(model, settings.models(), System.getenv()), screen,
                "Mend it, or solve without it: --no-memory.");
        opened.progress.release();
        return opened;
    }

    private static UserException unreadable(Path folder, Exception failure, String remedy) {
        String reason = switch (failure) {
            case UncheckedIOException wrapped -> BoundedFile.reason(Objects.requireNonNull(wrapped.getCause()));
            case IOException failed -> BoundedFile.reason(failed);
            default -> String.valueOf(failure.getMessage());
        };
        String first = reason.lines().findFirst().orElse("");
        return new UserException("the memory in " + folder + " cannot be used: " + first, remedy);
    }

    /** A question to a memory. */
    @FunctionalInterface
    public interface MemoryQuestion<T> {

        T ask(MemoryStore store) throws IOException, InterruptedException;
    }

    /**
     * The answer of the memory to a question.
     *
     * @throws UserException when it cannot be read or written
     */
    public <T> T ask(MemoryQuestion<T> question) {
        try {
            return question.ask(memory);
        } catch (IOException | UncheckedIOException failed) {
            throw unreadable(folder, failed, "Check the disk and the rights of the folder.");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UserException("the command was stopped", "Run it again.");
        }
    }

    /** The memories of the tenant of these settings, for solves. */
    public SharedMemory shared(MemorySettings settings) {
        return memory.ofTenant(settings.tenant());
    }

    /** Waits up to 30 seconds until all memories are found by their meaning, and says how many wait then. */
    public void awaitMeanings() {
        if (embedder == null) {
            return;
        }
        progress.show();
        try {
            boolean _ = ask(_ -> memory.awaitMeanings(LONGEST_WAIT));
        } finally {
            progress.release();
        }
        int waiting = waitingForMeaning();
        if (waiting > 0) {
            screen.warn(String.format(PlainLocale.NONE, "%,d %s found by words only, and embedded next time", waiting,
                    waiting == 1 ? "memory is" : "memories are"));
        }
        screen.printWarnings();
    }

    /** Number of memories that are not yet found by their meaning; 0 without an embedding model. */
    public int waitingForMeaning() {
        return ask(_ -> memory.waitingForMeaning());
    }

    /** True if it was opened with an embedding model. */
    public boolean hasEmbedder() {
        return embedder != null;
    }

    /** Length of all vectors in bytes. */
    public long vectorBytes() {
        return bytes(folder.resolve(VECTORS));
    }

    /** Deletes all memories that a filter chooses, also those that only the log has. */
    public List<ForgottenMemory> forget(MemoryFilter filter) {
        return ask(_ -> memory.forget(filter));
    }

    /** Deletes the memories that these signals stated. */
    public List<ForgottenMemory> forgetSignals(Set<String> signalIds) {
        return ask(_ -> memory.forgetSignals(signalIds));
    }

    /** Those of these runs of which it has a memory. */
    public Set<String> remembered(Collection<String> runs) {
        return ask(store -> {
            Set<String> found = new HashSet<>();
            for (String run : runs) {
                if (!store.list(MemoryFilter.ALL.withRun(run), null, 1).isEmpty()) {
                    found.add(run);
                }
            }
            return found;
        });
    }

    /** Deletes the memories of these ids. */
    public List<ForgottenMemory> forgetNamed(Collection<String> ids) {
        return ask(_ -> memory.forgetNamed(ids));
    }

    /** Strength below which a memory is evicted, 0..1. */
    public double leastStrength() {
        return memory.rules().least();
    }

    /** Length of the log in bytes. */
    public long logBytes() {
        return bytes(folder.resolve(FileMemoryLog.NAME));
    }

    /** Length of the index in bytes. */
    public long indexBytes() {
        return bytes(folder.resolve(INDEX));
    }

    private long bytes(Path place) {
        if (!Files.exists(place)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(file -> !Files.isDirectory(file) && !file.endsWith(LOCK))
                    .mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException | UncheckedIOException failed) {
            throw unreadable(folder, failed, "Check the rights of the folder.");
        }
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        try (embedder) {
            memory.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
